"""Nights of several tables: each is a journal of its own, to which entries are added and from which none is taken."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby

from companion.night.events import EVENTS, Event, GameBegun, NightOpened, Plan
from companion.night.state import Night, fold
from companion.store.codec import Codec, CodecError
from companion.store.database import Body, Database, Row, from_json, random_id, to_json
from companion.store.errors import Conflict, KeyUsed, StoreError

CODEC: Codec[Event] = Codec(EVENTS)
NIGHT = "night"


@dataclass(frozen=True)
class NightRow:
    """A night as lists show it."""

    id: str
    name: str
    day: str
    version: int


@dataclass(frozen=True)
class NightEntry:
    """One event of a night, who entered it and when."""

    seq: int
    batch: int
    event: Event
    who: str
    at: str


@dataclass(frozen=True)
class NightRead:
    """A night with all that happened."""

    row: NightRow
    entries: tuple[NightEntry, ...]

    @property
    def batches(self) -> list[list[Event]]:
        """The events, tap by tap."""
        return [[each.event for each in batch] for _, batch in groupby(self.entries, key=lambda each: each.batch)]

    @property
    def night(self) -> Night:
        """Where the night is.

        :raises ValueError: if its entries do not fit each other.
        """
        return fold(self.batches)


class Nights:
    """The nights of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def open(self, plan: Plan, day: str, who: str, at: str, key: str | None = None) -> str:
        """Keep a new night under a new random id; the same ``key`` again gives the one that it made.

        :raises KeyUsed: if the form opened another night.
        """
        kind, body = CODEC.encode(NightOpened(plan))
        with self._database.write(NIGHT) as rows:
            made = rows.first("select id from night where made_by = ?", key)
            if made is not None:
                first = rows.first(_FIRST_BODY, made["id"])
                if first is None or json.loads(first["body"]) != json.loads(to_json(body)):
                    raise KeyUsed(NIGHT, made["id"])
                return str(made["id"])
            night = random_id()
            rows.run(_OPEN, night, plan.name, day, 1, at, key)
            rows.run(_ADD, night, 1, 1, kind, to_json(body), who, at, None, None)
        return night

    def append(self, night: str, seen: int, events: Sequence[Event], who: str, at: str, key: str | None = None) -> bool:
        """Add the events of one tap, all or none; false if the form with this key was written before.

        :param seen: the version that was judged.
        :raises Conflict: if the night has moved on since.
        """
        encoded = [CODEC.encode(event) for event in events]
        with self._database.write(f"night {night}") as rows:
            if key is not None and rows.first(_BY_KEY, night, key):
                return False
            if not rows.count(_MOVE_ON, seen + len(events), night, seen):
                now = rows.first("select version from night where id = ?", night)
                raise Conflict(night, seen, now["version"] if now else 0)
            last = rows.first("select max(batch) as batch from night_entry where night_id = ?", night)
            batch = 1 + (last["batch"] if last else 0)
            for place, (kind, body) in enumerate(encoded):
                at_seq, own_key = seen + 1 + place, None if place else key
                game = body.get("game") if kind == GameBegun.__name__ else None
                rows.run(_ADD, night, at_seq, batch, kind, to_json(body), who, at, own_key, game)
            rows.ring(night)
        return True

    def of_game(self, game: str) -> str | None:
        """The night at which a table plays this game, if one does."""
        with self._database.read() as rows:
            found = rows.first("select night_id from night_entry where game_id = ?", game)
        return None if found is None else str(found["night_id"])

    def was_written(self, night: str, key: str) -> bool:
        """Whether the form with this key was written before."""
        with self._database.read() as rows:
            return rows.first(_BY_KEY, night, key) is not None

    def read(self, night: str) -> NightRead | None:
        """A night with all that happened, if there is one.

        :raises StoreError: if an entry can't be read.
        """
        with self._database.read() as rows:
            row = rows.first("select * from night where id = ?", night)
            entries = rows.all("select * from night_entry where night_id = ? order by seq", night)
        return None if row is None else NightRead(_to_row(row), tuple(map(_to_entry, entries)))

    def version(self, night: str) -> int | None:
        """The version of a night, if there is one."""
        with self._database.read() as rows:
            found = rows.first("select version from night where id = ?", night)
        return None if found is None else int(found["version"])

    def list_nights(self, most: int = 200) -> list[NightRow]:
        """The nights, the last first."""
        with self._database.read() as rows:
            return [_to_row(row) for row in rows.all(_LATELY, most)]

    def names_lately(self, nights: int = 10) -> list[str]:
        """Who came to the last nights, by the names that they have there now, each once."""
        with self._database.read() as rows:
            lately = [row["id"] for row in rows.all(_LATELY, nights)]
        names: dict[str, None] = {}
        for night in lately:
            with suppress(StoreError, ValueError):  # a damaged night says so on its own page
                came = found.night.entrants.values() if (found := self.read(night)) else ()
                names |= dict.fromkeys(name for each in came if not each.house for name in each.names)
        return list(names)

    def faults(self) -> Iterator[str]:
        """What is wrong with the rows, a sentence each."""
        with self._database.read() as rows:
            found = rows.all("select id, name, version from night order by id")
        for row in found:
            try:
                read = self.read(row["id"])
                if read is None or [each.seq for each in read.entries] != list(range(1, row["version"] + 1)):
                    raise CodecError("an entry is missing")
                _ = read.night
            except (StoreError, ValueError) as fault:
                yield f"night {row['id']} ({row['name']}): {fault}"


_OPEN = "insert into night (id, name, day, version, created_at, made_by) values (?, ?, ?, ?, ?, ?)"
_ADD = (
    "insert into night_entry (night_id, seq, batch, kind, body, who, at, key, game_id)"
    " values (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_BY_KEY = "select 1 from night_entry where night_id = ? and key = ?"
_MOVE_ON = "update night set version = ? where id = ? and version = ?"
_LATELY = "select * from night order by day desc, created_at desc limit ?"
_FIRST_BODY = "select body from night_entry where night_id = ? and seq = 1"


def _to_row(row: Row) -> NightRow:
    return NightRow(row["id"], row["name"], row["day"], row["version"])


def _to_entry(row: Row) -> NightEntry:
    return NightEntry(row["seq"], row["batch"], CODEC.decode(row["kind"], _body(row)), row["who"], row["at"])


def _body(row: Row) -> Body:
    return from_json(row["body"], "an entry of a night")
