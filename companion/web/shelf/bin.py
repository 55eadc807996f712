"""How long a deleted game can be brought back."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from companion.store.entries import GameRow, Shelf
from companion.store.journal import Journal
from companion.store.moments import at

KEPT_FOR = timedelta(days=30)
"""As phones keep deleted photos: long enough for whoever deletes a game to sit down with the others again."""


def forget_deleted(journal: Journal) -> tuple[str, ...]:
    """Forget the games whose time in the bin is over, with all that belongs to them; their ids."""
    return journal.empty_bin(_oldest())


def can_be_brought_back(row: GameRow) -> bool:
    """Whether a game lies in the bin and its time there is not over."""
    return row.shelf is Shelf.BIN and row.shelved_at >= _oldest()


def kept_until(row: GameRow) -> str:
    """When a game that lies in the bin is forgotten, as a stored time; empty of a damaged one."""
    try:
        return at(datetime.fromisoformat(row.shelved_at) + KEPT_FOR)
    except ValueError:
        return ""


def _oldest() -> str:
    return at(datetime.now(timezone.utc) - KEPT_FOR)
