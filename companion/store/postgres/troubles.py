"""What PostgreSQL says when it can't be used, in words that a person understands."""

from __future__ import annotations

import psycopg

from companion.store.errors import Damaged, StoreError, Unavailable

_AGAIN = "Try again in a moment."
_AWAY = ("the database does not answer", "See whether PostgreSQL runs and can be reached; what was confirmed is safe.")
_JUST_NOW = {
    "53100": ("the disk of the database is full", "Make room on it; what was confirmed before is safe."),
    "53200": ("the database is out of memory", _AGAIN),
    "53300": ("the database has no connection left", "Raise its max_connections, or run fewer programs on it."),
    "25006": ("it may not be written to", "See that the address is that of the main server, not of a copy."),
    "42501": ("it may not be written to", "Let the companion's user write to its tables."),
    "55P03": ("others are still writing", _AGAIN),
    "40P01": ("others are writing the same", _AGAIN),
    "40001": ("others are writing the same", _AGAIN),
}
"""By the code of the error: the reason, and what a person can do about it."""
_DAMAGED = ("XX001", "XX002")
_NO_TABLES = ("42501", "3F000")
_NOT_OURS = (
    "its user may make no tables there. Make the database for that user (createdb --owner USER NAME), or let "
    "whoever owns it say: grant create, usage on schema public to USER"
)


def in_words(where: str, fault: psycopg.Error) -> StoreError | None:
    """The error to raise in place of psycopg's own; nothing for one that is a mistake of a program."""
    code = fault.sqlstate or ""
    if code in _JUST_NOW:
        return Unavailable(where, *_JUST_NOW[code])
    if code in _DAMAGED:
        return Damaged(f"{where} is damaged: {fault}")
    if isinstance(fault, psycopg.OperationalError):
        return Unavailable(where, *_AWAY)
    return None


def not_opened(where: str, fault: psycopg.Error) -> StoreError:
    """Why the database could not be opened at all, by what it says itself."""
    if fault.sqlstate in _NO_TABLES:
        return StoreError(f"{where} can't be used: {_NOT_OURS}")
    # Where nobody answered there is only libpq's own text, whose last line says what is wrong.
    lines = (fault.diag.message_primary or str(fault)).strip().splitlines() or [type(fault).__name__]
    return StoreError(f"{where} can't be used: {lines[-1].strip()}")
