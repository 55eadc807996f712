"""A night as a page showed it, and entries of others since then about the subject of its form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from companion.game.seen import Touched, steps_that_touch
from companion.night.events import (
    CashCounted,
    ClockStarted,
    DayCorrected,
    DoorChanged,
    EntrantLeft,
    EntrantRenamed,
    EntrantRested,
    EntrantStays,
    EntryPaid,
    Event,
    LastUndone,
    NightClosed,
    PenaltyGiven,
    PlanChanged,
    PlayOffWon,
    PrizeGiven,
    RoundDrawn,
    SeatsSwapped,
    SetsPaid,
    StandingShown,
    SubstituteSeated,
    TablesAdded,
    TotalsCorrected,
    TotalsEntered,
)
from companion.night.state import Batch, Night, Table, fold, holding

Clash: TypeAlias = Touched[Event]
"""Entries that others made meanwhile about the same thing."""


@dataclass(frozen=True)
class NightMoment:
    """A night at some time."""

    batches: tuple[Batch, ...]

    @cached_property
    def night(self) -> Night:
        """The night at that time."""
        return fold(self.batches)

    def after(self, batch: Batch) -> NightMoment:
        """The night once this, too, has happened."""
        return NightMoment((*self.batches, batch))


def clash(seen: NightMoment, now: NightMoment, asked: Sequence[Event]) -> Clash | None:
    """Return what others entered since ``seen`` about a form's question; None where its events mean the same as then.

    :param now: a later moment of the same night.
    :param asked: what the form would have led to at ``seen``.
    """
    if rests_on(seen, asked) == rests_on(now, asked):
        return None
    steps = now.batches[len(seen.batches) :]
    theirs = steps_that_touch(seen, steps, NightMoment.after, lambda moment: rests_on(moment, asked))
    written = tuple(event for step in theirs for event in step)
    # Of two who draw a round each would seat it another way; both wanted it drawn.
    same = rests_on(seen.after(asked), asked) == rests_on(now, asked) or _draw_the_same(asked, written)
    return Touched(written, same)


def _draw_the_same(asked: Sequence[Event], written: Sequence[Event]) -> bool:
    ours, theirs = ({event.number for event in each if isinstance(event, RoundDrawn)} for each in (asked, written))
    return bool(ours & theirs)


def rests_on(moment: NightMoment, asked: Sequence[Event]) -> list[Any]:
    """The parts of a night that must be unchanged for these events to mean the same: of one table, not of another."""
    return [_rests_on(moment, event) for event in asked]


def _rests_on(moment: NightMoment, event: Event) -> Any:
    night = moment.night
    match event:
        case LastUndone():
            return [id(batch) for batch in holding(moment.batches)][-1:]
        case RoundDrawn():
            # Not on who is here: those who sign in at the same moment are drawn as well.
            return _seated_by(moment.batches), night.plan.movement, night.plan.spare
        case TablesAdded(number):
            return [len(each.tables) for each in night.rounds[number - 1 :]]
        case SeatsSwapped(number, one, other):
            return len(night.rounds), _places(night, number, one), _places(night, number, other)
        case SubstituteSeated(number, leaving, entrant):
            here = [known.here for known in map(night.entrants.get, (leaving, entrant)) if known]
            there = night.rounds[number - 1] if number <= len(night.rounds) else None
            table = there and there.table_of(leaving)
            # A newcomer's number may be another's by now.
            places = [] if event.names else [_places(night, number, entrant), here]
            took = [each for batch in holding(moment.batches) for each in batch if isinstance(each, SubstituteSeated)]
            taken = [each for each in took if each.leaving == leaving]
            return len(night.rounds), _places(night, number, leaving), table and table.totals, here[:1], places, taken
        case ClockStarted(number):
            return [there.clock for there in night.rounds[number - 1 :]], night.plan.minutes
        case TotalsEntered(number, table) | TotalsCorrected(number, table):
            return [(each.sides, each.totals) for each in _tables(night, number)[table - 1 : table]]
    return _rests_on_all(night, event)


def _rests_on_all(night: Night, event: Event) -> Any:
    match event:
        case PlanChanged():
            return night.plan
        case NightClosed():
            return night.closed, len(night.rounds)
        case StandingShown():
            return night.shown, night.closed
        case DoorChanged():
            return night.door, night.codes
        case DayCorrected():
            return night.day
        case PrizeGiven():
            return night.prizes
        case CashCounted():
            return night.cash
    return _rests_on_entrant(night, event)


def _rests_on_entrant(night: Night, event: Event) -> Any:
    match event:
        case EntrantLeft(number):
            return number in night.entrants and night.entrants[number].here
        case EntrantRested(number):
            there = night.entrants.get(number)
            return there and (there.here, there.rests, len(night.rounds))
        case EntrantStays(number):
            there = night.entrants.get(number)
            return there and (there.here, there.stays)
        case EntrantRenamed(number):
            return number in night.entrants and night.entrants[number].names
        case EntryPaid(number):
            return number in night.entrants and night.entrants[number].paid
        case SetsPaid(number):
            return number in night.entrants and night.entrants[number].paid_for_sets
        case PenaltyGiven(number):
            return [each for each in night.penalties if each.entrant == number]
        case PlayOffWon():
            return len(night.rounds), night.play_offs, event.level
    return None  # nobody is signed in twice


def _tables(night: Night, number: int) -> tuple[Table, ...]:
    return night.rounds[number - 1].tables if number <= len(night.rounds) else ()


def _seated_by(batches: Sequence[Batch]) -> list[int]:
    """Return the draws, swaps and substitutes that hold, by identity: a round drawn again may come out the same."""
    seating = (RoundDrawn, SeatsSwapped, SubstituteSeated)
    return [id(batch) for batch in holding(batches) if any(isinstance(event, seating) for event in batch)]


def _places(night: Night, number: int, entrant: int) -> Any:
    """Return the sides at the table of an entrant, or those sitting out for an entrant who does."""
    there = night.rounds[number - 1] if number <= len(night.rounds) else None
    table = there and there.table_of(entrant)
    return table.sides if table else there and there.out
