"""Photographs of meld, kept only while somebody corrects what was read in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.store.database import Database, Row
from companion.store.ids import random_id
from companion.store.journal import Body
from companion.store.tables.columns import from_json, json_faults, to_json


@dataclass(frozen=True)
class Photo:
    """A photograph with what was read in it; the JPEG is one of our own making, so it holds no EXIF."""

    id: str
    game_id: str | None
    jpeg: bytes
    reading: Body
    at: str


class Photos:
    """Photographs by random id. Nothing here outlives :meth:`prune`; the game's journal keeps cards, not pictures."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep_photo(self, game_id: str | None, jpeg: bytes, reading: Body, at: str) -> str:
        """Keep a re-encoded photograph, for a game or for none, and return its id."""
        photo_id = random_id()
        with self._database.write() as rows:
            rows.run(_INSERT, photo_id, game_id, jpeg, to_json(reading), at)
        return photo_id

    def find_photo(self, photo_id: str) -> Photo | None:
        """The photograph, or nothing if it was never kept or is gone.

        :raises Damaged: if what was read in it can't be read any more.
        """
        with self._database.read() as rows:
            row = rows.first("select * from photo where id = ?", photo_id)
        return None if row is None else _to_photo(row)

    def correct_reading(self, photo_id: str, reading: Body) -> bool:
        """Put a corrected reading in place of the one that was kept; false if the photograph is gone."""
        with self._database.write() as rows:
            return rows.count("update photo set reading = ? where id = ?", to_json(reading), photo_id) > 0

    def prune(self, before: str, after: str = "9999") -> int:
        """Remove the photographs kept before one time or after another; how many there were."""
        with self._database.read() as rows:
            if rows.first(f"select 1 from photo where {_OVER}", before, after) is None:  # noqa: S608 - all ours
                return 0
        with self._database.write() as rows:
            return rows.count(f"delete from photo where {_OVER}", before, after)  # noqa: S608 - all ours

    def faults(self) -> Iterator[str]:
        """Those whose reading can't be read any more, a sentence each."""
        with self._database.read() as rows:
            kept = rows.all("select id, reading from photo")
        return json_faults((f"of photo {row['id']} the reading", row["reading"]) for row in kept)


_INSERT = "insert into photo (id, game_id, jpeg, reading, created_at) values (?, ?, ?, ?, ?)"
_OVER = "created_at < ? or created_at > ?"


def _to_photo(row: Row) -> Photo:
    reading = from_json(row["reading"], f"of photo {row['id']} the reading")
    return Photo(row["id"], row["game_id"], row["jpeg"], reading, row["created_at"])
