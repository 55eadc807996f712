"""What SQLite says when a file can't be used, in words that a person understands."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from companion.store.errors import Damaged, StoreError, Unavailable

_JUST_NOW = {
    "is full": ("the disk is full", "Make room on it; what was confirmed before is safe."),
    "is locked": ("another program holds it", "Close what else has the file open; then try again."),
    "readonly": ("it may not be written to", "Let the companion's user write to the file and its folder."),
    "disk i/o error": ("the disk does not take it", "See whether the disk is full or failing."),
    "unable to open": ("it can't be opened", "See whether its folder is there, and the disk has room."),
}
"""By a part of SQLite's message (Python 3.10 has no codes): the reason, and what a person can do about it."""


def in_words(path: Path, fault: sqlite3.DatabaseError) -> StoreError:
    """The error to raise in place of SQLite's own."""
    says = str(fault).lower()
    if "not a database" in says:
        return StoreError(f"{path} is not a companion database")
    for part, (reason, remedy) in _JUST_NOW.items():
        if part in says:
            return Unavailable(path, reason, remedy)
    if "malformed" in says or "corrupt" in says:
        return Damaged(f"{path} is damaged: {fault}")
    return StoreError(f"{path} could not be used: {fault}")
