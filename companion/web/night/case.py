"""One night as a request finds it, how an event is written to it, and what pages say of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any

from flask import abort, current_app

from companion.night.events import (
    CashCounted,
    ClockStarted,
    DoorChanged,
    EntrantCame,
    EntrantLeft,
    EntrantRenamed,
    EntrantRested,
    EntryPaid,
    Event,
    GameBegun,
    NightClosed,
    PenaltyGiven,
    PlanChanged,
    PrizeGiven,
    RoundDrawn,
    SeatsSwapped,
    StandingShown,
    TotalsCorrected,
    TotalsEntered,
)
from companion.night.judge import refuse
from companion.night.state import SEATS, Night, Round, fold, holding
from companion.store.errors import Conflict
from companion.store.moments import now, on_the_wall
from companion.store.nights import NightRead
from companion.web.core.current import current_store
from companion.web.core.forms import read_creation_key
from companion.web.core.identity import actor
from companion.web.night.forms import money_said

NO_SUCH_NIGHT = "There is no such night here. The page of nights has those that there are."
MOVED_ON = "Others entered something at the same moment, so nothing of yours was written. Load the page and try again."
TRIES = 30
"""With sixty phones that sign in at once, five were too few."""

Make = Callable[[Night], Sequence[Event]]
"""What a form asks for, given where the night is; it may refuse."""


def find_night(night: str) -> NightRead:
    """A night with all that happened.

    :raise 404: if there is none.
    """
    return current_store().nights.read(night) or abort(404, NO_SUCH_NIGHT)


def of_night(read: NightRead) -> dict[str, Any]:
    """What every page of a night shows."""
    return {"id": read.row.id, "read": read, "night": read.night, "money_said": money_said, "SEATS": SEATS}


def write(night: str, make: Make, seen: int | None = None, *, keyed: bool = True) -> None:
    """Judge what a form asks for and write it; the same form again writes nothing.

    Directors may enter different tables at the same time: what one asks is judged again where the other wrote first.

    :param seen: the only version at which it may be written.
    :param keyed: whether the form's key goes with it, so that the same form again writes nothing.
    :raises Refused: if it may not happen.
    :raise 409: if others write all the time, or the night is at another version than ``seen``.
    """
    nights, key = current_store().nights, read_creation_key() if keyed else None
    if key is not None and nights.was_written(night, key):
        return
    for _ in range(TRIES):
        read = find_night(night)
        if seen not in (None, read.row.version):
            abort(409, MOVED_ON)
        events = make(read.night)
        for place, event in enumerate(events):
            refuse(fold([*read.batches, events[:place]]), event)
        try:
            if events:
                nights.append(night, read.row.version, events, actor(), now(), key)
        except Conflict:
            continue
        return
    abort(409, MOVED_ON)


def last_said(read: NightRead) -> str:
    """What an undo would strike, in words; empty where there is nothing."""
    held = holding(read.batches)
    if len(held) < 2:
        return ""
    batch = held[-1]
    return said(read.night, batch[0]) if len(batch) == 1 else f"{len(batch)} people came"


def said(night: Night, event: Event) -> str:
    """An event in a few words."""
    if isinstance(event, EntrantRested):
        return f"{night.name(event.number)} {'sits out the next round' if event.rests else 'plays the next round'}"
    if isinstance(event, (EntrantCame, EntrantLeft, EntrantRenamed)):
        done = {EntrantCame: "came", EntrantLeft: "left", EntrantRenamed: "was renamed"}[type(event)]
        return f"{night.name(event.number)} {done}"
    if isinstance(event, (TotalsEntered, TotalsCorrected)):
        done = "totals" if isinstance(event, TotalsEntered) else "correction"
        return f"{done} of table {event.table} in round {event.number}"
    if isinstance(event, GameBegun):
        return f"the game of table {event.table}"
    if isinstance(event, (PenaltyGiven, EntryPaid)):
        done = f"penalty of {event.points}" if isinstance(event, PenaltyGiven) else "entry"
        return f"{done} of {night.name(event.entrant)}"
    return _said_of_all(event)


def _said_of_all(event: Event) -> str:
    if isinstance(event, RoundDrawn):
        return f"round {event.number} was drawn"
    if isinstance(event, (PrizeGiven, CashCounted)):
        return event.what
    names = {
        SeatsSwapped: "two were swapped",
        ClockStarted: "the clock was started",
        PlanChanged: "the plan was changed",
        DoorChanged: "the code was changed",
        StandingShown: "the standing was shown or hidden",
        NightClosed: "the night was closed",
    }
    return names[type(event)]


@dataclass(frozen=True)
class Clock:
    """The clock of a round."""

    bell: str
    """When the bell rings, as the clock on the wall shows it."""
    left: int
    """Whole minutes until then, rounded up; 0 or less once it has rung."""

    @property
    def says(self) -> str:
        if self.left <= 0:
            return f"The bell rang at {self.bell}. Finish the deal on the table; deal no more."
        return f"{self.left} minute{'s' if self.left > 1 else ''} left. The bell rings at {self.bell}."


def clock_of(night: Night, there: Round | None) -> Clock | None:
    """The clock of a round, if it runs."""
    started = on_the_wall(there.clock, current_app.extensions["zone"]) if there and there.clock else None
    if started is None or not night.plan.minutes:
        return None
    bell = started + timedelta(minutes=night.plan.minutes)
    seconds = (bell - datetime.now(timezone.utc)).total_seconds()
    return Clock(f"{bell:%H:%M}", -int(-seconds // 60))
