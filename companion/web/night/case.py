"""One night as a request finds it, how an event is written to it, and what pages say of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from math import ceil
from typing import Any

from flask import abort, current_app

from companion.game.commands import Refusal
from companion.night.events import EntrantCame, Event, TotalsCorrected, TotalsEntered
from companion.night.judge import Refused, refuse
from companion.night.moment import Clash, NightMoment, clash
from companion.night.state import Night, Round, apply, without_games
from companion.rules.phrases import several
from companion.store.entries import Shelf
from companion.store.moments import now, on_the_wall
from companion.store.nights import NightRead
from companion.web.core.access import sees_standing
from companion.web.core.current import current_store, this_evening
from companion.web.core.forms import Form, read_form_key
from companion.web.core.game import find_open
from companion.web.core.identity import actor, this_phone
from companion.web.core.writing import ENTERED_ALREADY, MOVED_ON, STALE, MovedOn, overtaken
from companion.web.core.writing import write as write_once
from companion.web.night.forms import money_said
from companion.web.night.seating import side_names
from companion.web.night.words import sentence

NO_SUCH_NIGHT = "There is no such night here. The page of nights has those that there are."
DELETED = "This night was deleted. “Deleted nights”, on the page of nights, restores it."
Make = Callable[[Night], Sequence[Event]]
"""Makes a form's events from the night's state; it may refuse."""


def find_night(night: str) -> NightRead:
    """Return a night with its whole history.

    :raise 404: if there is none, or it is in the bin.
    """
    found = current_store().nights.read(night) or abort(404, NO_SUCH_NIGHT)
    return abort(404, DELETED) if found.row.shelf is Shelf.BIN else found


def is_gone(game: str) -> bool:
    """Return True if a table's game was deleted or can't be read: the table then keeps its score on paper."""
    return find_open(game) is None


def is_ahead(read: NightRead) -> bool:
    """Return True if the night is on a later day: people can sign up for it."""
    return read.row.played_on > this_evening().isoformat() and not read.night.rounds


def of_night(read: NightRead) -> dict[str, Any]:
    """The variables common to every page of a night."""
    return {
        "id": read.row.id,
        "read": read,
        "night": read.night,
        "money_said": money_said,
        "side_names": side_names,
        "ahead": is_ahead(read),
        "alone": current_app.config["ALONE"],
        "sees": sees_standing(read),
    }


def carry_out(night: str, form: Form, field: str, make: Make, *, needs_seen: bool = False) -> bool:
    """Judge a form by the night on its page, and write its events; return True if they were written.

    The same form again writes nothing and is answered as before. What others entered since its page was made stays,
    where the form does not touch it: two tables get their totals at the same time. Where it does, nothing is written,
    and the form says what both entered (``Form.conflict``); a refusal is put beside ``field``.

    :param needs_seen: True if nothing is written while the state of the page is unknown.
    """
    key = read_form_key()
    own = f"{this_phone()}:{key.key}:{key.imprint}"
    try:
        refusal = STALE if needs_seen and key.seen is None else write(night, make, key.seen, own)
    except Refused as refused:
        refusal = Refusal(str(refused))
    if refusal:
        form.take(refusal, field)
    return refusal is None


def write(night: str, make: Make, seen: int | None = None, key: str | None = None, who: str = "") -> Refusal | None:
    """Write what ``make`` asks for; or return the reason that nothing was written.

    :param seen: the version of the night on the form's page; what others entered since may be about the same.
    :param key: under which it is written once.
    :param who: who writes it; by default this device.
    :raises Refused: if it may not happen.
    """
    nights = current_store().nights

    def attempt() -> Refusal | None:
        read = find_night(night)
        if key is not None and nights.was_written(night, key):
            return None
        there = NightMoment(tuple(read.batches))
        refusal = _conflict(read, there, make, seen)
        events = () if refusal else _judged(there, make)
        if events:
            nights.append(night, read.row.version, events, who or actor(), now(), key)
        return refusal

    return write_once(attempt)


def _judged(there: NightMoment, make: Make) -> Sequence[Event]:
    """The form's events at this moment.

    :raises Refused: if it may not happen then.
    """
    events = make(without_games(there.night, is_gone))
    for place, event in enumerate(events):
        refuse(without_games(there.after(events[:place]).night, is_gone), event)
    return events


def _conflict(read: NightRead, there: NightMoment, make: Make, seen: int | None) -> MovedOn | None:
    if seen in (None, read.row.version):
        return None
    batches = len({entry.batch for entry in read.entries if entry.seq <= (seen or 0)})
    then = NightMoment(there.batches[:batches])
    if not seen or sum(map(len, then.batches)) != seen:
        return STALE  # no page ever showed the night so
    try:
        asked = _judged(then, make)
    except Refused:  # nobody meant then what may happen only now
        _judged(there, make)
        return STALE
    found = clash(then, there, asked)
    return _moved_on(found, asked, then.night, there, sees=sees_standing(read)) if found else None


def _moved_on(found: Clash, asked: Sequence[Event], then: Night, there: NightMoment, *, sees: bool) -> MovedOn:
    named = _with_all_who_came(there)
    shown = [event for event in found.theirs if sees or not isinstance(event, (TotalsEntered, TotalsCorrected))]
    theirs = tuple(dict.fromkeys(sentence(named, event, then.plan) for event in shown))
    if found.same:
        return overtaken(ENTERED_ALREADY, (), theirs)
    return overtaken(MOVED_ON, tuple(sentence(then, event, then.plan) for event in asked), theirs)


def _with_all_who_came(there: NightMoment) -> Night:
    """A night in which people whose arrival was undone keep their names."""
    night = there.night
    for event in (event for batch in there.batches for event in batch):
        if isinstance(event, EntrantCame) and event.number not in night.entrants:
            night = apply(night, event)
    return night


@dataclass(frozen=True)
class Clock:
    """The clock of a round."""

    bell: str
    """The time at which the bell rings, as the clock on the wall shows it."""
    seconds: int
    """Seconds until then; 0 or less once it has rung."""

    @property
    def says(self) -> str:
        if self.seconds <= 0:
            return f"The bell rang at {self.bell}. Finish the deal on the table; deal no more."
        return f"{several(-(-self.seconds // 60), 'minute')} left. The bell rings at {self.bell}."


def clock_of(night: Night, there: Round | None) -> Clock | None:
    """The clock of a round, if it runs."""
    # In UTC: minutes added to a time on the wall are an hour off when clocks change.
    started = on_the_wall(there.clock, timezone.utc) if there and there.clock else None
    if started is None or not night.plan.minutes:
        return None
    bell = started + timedelta(minutes=night.plan.minutes)
    seconds = ceil((bell - datetime.now(timezone.utc)).total_seconds())
    return Clock(f"{bell.astimezone(current_app.extensions['zone']):%H:%M}", seconds)
