"""The events of the game room in the journal: written as entries, read back, brought up to date."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from companion.game.record.events import EVENTS, Event, GameStarted
from companion.game.record.fold import Recorded, fold
from companion.game.record.state import GameState
from companion.store.codec import Codec, Upcast
from companion.store.journal import Journaled, NewEntry, NewGame

UPCASTS: Mapping[str, tuple[Upcast, ...]] = {}
"""For each kind whose fields have changed, its steps from version 1 to the newest (docs/store.md)."""

CODEC: Codec[Event] = Codec(EVENTS, UPCASTS)


def to_new_game(started: GameStarted, at: str) -> NewGame:
    """What the store says of a game without folding it: its players, its variant and the options of that day."""
    return NewGame(
        title=", ".join(started.names),
        variant=started.variant,
        at=at,
        options=json.loads(started.options),
        table={"names": list(started.names), "house": started.house},
    )


def to_entries(events: Iterable[Event], who: str, at: str) -> list[NewEntry]:
    """The events of one command as entries to append.

    :raises CodecError: if one of them holds what its class does not allow.
    """
    return [NewEntry(*CODEC.encode(event), who, at) for event in events]


def to_history(found: Journaled) -> tuple[Recorded, ...]:
    """The events of a game in their places, those that were struck since included.

    :raises CodecError: if an entry cannot be read.
    """
    return tuple(Recorded(entry.seq, entry.batch, CODEC.decode(entry.kind, entry.body)) for entry in found.entries)


def fold_game(found: Journaled) -> GameState:
    """Where a game stands.

    :raises CodecError: if an entry cannot be read.
    :raises ValueError: if the entries are not those of a game from its start.
    """
    return fold(to_history(found))
