"""The limits of a game or a night, both for entered values and for imported files.

It is far more than any table needs. Beyond it a page would be too long to show, a database would refuse a number, or
judging would take the server's time from everybody.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.store.database import Json
from companion.store.errors import StoreError
from companion.store.moments import read_day, read_moment

MOST_ENTRIES = {"game": 12_000, "night": 4_000}
"""Twelve hundred deals, which take a second of the processor's time to judge; and forty tables in thirty rounds."""
MOST_NUMBER = 1_000_000_000
LONGEST_TEXT = 500
LONGEST_OPTIONS = 20_000
"""All options of a variant, which the first entry of a game holds as one text."""
DEEPEST = 20
_READ = {"at": read_moment, "day": read_day}
"""The parsers of fields with these names, in every event."""


class TooMuch(StoreError):
    """A value beyond the limits of a game or a night; the message says what it is, and the limit."""


def refuse_long(what: str, entries: int) -> None:
    """Refuse more entries than a ``game`` or a ``night`` may hold.

    :raises TooMuch: saying how many there may be.
    """
    if entries > MOST_ENTRIES[what]:
        raise TooMuch(
            f"there would be {entries:,} entries in it, and a {what} holds {MOST_ENTRIES[what]:,} at most: "
            f"what follows belongs into another {what}"
        )


def refuse_beyond(value: Json, where: str = "", deep: int = 0) -> None:
    """Refuse plain JSON with a number, text, time or day beyond the limits of a game or a night.

    :param where: its place, for the message.
    :raises TooMuch: with the place, the fault and the remedy.
    """
    name = where.rpartition(": ")[2]
    if deep > DEEPEST:
        raise TooMuch(f"{where.partition(': ')[0]}: it is nested more than {DEEPEST} deep")
    if isinstance(value, Mapping):
        for key in value:
            refuse_beyond(key, f"{where}: a name in it", deep)
        inside = ((f"{where}: {key}" if where else str(key), each) for key, each in value.items())
    elif isinstance(value, (list, tuple)):
        inside = ((f"{where}: {place}", each) for place, each in enumerate(value, 1))
    else:
        _refuse_plain(name, value, where)
        return
    for place, each in inside:
        refuse_beyond(each, place, deep + 1)


def _refuse_plain(name: str, value: Json, where: str) -> None:
    longest = LONGEST_OPTIONS if name == "options" else LONGEST_TEXT
    if isinstance(value, str):
        if len(value) > longest:
            raise TooMuch(f"{where}: it has {len(value):,} letters, where {longest:,} is the most")
        if name in _READ:
            try:
                _READ[name](value)
            except ValueError as fault:
                raise TooMuch(f"{where}: {fault}") from fault
    elif isinstance(value, (int, float)) and not -MOST_NUMBER <= value <= MOST_NUMBER:
        raise TooMuch(f"{where}: it is no number from −{MOST_NUMBER:,} to {MOST_NUMBER:,}")
