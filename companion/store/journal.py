"""The journal: what happened in each game, in order, and nothing ever taken out again.

This module says what every back end does. ``tests/store/test_journal.py``, ``test_journal_shelf.py`` and
``test_listing.py`` are the contract that each must pass. Times are UTC in ISO 8601
(``2026-11-20T19:04:05.000+00:00``) and come from the caller.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

from companion.store.audit import AuditEntry
from companion.store.membership import NewOwner

Json = Any
"""A value that JSON can hold: text, a whole number, true, false, null, a list or an object of such values."""

Body = Mapping[str, Json]
"""A JSON object."""


class Shelf(str, Enum):
    """Where a game lies. It is no part of what is sealed: a game is the same wherever it lies."""

    OPEN = "open"
    ARCHIVE = "archive"
    BIN = "bin"
    """Deleted, until the bin is emptied: nobody plays it or writes to it."""

    __hash__ = str.__hash__

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class NewGame:
    """A game about to be written down: what stays true of it from the first deal to the last."""

    title: str
    variant: str
    at: str
    options: Body = field(default_factory=dict)
    """The options that the game is played under, as they were on that day."""
    table: Body = field(default_factory=dict)
    """Who sits where, and whatever else a list of games shows."""


@dataclass(frozen=True)
class GameRow(NewGame):
    """A game as it stands in the store; ``at`` is when it was created."""

    id: str = ""
    version: int = 0
    updated_at: str = ""
    shelf: Shelf = Shelf.OPEN
    shelved_at: str = ""
    """When it was last laid somewhere else; empty if it never was."""
    fault: str = ""
    """What of this row can't be read, where it is only listed; empty of a sound one."""


class Order(str, Enum):
    """The order of a list of games."""

    WRITTEN = "turn"
    """The one written to last first, whatever the clocks said."""
    BEGUN = "created_at"
    """The one that began last first."""

    __hash__ = str.__hash__


@dataclass(frozen=True)
class NewEntry:
    """One event about to be written down; ``kind`` is its class's name and ``body`` its fields."""

    kind: str
    body: Body
    who: str
    at: str


@dataclass(frozen=True)
class Entry(NewEntry):
    """One event in its place: ``seq`` counts from 1, and the events of one command share a ``batch``."""

    seq: int = 0
    batch: int = 0


@dataclass(frozen=True)
class Appended:
    """What a write led to.

    ``replayed`` says that its key had been seen before: then nothing was written, and ``version`` is what the first
    write led to.
    """

    game_id: str
    version: int
    replayed: bool = False
    imprint: str = ""
    """That of the first write with its key; empty where none was given."""


@dataclass(frozen=True)
class Journaled:
    """A game and all its entries, in order."""

    game: GameRow
    entries: tuple[Entry, ...]
    seals: tuple[str, ...] = ()
    """As many as there are entries: each vouches for its entry and all before it (``chain.py``)."""

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self.game.version


class Journal(Protocol):
    """An append-only record of games, safe for many threads and processes.

    A game in the bin is read, listed and laid elsewhere; whatever else asks for it meets ``InBin``, a ``NotFound``.
    """

    def create_game(
        self,
        new: NewGame,
        first: Sequence[NewEntry],
        key: str | None = None,
        owner: NewOwner | None = None,
        imprint: str = "",
    ) -> Appended:
        """Write down a new game with its first entries (one batch) and its owner, if any, under a new random id.

        The same ``key`` again gives the game that it made the first time, whoever owns it by now, and the ``imprint``
        that was kept with it.

        :raises ValueError: if ``first`` is empty.
        """
        ...

    def restore_game(
        self, new: NewGame, entries: Sequence[Entry], owner: NewOwner | None = None, *, from_bin: bool = True
    ) -> Appended:
        """Write down a whole game at once, batches kept, with its owner, if any, under a new random id.

        One that is here already, entry by entry, is not written again, even when it has moved on since: then
        ``replayed`` is true, and where it lay in the bin it is open again.

        :param from_bin: false leaves it in the bin.
        :raises ValueError: if ``entries`` is empty or not numbered 1, 2, 3 …
        """
        ...

    def append(
        self,
        game_id: str,
        seen_version: int,
        key: str | None,
        entries: Sequence[NewEntry],
        imprint: str = "",
    ) -> Appended:
        """Add one command's entries to a game, all or none; on return they are safely on disk.

        The same ``key`` again writes nothing and gives the first outcome, even when the game has since moved on.

        :param imprint: of what the writer sent, kept with the key and given back with its outcome: whoever asks can
            tell whether the same key came with other words.
        :raises NotFound: if there is no such game.
        :raises Conflict: if the game is not at ``seen_version``.
        :raises ValueError: if ``entries`` is empty.
        """
        ...

    def outcome(self, game_id: str, key: str) -> Appended | None:
        """What a write with this key led to; nothing if there was none.

        :raises NotFound: if there is no such game.
        """
        ...

    def game_made_by(self, key: str) -> str | None:
        """The id of the game that was created with this key; nothing if none was."""
        ...

    def read(self, game_id: str) -> Journaled:
        """A game and all its entries, with the seals that were written beside them.

        :raises NotFound: if there is no such game.
        :raises Damaged: if something of it can't be read any more.
        """
        ...

    def version(self, game_id: str) -> int:
        """The number of a game's last entry.

        :raises NotFound: if there is no such game.
        """
        ...

    def mark(self, game_id: str) -> int:
        """What has grown since a game was looked at last if anything of it has: an entry, or who has which place.

        :raises NotFound: if there is no such game.
        """
        ...

    def list_games(
        self,
        shelf: Shelf | None = None,
        among: Collection[str] | None = None,
        order: Order = Order.WRITTEN,
        most: int | None = None,
        skip: int = 0,
        words: Sequence[str] = (),
    ) -> list[GameRow]:
        """Every game, or those of a shelf, those with these ids; a damaged one has its ``fault``.

        :param words: only games that have each of these somewhere in a player's name (``words_of``); names are known
            once the game's facts were gathered.
        :param most: at most so many, once ``skip`` of them are passed over; what lies behind them costs nothing.
        """
        ...

    def count_games(self, shelf: Shelf, among: Collection[str] | None, words: Sequence[str]) -> int:
        """How many games ``list_games`` would list."""
        ...

    def find_game(self, game_id: str) -> GameRow | None:
        """A game as lists show it, on whatever shelf it lies; None if there is none."""
        ...

    def bodies(self, kind: str) -> list[tuple[str, Body]]:
        """By the id of its game, the body of every entry of one kind, in no order; unreadable ones are left out."""
        ...

    def lay(self, game_id: str, shelf: Shelf, at: str, entry: AuditEntry | None = None) -> None:
        """Lay a game somewhere; where it lies there already nothing changes. Whoever follows it is woken.

        :param entry: added to the audit log in the same transaction, if something changes.
        :raises NotFound: if there is no such game.
        """
        ...

    def empty_bin(self, before: str) -> tuple[str, ...]:
        """Forget the games that were laid into the bin before a time, with all that belongs to them; their ids.

        Entries, keys, links, photographs, examples and the deck taught for the game go in one transaction.
        """
        ...

    def wait_for_change(self, game_id: str, since: int, timeout: float) -> int:
        """Wait until a game is past the mark ``since`` or ``timeout`` seconds are over; then its mark.

        Wakes for writes of this process; those of another may be seen only by whoever waits for as long again.

        :raises NotFound: if there is no such game.
        :raises Closed: if the store is closed meanwhile.
        """
        ...
