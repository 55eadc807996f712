"""What a question is asked about: the rules in force, and the deal on the table where there is a game."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace

from flask import abort

from companion.cards import Card
from companion.game.record.state import DealState, GameState, side_mark
from companion.rules.auction import Auction
from companion.rules.options import OptionError, differences, with_options
from companion.rules.referee import Settled
from companion.rules.score.facts import side_name
from companion.rules.variant import Variant
from companion.rules.variants import VariantError, find_variant
from companion.web.base.addresses import address_of
from companion.web.base.game import OpenGame, open_game
from companion.web.settle.facts import Facts

STRANGE_RULES = "This link to a ruling is not whole: its table’s rules can’t be read. Ask for the link again."


@dataclass(frozen=True)
class Case:
    """The rules that decide, and who sits at the table."""

    variant: Variant
    table: OpenGame | None = None
    """The game that asks; None for a ruling that somebody was sent, and for a question without a game."""

    @property
    def state(self) -> GameState | None:
        """The game as it stands."""
        return self.table.state if self.table else None

    @property
    def deal(self) -> DealState | None:
        """The deal on the table; between games and after the last deal the one before."""
        state = self.state
        return None if state is None else state.deal or next(reversed(state.deals), None)

    @property
    def seats(self) -> tuple[int, ...]:
        """Those who take part, clockwise from the dealer's left; nobody where there is no game."""
        state, deal = self.state, self.deal
        return state.auction_of(deal).order if state and deal else ()

    @property
    def rules_key(self) -> str:
        """The key that says which rules decide where no game does; empty where a table changed them."""
        return "" if self.table or rules_of(self.variant) else self.variant.key

    def name(self, side: str) -> str:
        """What a side is called at this table."""
        return self.state.side_name(side) if self.state else side_name(side)

    def mark(self, side: str) -> str:
        """What stands for a side in a ruling that may be recorded: names are filled in where it is shown."""
        return side_mark(side) if self.state else side_name(side)

    def with_names(self, settled: Settled) -> Settled:
        """A ruling with the names of this table."""
        if self.state is None:
            return settled
        names = self.state.with_names
        steps = tuple(replace(step, says=names(step.says)) for step in settled.steps)
        elsewhere = tuple(replace(there, says=names(there.says)) for there in settled.elsewhere)
        return replace(settled, says=names(settled.says), steps=steps, elsewhere=elsewhere)

    def url(self, endpoint: str, question: str = "", facts: Facts | None = None) -> str:
        """The address of a page of this case, with what was told."""
        told = facts.query() if facts else {}
        place = {"question": question} if question else {}
        if self.table:
            return address_of(f"settle.{endpoint}", told, game=self.table.game, **place)
        rules = {} if "rules" in told else {name: [value] for name, value in rules_of(self.variant).items()}
        return address_of(f"settle.{endpoint}_by_rules", rules | told, variant=self.variant.key, **place)


def case_of_game(game: str) -> Case:
    """The case of a game; 404 if there is none."""
    table = open_game(game)
    return Case(table.state.variant, table)


def case_of_rules(key: str, facts: Facts) -> Case:
    """The case of a variant with the options that a link carries; 404 if it can't be read."""
    try:
        changes = json.loads(facts.word("rules") or "{}")
        if not isinstance(changes, dict):
            abort(404, STRANGE_RULES)
        return Case(with_options(find_variant(key), changes))
    except (ValueError, VariantError, OptionError):
        abort(404, STRANGE_RULES)


def rules_of(variant: Variant) -> dict[str, str]:
    """How a link carries the options in which a table differs from the variant of its key."""
    changes = differences(variant, find_variant(variant.key))
    return {"rules": json.dumps(changes, separators=(",", ":"))} if changes else {}


def shown_by_others(case: Case, seat: int | None, on_table: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that other players melded and that are not in this trick: they can't be in the hand asked about."""
    state, deal = case.state, case.deal
    if state is None or deal is None or seat is None:
        return ()
    shown = [card for each in deal.shown if state.hand_of(each) not in (None, seat) for card in each.cards]
    for card in on_table:
        if card in shown:
            shown.remove(card)
    return tuple(shown)


def melded_by(case: Case, seat: int | None) -> tuple[Card, ...]:
    """The cards that a player melded in this deal."""
    state, deal = case.state, case.deal
    shown = state.told_of(deal, state.side_of(seat), seat) if state and deal and seat is not None else None
    return shown.cards if shown else ()


def auction_of(case: Case) -> Auction | None:
    """The auction of the deal asked about, if there is a game."""
    return case.state.auction_of(case.deal) if case.state and case.deal else None
