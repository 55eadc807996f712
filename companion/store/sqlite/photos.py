"""Photographs of meld, kept only while somebody corrects what was read in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.store.ids import random_id
from companion.store.journal import Body
from companion.store.sqlite.columns import from_json, json_faults, to_json
from companion.store.sqlite.database import Sqlite


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

    def __init__(self, sqlite: Sqlite) -> None:
        self._sqlite = sqlite

    def keep_photo(self, game_id: str | None, jpeg: bytes, reading: Body, at: str) -> str:
        """Keep a re-encoded photograph, for a game or for none, and return its id."""
        photo_id = random_id()
        row = {"id": photo_id, "game_id": game_id, "jpeg": jpeg, "reading": to_json(reading), "created_at": at}
        with self._sqlite.write() as db:
            db.table("photo").insert(row)
        return photo_id

    def find_photo(self, photo_id: str) -> Photo | None:
        """The photograph, or nothing if it was never kept or is gone.

        :raises Damaged: if what was read in it can't be read any more.
        """
        with self._sqlite.read() as db:
            for row in db.query("select * from photo where id = ?", [photo_id]):
                return _to_photo(row)
        return None

    def readings_of(self, game_id: str, most: int) -> list[Body]:
        """What was read in the newest photographs of a game, the newest first, up to ``most``.

        :raises Damaged: if one can't be read any more.
        """
        sql = "select id, reading from photo where game_id = ? order by created_at desc, rowid desc limit ?"
        with self._sqlite.read() as db:
            return [
                from_json(row["reading"], f"of photo {row['id']} the reading") for row in db.query(sql, [game_id, most])
            ]

    def correct_reading(self, photo_id: str, reading: Body) -> bool:
        """Put a corrected reading in place of the one that was kept; false if the photograph is gone."""
        with self._sqlite.write() as db:
            sql = "update photo set reading = ? where id = ?"
            return db.execute(sql, [to_json(reading), photo_id]).rowcount > 0

    def prune(self, before: str, after: str = "9999") -> int:
        """Remove the photographs kept before one time or after another; how many there were."""
        with self._sqlite.read() as db:
            if not db.table("photo").count_where("created_at < ? or created_at > ?", [before, after]):
                return 0
        with self._sqlite.write() as db:
            return db.execute("delete from photo where created_at < ? or created_at > ?", [before, after]).rowcount

    def faults(self) -> Iterator[str]:
        """Those whose reading can't be read any more, a sentence each."""
        with self._sqlite.read() as db:
            rows = list(db.query("select id, reading from photo"))
        return json_faults((f"of photo {row['id']} the reading", row["reading"]) for row in rows)


def _to_photo(row: Mapping[str, Any]) -> Photo:
    reading = from_json(row["reading"], f"of photo {row['id']} the reading")
    return Photo(row["id"], row["game_id"], row["jpeg"], reading, row["created_at"])
