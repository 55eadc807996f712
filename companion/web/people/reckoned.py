"""The facts behind a request: brought up to date with the journal, and what was made of them kept until it moves on."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from threading import Lock, Thread

from flask import Flask, current_app, g

from companion.figures.alike import Suggestion, suggestions
from companion.figures.facts import SeatInDeal, SeatInGame
from companion.figures.luck import Tally, Usual, usual_of
from companion.figures.rules import variant_of
from companion.figures.scope import Mine, in_order
from companion.figures.season import Season
from companion.figures.simulation import can_simulate, simulate
from companion.figures.who import People
from companion.rules.options import Variant
from companion.rules.variants import VariantError, find_variant
from companion.store import Store
from companion.store.errors import StoreError
from companion.store.games import fold_game
from companion.store.reckoning import reckon
from companion.store.tables.seasons import SeasonRow
from companion.web.base.admission import by_invitation
from companion.web.base.clock import evening
from companion.web.base.current import current_store, journal

PATIENCE_S = 1.5
"""So long a page gathers facts before it says how far it has come."""


class StillGathering(Exception):
    """So many games are left to be gathered before anything can be told."""

    def __init__(self, left: int) -> None:
        super().__init__(left)
        self.left = left


@dataclass
class House:
    """Everybody on this server and all their games, as of one moment."""

    stamp: str
    store: Store
    people: People
    seasons: Sequence[SeasonRow] = ()
    """Those that this house has made, the one that began last first."""
    usual: dict[str, tuple[Usual, tuple[int, ...]]] = field(default_factory=dict)
    """By rules, what sides meld and take, and what every known hand melded: of all games, as they name nobody."""
    only: frozenset[str] | None = None
    """The games that this phone may see; None where it may see all."""

    @cached_property
    def games(self) -> Mapping[str, tuple[SeatInGame, ...]]:
        """By game, everybody who sat there at its end."""
        found = self.store.facts.all_games()
        return found if self.only is None else {game: rows for game, rows in found.items() if game in self.only}

    def games_in(self, season: Season | None) -> Mapping[str, tuple[SeatInGame, ...]]:
        """The games of a season; all of them where none is asked for."""
        if season is None:
            return self.games
        return {game: rows for game, rows in self.games.items() if rows and season.holds(rows[0].evening)}

    @cached_property
    def spellings(self) -> Mapping[str, str]:
        """By the key of a name, how it was written last."""
        rows = sorted((row for table in self.games.values() for row in table), key=lambda row: row.at)
        return {self.people.key(row.name): row.name for row in rows} | {_key(row.name): row.name for row in rows}

    @cached_property
    def suggested(self) -> list[Suggestion]:
        """Persons who may be one."""
        return suggestions(self.people, self.games)

    def called(self, person: str) -> str:
        """What a person is called; nobody's name is told who is left out."""
        return self.spellings.get(person, person) if person else "a guest"

    def name_shown(self, name: str) -> str:
        """A name as lists show it: a person's own, or that it was a guest."""
        return self.called(self.people.person(name))

    def mine(self, person: str) -> Mine:
        """All that counts for one person."""
        facts = self.store.facts.of_names(self.people.names(person))
        games = in_order(row for row in facts.games if row.game in self.games)
        tables = {row.game: self.games[row.game] for row in games}
        seen_deals = (deal for deal in facts.deals if deal.game in self.games)
        deals = tuple(sorted(seen_deals, key=lambda deal: self._order(deal.game, deal.number)))
        seen_melds = (meld for meld in facts.melds if meld.game in self.games)
        melds = tuple(sorted(seen_melds, key=lambda meld: self._order(meld.game, meld.number)))
        return Mine(deals, games, melds, tables, self.people.person)

    def deals_under(self, rules: str) -> Iterator[SeatInDeal]:
        """Every row of a deal under these rules that this phone may see."""
        return (row for row in self.store.facts.deals_under(rules) if row.game in self.games)

    def _order(self, game: str, number: int) -> tuple[str, str, int]:
        table = self.games.get(game, ())
        return (table[0].at if table else "", game, number)

    def usual_under(self, rules: str) -> Usual:
        """What sides meld and take under these rules."""
        return self._under(rules)[0]

    def hands_under(self, rules: str) -> tuple[int, ...]:
        """What every known hand melded under these rules."""
        return self._under(rules)[1]

    def _under(self, rules: str) -> tuple[Usual, tuple[int, ...]]:
        if rules not in self.usual:
            rows = list(self.store.facts.deals_under(rules))
            hands = tuple(row.meld_own for row in rows if row.end and row.meld_own is not None)
            self.usual[rules] = usual_of(rows), hands
        return self.usual[rules]

    def rules_called(self, rules: str) -> str:
        """The name of some rules: the variant's, or what a table called its own."""
        variant = self.variant(rules)
        return variant.name if variant else variant_of(rules)

    def variant(self, rules: str) -> Variant | None:
        """The rules themselves, as the last game under them began; None where there is none that can be read."""
        if "~" not in rules:
            try:
                return find_variant(rules)
            except VariantError:
                return None
        last = max((row for table in self.games.values() for row in table if row.rules == rules), default=None, key=_at)
        try:
            return fold_game(self.store.journal.read(last.game)).variant if last else None
        except (StoreError, ValueError):
            return None


def _at(row: SeatInGame) -> str:
    return row.at


def _key(name: str) -> str:
    return People().key(name)


class _Kept:
    """The house as it was when it was last looked at, and the rules that are being simulated."""

    def __init__(self) -> None:
        self.house: House | None = None
        self.lock = Lock()
        self.simulating: set[str] = set()


def init_app(app: Flask) -> None:
    """Let ``app`` keep what it made of the facts."""
    app.extensions["people"] = _Kept()


def house() -> House:
    """Everybody and all their games, as they are now.

    :raises StillGathering: if that takes longer than a page should.
    """
    if "house" not in g:
        g.house = _as_seen_here(_house())
    found: House = g.house
    return found


def _as_seen_here(found: House) -> House:
    """The same for this phone: where games are by invitation, of those alone to which it belongs."""
    if not by_invitation():
        return found
    return replace(found, only=current_store().members.games_of(g.device))


def _house() -> House:
    kept: _Kept = current_app.extensions["people"]
    store = current_store()
    stamp = store.facts.stamp()
    if kept.house is None or kept.house.stamp != stamp:
        with kept.lock:
            if kept.house is None or kept.house.stamp != stamp:
                _gather(store)
                kept.house = House(stamp, store, store.sayings.people(), store.seasons.list_seasons())
    return kept.house


def _gather(store: Store) -> None:
    until = time.monotonic() + PATIENCE_S
    zone = str(current_app.config["TIME_ZONE"] or "")
    left = reckon(journal(), store.facts, evening_text, zone, lambda: time.monotonic() < until)
    if left:
        raise StillGathering(left)


def evening_text(at: str) -> str:
    """The day of the evening of a stored time; empty where the time is damaged."""
    found = evening(at)
    return found.isoformat() if found else ""


def simulated(rules: str) -> Mapping[str, Tally] | None:
    """What a simulation of these rules says is usual; None where there can be none, or it has only begun.

    It is seeded by the rules, so that every server finds the same, and kept under their mark.
    """
    found = house().store.facts.usual_melds(rules)
    if found is None:
        _begin_simulation(rules)
    return found


def _begin_simulation(rules: str) -> None:
    kept: _Kept = current_app.extensions["people"]
    variant, store, deals = house().variant(rules), house().store, current_app.config["SIMULATED_DEALS"]
    if variant is None or not can_simulate(variant) or not deals:
        return
    with kept.lock:
        if rules in kept.simulating:
            return
        kept.simulating.add(rules)
    asked = kept, store, rules, variant, _usual_players(rules, variant), deals
    Thread(target=_simulate, args=asked, daemon=True).start()


def _usual_players(rules: str, variant: Variant) -> int:
    counts = [len(table) for table in house().games.values() if table and table[0].rules == rules]
    return max(set(counts), key=counts.count) if counts else variant.players[0]


def _simulate(kept: _Kept, store: Store, rules: str, variant: Variant, players: int, deals: int) -> None:
    # Seeded, so that it can be told again: nothing secret hangs on it.
    found = simulate(variant, players, Random(rules), deals)  # noqa: S311
    try:
        store.facts.keep_usual_melds(rules, found)
    except StoreError:  # the next who asks begins it anew
        kept.simulating.discard(rules)
