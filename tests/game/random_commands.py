"""Commands at random, built from what each command says of its fields: a new command is tried without a word here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from random import Random
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from companion.cards import Card
from companion.game.commands import Command, CorrectDeal, Redo, RenamePlayers, StopGame, Undo
from companion.game.state import GameState, Phase
from companion.rules.auction import legal_bids
from companion.rules.choices import Bidding
from companion.rules.count import deal_total, smallest_count
from companion.rules.dealing import tricks_in_deal
from companion.rules.meld.tiles import meld_tiles
from companion.rules.score import DealEnd

COMMANDS: tuple[type, ...] = get_args(Command)
BACKWARDS = (CorrectDeal, RenamePlayers, Redo, Undo, StopGame)
"""Commands that change what was entered before, or stop; a game meant to reach its end leaves them out."""
_NONSENSE = 0.04
"""How often a figure is one that nobody could mean."""


@dataclass(frozen=True)
class Maker:
    """Makes the commands of one moment of a game."""

    state: GameState
    random: Random

    def command(self, kinds: tuple[type, ...] = COMMANDS) -> Command:
        """Any command of these kinds, legal or not."""
        made: Command = self._record(self.random.choice(kinds))
        return made

    def _record(self, kind: type) -> Any:
        hints = get_type_hints(kind)
        values = {each.name: self._value(each.name, hints[each.name]) for each in fields(kind)}
        if "drawn" in values and self.random.random() < 0.8:
            values["drawn"] = values["discarded"]
        return kind(**values)

    def _value(self, name: str, hint: Any) -> Any:
        origin, inner = get_origin(hint), get_args(hint)
        if origin in (Union, UnionType):
            some = [each for each in inner if each is not type(None)]
            if type(None) in inner and self.random.random() < 0.5:
                return None
            return self._value(name, some[0] if len(some) == 1 else self.random.choice(some))
        if origin is not None:
            return self._several(name, origin, inner)
        if hint is Card:
            return self.random.choice(self._pack())
        if hint is bool:
            return self.random.random() < 0.5
        if hint is DealEnd:
            return self.random.choice([*DealEnd, *[DealEnd.PLAYED] * 12])
        if isinstance(hint, type) and issubclass(hint, Enum):
            return self.random.choice(list(hint))
        if is_dataclass(hint):
            return self._record(hint)  # type: ignore[arg-type]  # a hint is the class itself, never one of its objects
        return self._figure(name) if hint is int else self.random.choice([*self.state.sides, *self.state.sides, "Z"])

    def _several(self, name: str, origin: Any, inner: tuple[Any, ...]) -> Any:
        if name == "names":
            return tuple(self.random.choice([old, old.upper(), ""]) for old in self.state.names)
        if issubclass(origin, Mapping):
            return self._figures(name, *inner)
        if issubclass(origin, frozenset):
            return frozenset(self.random.sample(self.state.sides, self.random.choice([0, 0, 0, 1])))
        if inner[0] is Card:
            return tuple(self.random.sample(self._pack(), self.random.randint(0, self.state.variant.hand_size)))
        return tuple(self._value(name, inner[0]) for _ in range(self.random.choice([0, 1, self.state.players])))

    def _figures(self, name: str, of: Any, hint: Any) -> dict[Any, Any]:
        """Figures by side, by seat, or by the tile of a meld; trick points mostly add up."""
        if name == "points":
            return self._counters()
        if name == "tricks" and self.random.random() > _NONSENSE:
            share = tricks_in_deal(self.state.variant) // len(self.state.sides)
            return {side: self.random.randint(1, share) for side in self.state.sides} if share else {}
        if name == "picks":
            suit = self.state.deal.trump if self.state.deal else None
            tiles = [tile.key for tile in meld_tiles(self.state.variant, suit)] if suit else ["run"]
            return {tile: self.random.randint(1, 2) for tile in self.random.sample(tiles, min(2, len(tiles)))}
        if of is int:
            return {seat: self._value(name, hint) for seat in range(self.state.players)}
        return {side: self._value(name, hint) for side in self.state.sides}

    def _counters(self) -> dict[str, int]:
        """Counters that add up among those who take part, or among the two teams where a partner was called."""
        deal, step = self.state.deal, smallest_count(self.state.variant)
        sides = self.state.teams_of(deal).heads if deal else self.state.sides
        left = self.state.trick_range(deal)[1] if deal else deal_total(self.state.variant)
        told = dict[str, int]()
        for side in sides[:-1]:
            told[side] = step * self.random.randint(0, left // step)
            left -= told[side]
        return {**told, sides[-1]: left}

    def _figure(self, name: str) -> int:
        variant = self.state.variant
        if self.random.random() < _NONSENSE:
            return self.random.choice([-variant.scale, 3, deal_total(variant) + variant.scale])
        if name == "seat":
            return self.random.randrange(self.state.players)
        if name in ("amount", "bid", "bids"):
            return self.random.choice(self._bids())
        if name == "number":
            return self.random.randint(1, len(self.state.deals) + 1)
        if name in ("points", "meld"):
            return variant.scale * self.random.randint(0, max(10, 3 * variant.bid_min // variant.scale))
        return self.random.randint(0, variant.hand_size)

    def _bids(self) -> list[int]:
        """Bids that are not too high, so that most of them can be made."""
        state, deal = self.state, self.state.deal
        if deal and state.phase is Phase.AUCTION and state.variant.bid is Bidding.AUCTION:
            return list(legal_bids(state.variant, state.auction_of(deal))[:4]) or [state.variant.bid_min]
        return [state.variant.bid_min + n * state.variant.bid_step[0][1] for n in range(4)]

    def _pack(self) -> list[Card]:
        return [card for card, copies in self.state.variant.pack.counts.items() for _ in range(copies)]
