"""Moments as the store keeps them: ISO 8601 in UTC with milliseconds, so that the order of texts is that of time."""

from __future__ import annotations

from datetime import datetime, timezone


def at(moment: datetime) -> str:
    """A moment as the store writes it; ``moment`` is in UTC."""
    return moment.isoformat(timespec="milliseconds")


def now() -> str:
    """This moment as the store writes it."""
    return at(datetime.now(timezone.utc))
