"""A night's events in words, for the undo button and for conflicts between two directors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

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
    PenaltyGiven,
    Plan,
    PlanChanged,
    PlayOffWon,
    PrizeGiven,
    RoundDrawn,
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
from companion.night.state import Night, holding
from companion.rules.phrases import begun_large, several
from companion.store.nights import NightRead
from companion.web.core.current import written_day
from companion.web.core.rendering import figure
from companion.web.night.forms import BYES, MOVEMENTS, ORDERS, SPARES, money_said
from companion.web.night.seating import side_names


def last_said(read: NightRead) -> str:
    """The step that an undo would strike, in words; empty if there is none."""
    held = holding(read.batches)
    if len(held) < 2:
        return ""
    came = sum(isinstance(event, EntrantCame) for event in held[-1])
    return f"{came} people came" if came > 1 else said(read.night, held[-1][0])


def undo_takes(read: NightRead) -> str:
    """Say what an undo would take from many at once; empty where one tap is enough."""
    held = holding(read.batches)
    batch = held[-1] if len(held) > 1 else []
    match batch:
        case [RoundDrawn(number, tables=tables)]:
            if any(isinstance(each, RoundDrawn) and each.number == number for tap in held[:-1] for each in tap):
                return f"Everybody gets back the seat that the draw before gave in round {number}."
            many = "its table" if len(tables) == 1 else f"its {len(tables)} tables"
            return f"Everybody loses the seat in round {number}, at {many}. “Redo” brings back the same seats."
        case [TablesAdded(tables=tables)]:
            names = [read.night.name(each) for table in tables for side in table for each in side]
            return f"They lose their seats at the further table: {', '.join(names)}."
        case [EntrantCame(), EntrantCame(), *_]:
            names = [" & ".join(each.names) for each in batch if isinstance(each, EntrantCame)]
            return f"They are taken off the list: {', '.join(names)}."
    return ""


def said(night: Night, event: Event) -> str:
    """An event in a few words."""
    if isinstance(event, EntrantRested):
        return f"{night.name(event.number)} {'sits out the next round' if event.rests else 'plays the next round'}"
    if isinstance(event, EntrantStays):
        stays = f"stays at table {event.table}" if event.table else "moves from table to table"
        return f"{night.name(event.number)} {stays}"
    if isinstance(event, EntrantCame):
        return f"{' & '.join(event.names)} came"
    if isinstance(event, SubstituteSeated):
        came = " & ".join(event.names) or night.name(event.entrant)
        return f"{came} took the place of {night.name(event.leaving)}"
    if isinstance(event, (EntrantLeft, EntrantRenamed)):
        return f"{night.name(event.number)} {'left' if isinstance(event, EntrantLeft) else 'was renamed'}"
    if isinstance(event, (TotalsEntered, TotalsCorrected)):
        done = "totals" if isinstance(event, TotalsEntered) else "correction"
        return f"{done} of table {event.table} in round {event.number}"
    if isinstance(event, GameBegun):
        return f"the game of table {event.table}"
    if isinstance(event, (PenaltyGiven, EntryPaid, SetsPaid, PlayOffWon)):
        return f"{_of_one(event)} of {night.name(event.entrant)}"
    return _said_of_all(event)


def _of_one(event: PenaltyGiven | EntryPaid | SetsPaid | PlayOffWon) -> str:
    if isinstance(event, PenaltyGiven):
        return f"penalty of {event.points}" if event.points > 0 else f"bonus of {-event.points}"
    return {PlayOffWon: "extra hand", SetsPaid: "sets", EntryPaid: "entry"}[type(event)]


def _said_of_all(event: Event) -> str:
    if isinstance(event, RoundDrawn):
        return f"round {event.number} was drawn"
    if isinstance(event, DayCorrected):
        return f"the day was changed to {written_day(event.day)}"
    if isinstance(event, (PrizeGiven, CashCounted)):
        return event.what
    names = {
        TablesAdded: "a further table sat down",
        SeatsSwapped: "two were swapped",
        ClockStarted: "the clock was started",
        PlanChanged: "the plan was changed",
        DoorChanged: "the code was changed",
        StandingShown: "the standing was shown or hidden",
        NightClosed: "the night was closed",
        LastUndone: "the last entry was undone",
    }
    return names[type(event)]


def sentence(night: Night, event: Event, before: Plan) -> str:
    """An event with its facts.

    :param before: the plan from which a changed one differs.
    """
    words = said(night, event)
    detail = _share_said(event) if isinstance(event, SubstituteSeated) else _detail(night, event, before)
    return f"{begun_large(words)}{': ' if detail else ''}{detail}."


def _detail(night: Night, event: Event, before: Plan) -> str:
    match event:
        case TotalsEntered(number, table, totals) | TotalsCorrected(number, table, _, totals):
            return _totals_said(night, number, table, totals)
        case SeatsSwapped(_, one, other):
            return f"{night.name(one)} and {night.name(other)}"
        case PenaltyGiven(_, _, why):
            return why
        case EntryPaid(_, paid):
            return "paid" if paid else "not paid"
        case SetsPaid(_, cents):
            return f"paid {money_said(cents)}"
        case EntrantRenamed(_, names):
            return " & ".join(names)
        case PrizeGiven(_, cents) | CashCounted(_, cents):
            return money_said(cents)
        case StandingShown(shown):
            return "shown" if shown else "hidden"
        case PlanChanged(plan):
            return ", ".join(
                f"{label} {says(getattr(plan, field))}"
                for field, (label, says) in _PLAN.items()
                if getattr(plan, field) != getattr(before, field)
            )
    return ""


def _share_said(event: SubstituteSeated) -> str:
    if event.gets is SubstituteGets.ALL:
        return f"all of round {event.number} counts for the substitute"
    if event.gets is SubstituteGets.NOTHING:
        return f"round {event.number} counts for who leaves"
    scored = f"{several(event.deals, 'deal')}, {figure(event.points)}, {several(event.sets, 'set')}"
    return f"of round {event.number} counts for who leaves: {scored}"


def _totals_said(night: Night, number: int, table: int, totals: TableTotals) -> str:
    tables = night.rounds[number - 1].tables if number <= len(night.rounds) else ()
    sides = [side for there in tables[table - 1 : table] for side in side_names(night, there)]
    scored = ", ".join(f"{side} {figure(points)}" for side, points in zip(sides, totals.points, strict=False))
    return f"{scored}; sets {', '.join(map(str, totals.sets))}; deals {totals.deals}"


_PLAN: Mapping[str, tuple[str, Callable[[Any], str]]] = {
    "name": ("name", str),
    "rules": ("rules", str),
    "sizes": ("people at a table", lambda sizes: str(sizes.seats)),
    "movement": ("who plays with whom", MOVEMENTS.__getitem__),
    "rounds": ("rounds", str),
    "deals": ("deals each", str),
    "minutes": ("minutes", str),
    "target": ("points that end a round", str),
    "spare": ("too many:", SPARES.__getitem__),
    "bye": ("sitting out counts:", BYES.__getitem__),
    "order": ("standing by", ORDERS.__getitem__),
    "hidden": ("standing hidden:", lambda yes: "yes" if yes else "no"),
    "per_deal": ("counts per deal:", lambda yes: "yes" if yes else "no"),
    "entry": ("entry", money_said),
    "per_set": ("each set", money_said),
}
"""Each choice of a plan: its name, and its values in words."""
