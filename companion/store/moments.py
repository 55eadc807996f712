"""Moments, days and evenings: their written forms, and the one place to read them.

What comes from a file, a form or a row may say anything. What is read here has a bounded year, so that no zone or
calendar puts it out of Python's reach, and days sort as texts. A moment may be of 1970, by the clock of a small
computer without a battery; it is read, and shown nowhere.
"""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, timezone, tzinfo

FIRST_YEAR, LAST_YEAR = 2000, 2100
CLOCKS_BEGIN = 1970
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3}(\d{3})?)?[+-]\d\d:\d\d", re.ASCII)
_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_STAMP = "%Y%m%dT%H%M%SZ"


def at(moment: datetime) -> str:
    """A moment as the store writes it; ``moment`` is in UTC."""
    return moment.isoformat(timespec="milliseconds")


def now() -> str:
    """This moment as the store writes it."""
    return at(datetime.now(timezone.utc))


def read_moment(text: str) -> datetime:
    """The moment, in UTC, that a text says; of those that ``at`` wrote and of the same in another zone.

    >>> read_moment("2026-11-20T20:00:00.000+01:00").hour
    19

    :raises ValueError: if it is none of the years 1970 to 2100; the message says what would be one.
    """
    try:
        if _MOMENT.fullmatch(text):
            moment = datetime.fromisoformat(text).astimezone(timezone.utc)
            if CLOCKS_BEGIN <= moment.year <= LAST_YEAR:
                return moment
    except (ValueError, OverflowError):
        pass
    raise ValueError(
        f"{_short(text)} is no time from {CLOCKS_BEGIN} to {LAST_YEAR} with its zone, as 2026-11-20T19:04:05.000+00:00"
    )


def read_day(text: str) -> date:
    """The day that a text says.

    >>> read_day("2026-11-20")
    datetime.date(2026, 11, 20)

    :raises ValueError: if it is none of the years 2000 to 2100; the message says what would be one.
    """
    try:
        day = date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        day = None
    if day is None or not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValueError(f"{_short(text)} is no day from {FIRST_YEAR} to {LAST_YEAR}, as 2026-11-20")
    return day


def stamp(moment: datetime) -> str:
    """A moment in the form used in file names, ``20261120T190405Z``."""
    return moment.astimezone(timezone.utc).strftime(_STAMP)


def read_stamp(text: str) -> datetime | None:
    """The moment in the name of a file; None where it is none."""
    try:
        moment = datetime.strptime(text, _STAMP).replace(tzinfo=timezone.utc)
    except ValueError:
        return None
    return moment if FIRST_YEAR <= moment.year <= LAST_YEAR else None


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:40]}…")


ENDS_AT_HOUR = 5
"""An evening lasts until five in the morning: few tables play longer, and few begin before."""


def evening_of(at: datetime) -> date:
    """The day on which the evening of a moment began.

    :param at: with its zone, as the clock on the table's wall shows it.

    >>> from datetime import timezone
    >>> evening_of(datetime(2026, 11, 21, 1, 30, tzinfo=timezone.utc))
    datetime.date(2026, 11, 20)
    """
    return (at.replace(tzinfo=None) - timedelta(hours=ENDS_AT_HOUR)).date()


def on_the_wall(stored: str, zone: tzinfo | None) -> datetime | None:
    """A stored time as the clock shows it in a zone, by default this machine's; None of one that cannot be right."""
    try:
        moment = read_moment(stored)
    except ValueError:
        return None
    return moment.astimezone(zone) if moment.year >= FIRST_YEAR else None
