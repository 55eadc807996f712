"""Games, nights and their entries as their journals keep them, and the seals of these.

A seal is a hash over an entry and the seal before it, so that a journal altered anywhere no longer fits.
Seals find damage, and show whose copy was edited; they are no proof against somebody who seals again. Times
are UTC in ISO 8601 (``2026-11-20T19:04:05.000+00:00``) and come from the caller.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from companion.store.database import Body, Json, Row, Rows, Value, from_json
from companion.store.errors import Damaged
from companion.store.tables import Records


class Shelf(str, Enum):
    """The shelf of a game or a night. It is not sealed: moving either does not change it."""

    OPEN = "open"
    ARCHIVE = "archive"
    BIN = "bin"
    """Deleted, until the bin is emptied: nobody plays it or writes to it."""
    SAMPLE = "sample"
    """A sample to look around in: in no list, figure or file of all games. It is a sample from the start, and no other
    game becomes one.
    """

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class NewGame:
    """A game before it is stored: the values fixed from the first deal to the last."""

    title: str
    variant: str
    at: str
    options: Body = field(default_factory=dict)
    """The game's options on that day."""
    table: Body = field(default_factory=dict)
    """The seating, and everything else that a list of games shows."""


@dataclass(frozen=True)
class GameRow(NewGame):
    """A stored game; ``at`` is when it was created."""

    id: str = ""
    version: int = 0
    updated_at: str = ""
    shelf: Shelf = Shelf.OPEN
    shelved_at: str = ""
    """The time it was last moved to another shelf; empty if never. For a sample: when it was made."""
    fault: str = ""
    """The reason that part of this row can't be read, if it is only listed; empty if it is sound."""


@dataclass(frozen=True)
class NewNight:
    """A night of several tables before it is stored, with the values for lists."""

    name: str
    day: str
    at: str


@dataclass(frozen=True)
class NightRow(NewNight):
    """A stored night; ``at`` is when it was opened."""

    id: str = ""
    version: int = 0
    opened_here: bool = False
    """True if a form opened it here; an imported night only claims what its file says."""
    played_on: str = ""
    """Its day, as it was corrected; ``day`` is the one that it was opened for."""
    shelf: Shelf = Shelf.OPEN
    shelved_at: str = ""
    """The time it was last moved to another shelf; empty if never."""
    fault: str = ""
    """The reason that it can't be shown, if it is only listed; empty if it is sound."""


class Order(str, Enum):
    """The order of a list of games."""

    WRITTEN = "turn"
    """The one written to last first, whatever the clocks said."""
    BEGUN = "created_at"
    """The one that began last first."""


@dataclass(frozen=True)
class NewEntry:
    """One event before it is stored; ``kind`` is its class's name and ``body`` its fields."""

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
    """The result of a write.

    ``replayed`` says that its key had been seen before: then nothing was written, and ``version`` is what the first
    write led to.
    """

    game_id: str
    version: int
    replayed: bool = False
    imprint: str = ""
    """The imprint of the first write with its key; empty if it gave none."""


class Sealed(Protocol):
    """The journal of a game or of a night, as it was read."""

    @property
    def head(self) -> GameRow | NightRow:
        """The journaled game or night."""
        ...

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, in order."""
        ...

    @property
    def seals(self) -> tuple[str, ...]:
        """One seal for each entry, over it and all before it."""
        ...


@dataclass(frozen=True)
class Journaled:
    """A game and all its entries, in order."""

    game: GameRow
    entries: tuple[Entry, ...]
    seals: tuple[str, ...] = ()

    @property
    def head(self) -> GameRow:
        """The game."""
        return self.game

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return self.game.version


def stays(new: NewGame | NewNight) -> dict[str, Json]:
    """All that stays true of a game or a night, by name. Its id is no part of it."""
    kind = NewGame if isinstance(new, NewGame) else NewNight
    return {each.name: getattr(new, each.name) for each in dataclasses.fields(kind)}


def first_link(new: NewGame | NewNight) -> str:
    """Return the start of the chain of seals: a hash of everything fixed about the game or night."""
    return _hash([*stays(new).values()])


def seal(before: str, entry: Entry) -> str:
    """The seal of an entry whose predecessor has the seal ``before``: a SHA-256 in hexadecimal digits."""
    return _hash([before, entry.seq, entry.batch, entry.kind, entry.body, entry.who, entry.at])


def seals(before: str, entries: Iterable[Entry]) -> Iterator[str]:
    """The seals of entries that follow one another."""
    for entry in entries:
        before = seal(before, entry)
        yield before


def altered(found: Sealed) -> int | None:
    """Return the number of the first entry that does not match its seal; 1 also if the fixed columns changed."""
    expected = list(seals(first_link(found.head), found.entries))
    pairs = zip(expected, found.seals, strict=False)
    whole = next((seq for seq, (right, kept) in enumerate(pairs, start=1) if right != kept), None)
    return whole if whole or len(expected) == len(found.seals) else min(len(expected), len(found.seals)) + 1


def begins_with(found: Sealed, seal: str, entries: int) -> bool:
    """Return True if its first entries end in a seal; entries damaged since do not.

    They are sealed again, since what is kept beside an entry outlives damage to the entry.
    """
    return seal in seals(first_link(found.head), found.entries[:entries])


def refuse_nothing(entries: Sequence[NewEntry]) -> None:
    """Refuse to write no entries at all.

    :raises ValueError: if there are none.
    """
    if not entries:
        raise ValueError("nothing to write: a command that changes nothing has no entries to append")


def numbered(entries: Sequence[NewEntry], after: int, batch: int) -> list[Entry]:
    """One command's entries in their places."""
    return [Entry(new.kind, new.body, new.who, new.at, seq, batch) for seq, new in enumerate(entries, start=after + 1)]


def last_seal(before: str, entries: Sequence[Entry]) -> str:
    """The seal of the last of all entries of a journal.

    :raises ValueError: if there are none, or they are not numbered 1, 2, 3 …
    """
    if not entries or [entry.seq for entry in entries] != list(range(1, len(entries) + 1)):
        raise ValueError("the entries of a journal are numbered 1, 2, 3 … and there is at least one")
    return [*seals(before, entries)][-1]


def entry_rows(before: str, entries: Sequence[Entry]) -> list[dict[str, Value]]:
    """The values of entries that follow on the seal ``before``, by the columns that both tables of entries have."""
    sealed = zip(entries, seals(before, entries), strict=True)
    return [{**_ENTRIES.values(entry), "seal": seal} for entry, seal in sealed]


_ENTRIES = Records("entry", Entry)
GAMES = Records("game", GameRow, at="created_at")
NIGHTS = Records("night", NightRow, at="created_at", opened_here="made_by is not null")


def _hash(values: Json) -> str:
    # Sorted, since a table of JSON values (or a person's editor) may keep the keys of an object in another order.
    text = json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


# Not joined: SQLite would look at every word of every game, and there are few words and many games.
_HAS_WORD = (
    "id in (select game_id from word_of_game where word in (select word from name_word where word like ? escape '!'))"
)


def listing_of(
    shelf: Shelf | None, among: Collection[str] | None, order: Order, words: Sequence[str] = ()
) -> tuple[str, list[Value]]:
    """Return SQL for games in an order, indexed if a shelf is named, and the values for its placeholders."""
    asked, values = _asked(shelf, among, words)
    return f"{GAMES.select} where {asked} order by {order.value} desc, id", values


def counting_of(shelf: Shelf, among: Collection[str] | None, words: Sequence[str]) -> tuple[str, list[Value]]:
    """Return SQL that counts such games, and the values for its placeholders."""
    asked, values = _asked(shelf, among, words)
    return f"select count(*) as games from game where {asked}", values  # noqa: S608 - ours


def _asked(shelf: Shelf | None, among: Collection[str] | None, words: Sequence[str]) -> tuple[str, list[Value]]:
    asked = ["true"] if shelf is None else ["shelf = ?"]
    values: list[Value] = [] if shelf is None else [shelf.value]
    if among is not None:
        asked.append(f"id in ({', '.join('?' * len(among)) or 'null'})")
        values += among
    for word in words:
        asked.append(_HAS_WORD)
        values.append("%" + re.sub("([!%_])", r"!\1", word) + "%")
    return " and ".join(asked), values


def to_listed(row: Row) -> GameRow:
    """A game as lists show it; one with unreadable columns is listed too, with the reason."""
    try:
        return GAMES.read(row)
    except Damaged as fault:
        return GAMES.read({**row, "options": "{}", "table": "{}", "fault": str(fault)})


def to_entry(row: Row, whose: str) -> Entry:
    """The entry of a row.

    :param whose: the game or the night, in words.
    :raises Damaged: if its body can't be read.
    """
    body = from_json(row["body"], f"of {whose} entry {row['seq']}")
    return Entry(row["kind"], body, row["who"], row["at"], row["seq"], row["batch"])


def seal_nights(rows: Rows) -> None:
    """Seal the nights that were written before nights had seals; one that can't be read stays without."""
    for night in NIGHTS.all(rows, "true"):
        kept = rows.all("select * from night_entry where night_id = ? order by seq", night.id)
        with suppress(Damaged):
            entries = [to_entry(each, f"night {night.id}") for each in kept]
            own_seals = zip(seals(first_link(night), entries), entries, strict=True)
            sealed = [(seal, night.id, entry.seq) for seal, entry in own_seals]
            rows.run_many("update night_entry set seal = ? where night_id = ? and seq = ?", sealed)


def readable(rows: Iterable[Row]) -> Iterator[tuple[str, Body]]:
    """The readable entry bodies, each with the id of its game."""
    for row in rows:
        with suppress(Damaged):
            yield row["game_id"], from_json(row["body"], f"an entry of game {row['game_id']}")
