"""The events of a night, folded into where it is now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

from companion.night.events import (
    CashCounted,
    ClockStarted,
    DayCorrected,
    DoorChanged,
    EntrantCame,
    EntrantLeft,
    EntrantRenamed,
    EntrantRested,
    EntrantStays,
    EntryPaid,
    Event,
    GameBegun,
    LastUndone,
    NightClosed,
    NightOpened,
    PenaltyGiven,
    Plan,
    PlanChanged,
    PlayOffWon,
    PrizeGiven,
    RoundDrawn,
    Seating,
    SeatsSwapped,
    SetsPaid,
    StandingShown,
    SubstituteGets,
    SubstituteSeated,
    TablesAdded,
    TableTotals,
    TotalsCorrected,
    TotalsEntered,
)
from companion.rules.names import is_shown_otherwise, same_name, shown_name

SEATS = {2: ("North", "South"), 3: ("East", "South", "West"), 4: ("North", "East", "South", "West")}
"""The seats of a table clockwise, by the number of people there; larger tables number theirs."""


@dataclass(frozen=True)
class Entrant:
    """Somebody who plays tonight, or a pair."""

    number: int
    names: tuple[str, ...]
    """The names as they are shown."""
    house: bool = False
    here: bool = True
    rests: bool = False
    stays: int = 0
    """The table at which they sit in every round that is drawn, until they leave; 0 if they move."""
    paid: bool = False
    paid_for_sets: int = 0
    before: int = 0
    """How many of the names came in another pair, which a substitute made this one: their entry is that pair's."""
    shown_otherwise: bool = False
    """True if a name was entered with other signs, before names had to be seen whole."""

    @property
    def name(self) -> str:
        return " & ".join(self.names)


@dataclass(frozen=True)
class Share:
    """The deals of a round that somebody played in a seat before a substitute came."""

    entrant: int
    seat: tuple[int, int]
    """The place of the side, and the one in it."""
    deals: int
    points: int
    """The points of the side in them."""
    sets: int


@dataclass(frozen=True)
class Part:
    """One entrant's part in the result of a table: all of a side's round, or what a substitute left of it."""

    table: Table
    seat: tuple[int, int]
    own: Share | None
    """The deals that are theirs; None for those from the last change on."""
    before: tuple[Share, ...]
    """The deals of others in this seat before, where they played on to the end."""

    @property
    def is_whole(self) -> bool:
        return self.own is None and not self.before

    def sets(self, totals: TableTotals) -> int:
        """How often the side was set in these deals."""
        return self.own.sets if self.own else totals.sets[self.seat[0]] - sum(each.sets for each in self.before)

    def deals(self, totals: TableTotals) -> int:
        """How many deals these are; 0 where nobody counted."""
        return self.own.deals if self.own else max(totals.deals - sum(each.deals for each in self.before), 0)


@dataclass(frozen=True)
class Table:
    """One table in one round."""

    number: int
    sides: Seating
    totals: TableTotals | None = None
    corrected_from: tuple[TableTotals, ...] = ()
    """The totals before each correction."""
    game: str = ""
    """The game in which it keeps its score; empty where it does so on paper."""
    is_game_gone: bool = False
    """True if that game was deleted and the table keeps its score on paper."""
    shares: tuple[Share, ...] = ()
    """The deals of those for whom a substitute came in this round."""
    for_others: Mapping[int, int] = field(default_factory=dict)
    """Substitutes who play this round for somebody who left, and for whom."""
    is_bye: bool = False
    """True for a table of three beside tables of two pairs: it counts like sitting out."""

    @cached_property
    def parts(self) -> Mapping[int, Part]:
        """By entrant, what counts for them."""
        found = {each.entrant: Part(self, each.seat, each, ()) for each in self.shares}
        for place, side in enumerate(self.sides):
            for at, sitting in enumerate(side):
                before = tuple(each for each in self.shares if each.seat == (place, at))
                found[self.for_others.get(sitting, sitting)] = Part(self, (place, at), None, before)
        return found

    @property
    def has_substitutes(self) -> bool:
        """True if one came after deals were played, or plays for another."""
        return bool(self.shares or self.for_others)

    @property
    def plays_on_phone(self) -> bool:
        return bool(self.game) and not self.is_game_gone

    @property
    def entrants(self) -> tuple[int, ...]:
        return tuple(number for side in self.sides for number in side)

    def side_of(self, entrant: int) -> int:
        """The place of the entrant's side."""
        return next(place for place, side in enumerate(self.sides) if entrant in side)


@dataclass(frozen=True)
class Round:
    """One round: its tables, and who sits out."""

    number: int
    tables: tuple[Table, ...]
    out: tuple[int, ...]
    how: str
    clock: str = ""
    """The time when its clock was started."""
    resting: tuple[int, ...] = ()
    """The entrants in ``out`` who asked to sit out."""
    excused: tuple[int, ...] = ()
    """Entrants who sat out, and then played for somebody who left: for them it counts as sitting out."""
    left: tuple[int, ...] = ()
    """The entrants whose place a substitute took."""
    heirs: Mapping[int, int] = field(default_factory=dict)
    """By those of them whose table was over, or who sat out: the substitute, who has their place in the next round."""

    @cached_property
    def is_done(self) -> bool:
        return all(table.totals for table in self.tables)

    @property
    def has_begun(self) -> bool:
        """True if a table has totals, a game on a phone, or a substitute."""
        return any(table.totals or table.plays_on_phone or table.has_substitutes for table in self.tables)

    @cached_property
    def present(self) -> frozenset[int]:
        """All who were seated or sat out."""
        return frozenset(self.out).union(self.left, *(table.entrants for table in self.tables))

    @cached_property
    def parts(self) -> Mapping[int, Part]:
        """By entrant, what counts for them."""
        return {entrant: part for table in self.tables for entrant, part in table.parts.items()}

    def had_place(self, entrant: int) -> bool:
        """True if an entrant has a seat, had one when deals were played, or has that of somebody for the next round."""
        return bool(self.table_of(entrant)) or entrant in self.parts or entrant in self.heirs.values()

    def table_of(self, entrant: int) -> Table | None:
        return self._table_of.get(entrant)

    @cached_property
    def _table_of(self) -> Mapping[int, Table]:
        return {entrant: table for table in self.tables for entrant in table.entrants}


@dataclass(frozen=True)
class Night:
    """A night as it is now."""

    plan: Plan
    entrants: Mapping[int, Entrant] = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    penalties: tuple[PenaltyGiven, ...] = ()
    play_offs: tuple[PlayOffWon, ...] = ()
    prizes: tuple[PrizeGiven, ...] = ()
    cash: tuple[CashCounted, ...] = ()
    shown: bool = False
    closed: bool = False
    door: int = 1
    """The number of the code that lets phones in; 0 for none."""
    codes: int = 1
    """How many codes there were."""
    day: str = ""
    """The day on which it was played, once it was corrected; empty where it was opened for that day."""
    chart: tuple[int, ...] = ()
    """The entrants of round 1 in the order of the chart's numbers; a substitute takes over a number."""

    @property
    def here(self) -> tuple[int, ...]:
        """The numbers of the entrants who are here."""
        return tuple(each.number for each in self.entrants.values() if each.here)

    @property
    def last(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def played(self) -> tuple[Round, ...]:
        """The rounds that are over."""
        return tuple(each for each in self.rounds if each.is_done)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The entrants who are here and want to play, and have no table in the open round."""
        ready = tuple(each for each in self.here if not self.entrants[each].rests)
        there = self.last
        return tuple(each for each in ready if not (there and (there.table_of(each) or each in there.resting)))

    @property
    def stays(self) -> dict[int, int]:
        """By entrant who stays at a table, its number."""
        return {each.number: each.stays for each in self.entrants.values() if each.stays}

    @property
    def shows_standing(self) -> bool:
        """True if everybody may see the standing."""
        return self.closed or self.shown or not self.plan.hidden

    def name(self, entrant: int) -> str:
        """The name of an entrant."""
        return self.entrants[entrant].name

    def table_with(self, game: str) -> Table | None:
        """The table that keeps its score in this game."""
        return next((table for each in self.rounds for table in each.tables if table.game == game), None)

    def find(self, names: Iterable[str]) -> Entrant | None:
        """The entrant who goes by these names, those of a pair in either order."""
        sought = sorted(map(same_name, names))
        return next((each for each in self.entrants.values() if sorted(map(same_name, each.names)) == sought), None)


Batch: TypeAlias = Sequence[Event]
"""The events of one tap, which are undone together."""


def fold(batches: Iterable[Batch]) -> Night:
    """Return the night after its events.

    :raises ValueError: if the first is no :class:`NightOpened`, or an event does not fit those before it.
    """
    held = [event for batch in holding(batches) for event in batch]
    if not held or not isinstance(held[0], NightOpened):
        raise ValueError("a night begins with NightOpened")
    night = Night(held[0].plan)
    for event in held[1:]:
        night = apply(night, event)
    return night


def apply(night: Night, event: Event) -> Night:
    """Return the night after one more event; :func:`holding` knows of undone ones.

    :raises ValueError: if it does not fit those before it.
    """
    try:
        return _APPLY[type(event)](night, event)
    except LookupError as fault:
        raise ValueError(f"a {type(event).__name__} does not fit the events before it") from fault


def without_games(night: Night, is_gone: Callable[[str], bool]) -> Night:
    """Put the tables of the last round whose game ``is_gone`` on paper."""
    if night.last is None:
        return night
    tables = (replace(each, is_game_gone=bool(each.game) and is_gone(each.game)) for each in night.last.tables)
    return _put(night, replace(night.last, tables=tuple(tables)))


def holding(batches: Iterable[Batch]) -> list[Batch]:
    """The taps that were not undone; the first can't be."""
    return _replayed(batches)[0]


def undone_draw(batches: Iterable[Batch]) -> RoundDrawn | None:
    """Return the draw that was undone last, unless the round was drawn otherwise since."""
    return next(reversed(_replayed(batches)[1]), None)


def _replayed(batches: Iterable[Batch]) -> tuple[list[Batch], list[RoundDrawn]]:
    """The taps that were not undone, and the draws that can be made once more, the next one last."""
    held: list[Batch] = []
    undone: list[RoundDrawn] = []
    for batch in batches:
        if any(isinstance(event, LastUndone) for event in batch):
            undone += [event for event in held.pop() if isinstance(event, RoundDrawn)] if len(held) > 1 else []
            continue
        held.append(batch)
        if drawn := [event for event in batch if isinstance(event, RoundDrawn)]:
            undone = undone[:-1] if drawn == undone[-1:] else []
    return held, undone


def _with(night: Night, number: int, **changes: Any) -> Night:
    return replace(night, entrants={**night.entrants, number: replace(night.entrants[number], **changes)})


_AWAY = {"here": False, "rests": False, "stays": 0}


def _came(night: Night, event: EntrantCame) -> Night:
    if event.number in night.entrants:
        return _with(night, event.number, here=True)
    came = Entrant(event.number, **_names(event), house=event.house)
    return replace(night, entrants={**night.entrants, event.number: came})


def _names(event: EntrantCame | EntrantRenamed) -> dict[str, Any]:
    return {
        "names": tuple(map(shown_name, event.names)),
        "shown_otherwise": any(map(is_shown_otherwise, event.names)),
    }


def _drawn(night: Night, event: RoundDrawn) -> Night:
    tables = _tables(night.plan, event.tables, 1)
    resting = tuple(each for each in event.out if night.entrants[each].rests)
    drawn = Round(event.number, tables, event.out, event.how, resting=resting)
    rested = {number: replace(each, rests=False) if each.rests else each for number, each in night.entrants.items()}
    chart = tuple(sorted(drawn.present)) if event.number == 1 else night.chart
    return replace(night, entrants=rested, rounds=(*night.rounds[: event.number - 1], drawn), chart=chart)


def _tables(plan: Plan, seated: Sequence[Seating], first: int) -> tuple[Table, ...]:
    return tuple(
        Table(number, sides, is_bye=plan.sizes.in_pairs and len(sides) == 3)
        for number, sides in enumerate(seated, first)
    )


def _added(night: Night, event: TablesAdded) -> Night:
    there = night.rounds[event.number - 1]
    further = _tables(night.plan, event.tables, len(there.tables) + 1)
    added = replace(there, tables=(*there.tables, *further), out=event.out)
    came = sorted(added.present - there.present) if event.number == 1 else ()
    return replace(_put(night, added), chart=(*night.chart, *came))


def _swapped(night: Night, event: SeatsSwapped) -> Night:
    change = {event.one: event.other, event.other: event.one}
    there = night.rounds[event.number - 1]
    tables = tuple(_reseated(table, change) for table in there.tables)
    return _put(night, replace(there, tables=tables, out=tuple(change.get(each, each) for each in there.out)))


def _reseated(table: Table, change: Mapping[int, int]) -> Table:
    if change.keys().isdisjoint(table.entrants):
        return table
    sides = tuple(tuple(change.get(each, each) for each in side) for side in table.sides)
    # A game that was deleted was of those who sat here before: brought back, it is not this table’s.
    return replace(table, sides=sides, game="")


def _substituted(night: Night, event: SubstituteSeated) -> Night:
    leaving, there = night.entrants[event.leaving], night.rounds[event.number - 1]
    if event.names:
        names = tuple(map(shown_name, event.names))
        before = sum(name in leaving.names for name in names)
        came = Entrant(event.entrant, names, before=before)
        if before:
            came = replace(came, house=leaving.house, stays=leaving.stays)
        night = replace(night, entrants={**night.entrants, event.entrant: came})
    night = _with(night, event.leaving, **_AWAY)
    change = {event.leaving: event.entrant, event.entrant: event.leaving}
    chart = tuple(change.get(each, each) for each in night.chart)
    table = there.table_of(event.leaving)
    there = replace(there, left=(*there.left, event.leaving))
    if table and not table.totals:
        tables = tuple(_taken_over(each, event) if each == table else each for each in there.tables)
        out = tuple(each for each in there.out if each != event.entrant)
        still = {*there.out} - {*out} if event.gets is SubstituteGets.NOTHING else ()
        there = replace(there, tables=tables, out=out, excused=(*there.excused, *still))
    else:
        there = replace(there, heirs={**there.heirs, event.leaving: event.entrant})
    return replace(_put(night, there), chart=chart)


def _taken_over(table: Table, event: SubstituteSeated) -> Table:
    """A table at which a substitute has taken the seat of one who leaves."""
    side = table.side_of(event.leaving)
    seat = side, table.sides[side].index(event.leaving)
    scorer = table.for_others.get(event.leaving, event.leaving)
    others = {sitting: whom for sitting, whom in table.for_others.items() if sitting != event.leaving}
    if event.gets is SubstituteGets.NOTHING:
        others[event.entrant] = scorer
    shares = table.shares
    if event.gets is SubstituteGets.REST:
        own = [each for each in shares if each.seat == seat]
        deals, points, sets = (sum(getattr(each, figure) for each in own) for figure in ("deals", "points", "sets"))
        shares = (*shares, Share(scorer, seat, event.deals - deals, event.points - points, event.sets - sets))
    change = {event.leaving: event.entrant}
    sides = tuple(tuple(change.get(each, each) for each in side) for side in table.sides)
    return replace(table, sides=sides, shares=shares, for_others=others)


def _entered(night: Night, event: TotalsEntered | TotalsCorrected) -> Night:
    there = night.rounds[event.number - 1]
    old = (event.old,) if isinstance(event, TotalsCorrected) else ()
    tables = tuple(
        replace(table, totals=event.totals, corrected_from=(*table.corrected_from, *old))
        if table.number == event.table
        else table
        for table in there.tables
    )
    return _put(night, replace(there, tables=tables))


def _begun(night: Night, event: GameBegun) -> Night:
    there = night.rounds[event.number - 1]
    tables = tuple(replace(table, game=event.game) if table.number == event.table else table for table in there.tables)
    return _put(night, replace(there, tables=tables))


def _clocked(night: Night, event: ClockStarted) -> Night:
    return _put(night, replace(night.rounds[event.number - 1], clock=event.at))


def _put(night: Night, changed: Round) -> Night:
    rounds = list(night.rounds)
    rounds[changed.number - 1] = changed
    return replace(night, rounds=tuple(rounds))


_APPLY: Mapping[type, Callable[[Night, Any], Night]] = {
    PlanChanged: lambda night, event: replace(night, plan=event.plan),
    EntrantCame: _came,
    EntrantLeft: lambda night, event: _with(night, event.number, **_AWAY),
    EntrantRested: lambda night, event: _with(night, event.number, rests=event.rests),
    EntrantStays: lambda night, event: _with(night, event.number, stays=event.table),
    EntrantRenamed: lambda night, event: _with(night, event.number, **_names(event)),
    RoundDrawn: _drawn,
    TablesAdded: _added,
    SeatsSwapped: _swapped,
    SubstituteSeated: _substituted,
    ClockStarted: _clocked,
    GameBegun: _begun,
    TotalsEntered: _entered,
    TotalsCorrected: _entered,
    PenaltyGiven: lambda night, event: replace(night, penalties=(*night.penalties, event)),
    PlayOffWon: lambda night, event: replace(night, play_offs=(*night.play_offs, event)),
    EntryPaid: lambda night, event: _with(night, event.entrant, paid=event.paid),
    SetsPaid: lambda night, event: _with(night, event.entrant, paid_for_sets=event.cents),
    PrizeGiven: lambda night, event: replace(night, prizes=(*night.prizes, event)),
    CashCounted: lambda night, event: replace(night, cash=(*night.cash, event)),
    StandingShown: lambda night, event: replace(night, shown=event.shown),
    DoorChanged: lambda night, event: replace(night, door=event.code, codes=max(night.codes, event.code)),
    DayCorrected: lambda night, event: replace(night, day=event.day),
    NightClosed: lambda night, _: replace(night, closed=True),
}
