"""The clock on the table's wall: stored times, which are UTC, as the people at the table say them."""

from __future__ import annotations

from datetime import date, datetime, timezone, tzinfo
from zoneinfo import ZoneInfo

from flask import Flask, current_app

from companion.store.moments import evening_of, on_the_wall


def init_app(app: Flask) -> None:
    """Tell times in ``TIME_ZONE``, by default the zone of the machine that serves, which is the table's.

    :raises ValueError: if there is no such zone.
    """
    app.extensions["zone"] = _zone(app.config["TIME_ZONE"])
    app.jinja_env.filters.update(day=day, day_said=day_said, written_day=written_day, moment=moment)


def _zone(name: str | None) -> tzinfo | None:
    try:
        return ZoneInfo(name) if name else None
    except (KeyError, ValueError, OSError) as fault:
        raise ValueError(f"TIME_ZONE: there is no time zone {name!r} here; write it as Europe/Berlin") from fault


def evening(at: str) -> date | None:
    """The evening to which a stored time belongs; None where the time is damaged."""
    moment = on_the_wall(at, current_app.extensions["zone"])
    return evening_of(moment) if moment else None


def this_evening() -> date:
    """The evening that it is now."""
    return evening_of(datetime.now(timezone.utc).astimezone(current_app.extensions["zone"]))


def day(at: str) -> str:
    """The day of a stored time: ``20 November 2026``; of a damaged one, that it is none."""
    moment = on_the_wall(at, current_app.extensions["zone"])
    return day_said(moment.date()) if moment else "some day"


def moment(at: str) -> str:
    """A stored time to the minute: ``20 November 2026, 19:05``; of a damaged one, that it is none."""
    found = on_the_wall(at, current_app.extensions["zone"])
    return f"{day_said(found.date())}, {found:%H:%M}" if found else "some day"


def day_said(moment: date) -> str:
    """A day as people say it.

    >>> day_said(date(2026, 11, 20))
    '20 November 2026'
    """
    return f"{moment.day} {moment:%B %Y}"


def written_day(text: str) -> str:
    """A day that is written as ``2026-11-20``, as people say it; of what is none, that it is none."""
    try:
        return day_said(date.fromisoformat(text))
    except ValueError:
        return "some day"
