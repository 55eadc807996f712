"""Moments as the store keeps them, and the evening to which each belongs."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone, tzinfo


def at(moment: datetime) -> str:
    """A moment as the store writes it; ``moment`` is in UTC."""
    return moment.isoformat(timespec="milliseconds")


def now() -> str:
    """This moment as the store writes it."""
    return at(datetime.now(timezone.utc))


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
    """A stored time as the clock shows it in a zone, by default this machine's; None of a damaged one."""
    try:
        moment = datetime.fromisoformat(stored)
    except ValueError:
        return None
    return moment.astimezone(zone) if moment.tzinfo else None
