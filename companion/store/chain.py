"""Seals: each entry's hash covers the entry before it, so that a journal that was altered anywhere no longer fits.

They find damage, and tell whose copy of a game was edited; they are no proof against somebody who seals anew.
Every back end keeps a seal beside each entry; what a seal is stands here alone.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterable, Iterator

from companion.store.journal import Entry, Journaled, Json, NewGame

_GAME_FIELDS = tuple(field.name for field in dataclasses.fields(NewGame))


def first_link(game: NewGame) -> str:
    """What the first entry's seal stands on: all that stays true of a game. Its id is no part of it."""
    return _hash([getattr(game, name) for name in _GAME_FIELDS])


def seal(before: str, entry: Entry) -> str:
    """The seal of an entry whose predecessor has the seal ``before``: a SHA-256 in hexadecimal digits."""
    return _hash([before, entry.seq, entry.batch, entry.kind, entry.body, entry.who, entry.at])


def seals(before: str, entries: Iterable[Entry]) -> Iterator[str]:
    """The seals of entries that follow one another."""
    for entry in entries:
        before = seal(before, entry)
        yield before


def altered(found: Journaled) -> int | None:
    """The number of the first entry that is not as it was sealed; 1 also where what is said of the game is not."""
    expected = list(seals(first_link(found.game), found.entries))
    pairs = zip(expected, found.seals, strict=False)
    whole = next((seq for seq, (right, kept) in enumerate(pairs, start=1) if right != kept), None)
    return whole if whole or len(expected) == len(found.seals) else min(len(expected), len(found.seals)) + 1


def _hash(values: Json) -> str:
    # Sorted, since a table of JSON values (or a person's editor) may keep the keys of an object in another order.
    text = json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
