"""The events of the game room in the journal: written as entries, read back, brought up to date."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.game.events import EVENTS, Event
from companion.store.codec import Codec, Upcast
from companion.store.journal import Journaled, NewEntry

UPCASTS: Mapping[str, tuple[Upcast, ...]] = {}
"""For each kind whose fields have changed, its steps from version 1 to the newest (docs/store.md)."""

CODEC: Codec[Event] = Codec(EVENTS, UPCASTS)


def to_entries(events: Iterable[Event], who: str, at: str) -> list[NewEntry]:
    """The events of one command as entries to append.

    :raises CodecError: if one of them holds what its class does not allow.
    """
    return [NewEntry(*CODEC.encode(event), who, at) for event in events]


def to_events(found: Journaled) -> tuple[Event, ...]:
    """The events of a game, in order, those that were struck since included.

    :raises CodecError: if an entry cannot be read.
    """
    return tuple(CODEC.decode(entry.kind, entry.body) for entry in found.entries)


def fold_game(found: Journaled) -> object:
    """What the game has come to."""
    return to_events(found)
