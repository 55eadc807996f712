"""The facts behind these pages: kept up to date with the journal, and cached until it moves on."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from random import Random
from threading import Event, Lock, Thread

from flask import Flask, current_app, g, request

from companion.figures.company import Company
from companion.figures.facts import MeldSeen, SeatInDeal, SeatInGame
from companion.figures.gather import variant_of
from companion.figures.luck import Tally, Usual, can_simulate, simulate, usual_in
from companion.figures.scope import Mine, Season, in_order
from companion.figures.who import GUEST, People, is_guest
from companion.night.state import Night
from companion.rules.names import same_name
from companion.rules.variant import Variant
from companion.rules.variants import VariantError, find_variant
from companion.store import Store
from companion.store.errors import StoreError, Unavailable
from companion.store.facts import SeenFacts, Viewer
from companion.store.games import reckon, stand_of
from companion.store.houses import SeasonRow
from companion.web.core.access import by_invitation, nights_seen_here
from companion.web.core.current import current_store, evening
from companion.web.core.identity import this_phone

REST_SECONDS = 20.0
"""The pause of the gatherer between two looks, while the application is served."""


class _Gathered:
    """The progress of this process."""

    def __init__(self) -> None:
        self.lock = Lock()
        """The lock of the gathering thread."""
        self.turn = 0
        """The last write up to which all games are gathered."""
        self.left = 0
        """The number left at the last count."""


def init_app(app: Flask) -> None:
    """Show on the pages of ``app`` how many games they lack."""
    app.jinja_env.globals["games_left"] = _games_left


def open_games(app: Flask) -> None:
    """Cache the computed figures of ``app``."""
    app.extensions["gathering"] = _Gathered()
    app.extensions["people"] = _Kept()


def _games_left() -> int:
    """The number of games missing on this page because they are still being counted."""
    return 0 if request.blueprint == "start" else int(g.get("games_left", 0))


def gather_a_little() -> int:
    """Gather for as long as a page may wait, and the rest behind it; how many games are left, which the page says."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]  # a thread needs the application itself
    kept: _Gathered = app.extensions["gathering"]
    until = time.monotonic() + app.config["GATHERING_GRACE_SECONDS"]
    if kept.lock.acquire(blocking=False):
        try:
            g.games_left = _gather(app, lambda: time.monotonic() < until)
        except Unavailable:  # a page can be read where nothing can be written
            g.games_left = kept.left
        finally:
            kept.lock.release()
        if g.games_left:
            Thread(target=gather, args=(app, Event()), name="gatherer", daemon=True).start()
    else:
        g.games_left = kept.left
    return int(g.games_left)


def _gather(app: Flask, go_on: Callable[[], bool], rest: Callable[[float], object] = lambda _: None) -> int:
    kept: _Gathered = app.extensions["gathering"]
    store: Store = app.extensions["store"]
    turn = store.facts.last_turn()

    def resting(seconds: float, left: int) -> None:
        kept.left = left
        rest(seconds)

    # A game that came back from the bin has the turn that it had. On a phone no thread looks at all of them meanwhile.
    since = 0 if app.config["ALONE"] else kept.turn
    left = reckon(store.journal, store.facts, evening_text, str(app.config["TIME_ZONE"] or ""), go_on, resting, since)
    kept.left = left
    if not left:
        kept.turn = turn
    return left


def gather(app: Flask, stopped: Event, forever: bool = False) -> None:
    """Gather what is left behind the pages, at half of one processor; with ``forever`` until ``stopped``."""
    kept: _Gathered = app.extensions["gathering"]
    with app.app_context():
        while not stopped.is_set():
            if kept.lock.acquire(blocking=False):
                try:
                    kept.turn = 0  # a game that came back from the bin has the turn that it had
                    _gather(app, lambda: not stopped.is_set(), stopped.wait)
                except StoreError:  # the next who asks begins it again
                    pass
                finally:
                    kept.lock.release()
            if not forever or stopped.wait(REST_SECONDS):
                return


def evening_text(at: str) -> str:
    """The day of the evening of a stored time; empty where the time is damaged."""
    found = evening(at)
    return found.isoformat() if found else ""


UsualFigures = dict[str, tuple[Usual, Mapping[int, int]]]
"""The usual figures of all games under each set of rules, equal for every viewer because they name nobody."""


@dataclass
class House:
    """The people and games that this viewer may see, as of one moment.

    Every row comes from ``seen``, in which hidden persons are guests: no page can show one.
    """

    stamp: str
    store: Store
    seen: SeenFacts
    seasons: Sequence[SeasonRow] = ()
    """The seasons made by this house, the latest first."""
    totals: UsualFigures = field(default_factory=UsualFigures)
    left: int = 0
    """The number of games still to be gathered."""
    _called: dict[str, str] = field(default_factory=dict, init=False)
    _mine: dict[str, Mine] = field(default_factory=dict, init=False)

    @property
    def people(self) -> People:
        """The identities of people."""
        return self.seen.people

    @cached_property
    def games(self) -> Mapping[str, tuple[SeatInGame, ...]]:
        """The seats of each game at its end."""
        return self.seen.all_games()

    def games_in(self, season: Season | None) -> Mapping[str, tuple[SeatInGame, ...]]:
        """The games of a season; all of them where none is asked for."""
        if season is None:
            return self.games
        return {game: rows for game, rows in self.games.items() if rows and season.holds(rows[0].evening)}

    @property
    def company(self) -> Company:
        """Everyone with a game, and the sums of their games."""
        return self.seen.company

    def may_see(self, person: str) -> bool:
        """Return True if the viewer may see a person's figures."""
        return person not in self.seen.hidden

    def has_played(self, person: str) -> bool:
        """Return True if the viewer sees a game of this person."""
        return self.seen.has_played(person)

    @cached_property
    def nights(self) -> Sequence[tuple[str, Night]]:
        """The nights that the viewer may look at, each with its day; those that can't be shown are left out."""
        found = self.store.nights
        there = (
            (row.played_on, found.read(row.id)) for row in found.list_nights(among=nights_seen_here()) if not row.fault
        )
        return [(day, read.night) for day, read in there if read]

    @cached_property
    def _at_nights(self) -> Mapping[str, str]:
        """The names at these nights as they were written last, by their keys."""
        came = (each for _, night in reversed(self.nights) for each in night.entrants.values() if not each.house)
        return {same_name(name): name for each in came for name in each.names}

    def may_be_named(self, person: str) -> bool:
        """Return True if the viewer sees a game or a night of this person, even one on paper."""
        if self.has_played(person):
            return True
        came = person and self.may_see(person) and not is_guest(person)
        return bool(came) and any(name in self._at_nights for name in self.people.names(person))

    def everybody_named(self) -> set[str]:
        """Everybody whom the viewer sees at a game or a night."""
        at_nights = {self.people.person(name) for name in self._at_nights.values()} - {""}
        return {*self.company.everybody, *filter(self.may_see, at_nights)}

    def called(self, person: str) -> str:
        """A person's name; a hidden person is a guest."""
        if person not in self._called:
            self._called[person] = (person and self.seen.spelled(person)) or self._written(person)
        return "a guest" if not person or not self.may_see(person) else self._called[person]

    def spelled(self, person: str) -> str:
        """The spelling of a person's name, for people who may change the person or have a link to claim it."""
        return self.store.facts.spelled(self.people.names(person)) or self._written(person)

    def _written(self, person: str) -> str:
        """A person's name as it was written last at a night."""
        names = self.people.names(person) if person else ()
        return next((self._at_nights[name] for name in names if name in self._at_nights), person)

    def name_shown(self, name: str) -> str:
        """A name as lists show it: a person's own, or that it was a guest."""
        return self.called(self.people.person(name))

    def mine(self, person: str) -> Mine:
        """All that counts for one person and this viewer may see."""
        if person not in self._mine:
            self._mine[person] = self._all_of(person)
        return self._mine[person]

    def _all_of(self, person: str) -> Mine:
        facts = self.seen.of_person(person)
        tables = self.seen.games_of({row.game for rows in facts for row in rows})

        def order(row: SeatInDeal | MeldSeen) -> tuple[str, str, int]:
            table = tables.get(row.game, ())
            return (table[0].at if table else "", row.game, row.number)

        deals, melds = tuple(sorted(facts.deals, key=order)), tuple(sorted(facts.melds, key=order))
        return Mine(deals, in_order(facts.games), melds, tables, self.people.person)

    def usual_under(self, rules: str) -> Usual:
        """The usual meld and counters of sides under these rules."""
        return self._under(rules)[0]

    def hands_under(self, rules: str) -> Mapping[int, int]:
        """The number of known hands for each meld under these rules."""
        return self._under(rules)[1]

    def _under(self, rules: str) -> tuple[Usual, Mapping[int, int]]:
        if rules not in self.totals:
            self.totals[rules] = usual_in(self.store.facts.usual_counts(rules))
        return self.totals[rules]

    def rules_called(self, rules: str) -> str:
        """The name of some rules: the variant's, or what a table called its own."""
        variant = self.variant(rules)
        return variant.name if variant else variant_of(rules)

    def variant(self, rules: str) -> Variant | None:
        """The variant with these rules, from the latest game under them; None if none can be read."""
        if "~" not in rules:
            try:
                return find_variant(rules)
            except VariantError:
                return None
        last = self.seen.last_under(rules)
        try:
            return stand_of(self.store.journal.read(last))[1].variant if last else None
        except StoreError:
            return None


class _Kept:
    """The shared state of this process's viewers, and the work in progress behind their pages."""

    def __init__(self) -> None:
        self.stamp = ""
        self.totals = UsualFigures()
        self.lock = Lock()
        self.simulating: set[str] = set()


def house() -> House:
    """The people and games that this viewer may see, as far as they are gathered."""
    if "house" not in g:
        g.house = _house()
    found: House = g.house
    return found


def _house() -> House:
    kept: _Kept = current_app.extensions["people"]
    store, left = current_store(), gather_a_little()
    stamp = store.facts.stamp()
    with kept.lock:
        if kept.stamp != stamp:
            kept.stamp, kept.totals = stamp, UsualFigures()
        totals = kept.totals
    viewer = Viewer(this_phone(), store.members.games_of(g.device), by_invitation())
    seen = SeenFacts(store.facts, store.sayings.people(), viewer)
    return House(f"{stamp} {left}", store, seen, store.seasons.list_seasons(), totals, left)


def simulated(rules: str) -> Mapping[str, Tally] | None:
    """The usual figures by a simulation of these rules; None if it is impossible or has only begun.

    It is seeded by the rules, so that every server gets equal results, and kept under their mark.
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
    players = store.facts.usual_players(rules) or variant.players[0]
    Thread(target=_simulate, args=(kept, store, rules, variant, players, deals), daemon=True).start()


def _simulate(kept: _Kept, store: Store, rules: str, variant: Variant, players: int, deals: int) -> None:
    # Seeded, so that the result can be reproduced; nothing here is secret.
    found = simulate(variant, players, Random(rules), deals)  # noqa: S311
    try:
        store.facts.keep_usual_melds(rules, found)
    except StoreError:  # the next who asks begins it again
        kept.simulating.discard(rules)


OFFERED = 200
"""The number of latest names offered."""


def seatable(remembered: Sequence[str]) -> list[str]:
    """Each person once, as they are called now: those this phone seated before, then the latest players here.

    :param remembered: the names last used at this phone.
    """
    try:
        there = house()
    except StoreError:  # a game begins all the same
        return list(remembered)
    names = [_called_now(there, name) for name in remembered]
    lately = there.seen.last_names(OFFERED)
    names += [there.called(person) for name in lately if (person := there.people.person(name))]
    return list({same_name(name): name for name in reversed(names)}.values())[::-1]


def _called_now(there: House, name: str) -> str:
    person = there.people.person(name)
    return there.seen.spelled(person) or name


def guest_beside(seated: Sequence[str]) -> str:
    """The name of one more guest at a table: ``Guest``, then ``Guest 2``."""
    taken = {same_name(name) for name in seated}
    numbered = (GUEST if number == 1 else f"{GUEST} {number}" for number in count(1))
    return next(name for name in numbered if same_name(name) not in taken)
