"""Photographs of meld, kept only while somebody corrects what was read in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.store.database import Database, Row
from companion.store.ids import random_id
from companion.store.journal import Body
from companion.store.tables.columns import from_json, json_faults, to_json

NEVER = "9999"
"""Later than every moment."""
MOST_PHOTOS = 400
"""Of a game, and of all photos that are for none: 800 MB, were each of them noise. A photo is looked at for minutes."""


@dataclass(frozen=True)
class Photo:
    """A photograph with what was read in it; the JPEG is one of our own making, so it holds no EXIF."""

    id: str
    game_id: str | None
    jpeg: bytes
    reading: Body
    at: str


class Photos:
    """Photographs by random id. Nothing here outlives :meth:`prune`; the game's journal keeps cards, not pictures.

    No backup holds any.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep_photo(self, game_id: str | None, jpeg: bytes, reading: Body, at: str, photo_id: str = "") -> str:
        """Keep a re-encoded photograph, for a game or for none, and return its id: a random one, unless it has one.

        Of more than 400 of the game, or for none, the oldest go.

        :raises AlreadyThere: if there is one of this id.
        """
        photo_id = photo_id or random_id()
        with self._database.write() as rows:
            rows.run(_INSERT, photo_id, game_id, jpeg, to_json(reading), at)
            rows.run(_KEEP_NO_MORE, game_id or "", game_id or "", photo_id, MOST_PHOTOS)
        return photo_id

    def find_photo(self, photo_id: str) -> Photo | None:
        """The photograph, or nothing if it was never kept or is gone.

        :raises Damaged: if what was read in it can't be read any more.
        """
        with self._database.read() as rows:
            row = rows.first("select * from photo where id = ?", photo_id)
        return None if row is None else _to_photo(row)

    def readings_of(self, game_id: str, most: int) -> list[Body]:
        """What was read in the newest photographs of a game, the newest first, up to ``most``.

        :raises Damaged: if one can't be read any more.
        """
        sql = "select id, reading from photo where game_id = ? order by created_at desc, id desc limit ?"
        with self._database.read() as rows:
            found = rows.all(sql, game_id, most)
        return [_reading_in(row) for row in found]

    def change_reading(self, photo_id: str, change: Callable[[Body], Body]) -> Body | None:
        """Put what ``change`` makes of a reading in its place, nobody else meanwhile; nothing if it is gone.

        :raises Damaged: if what was read in it can't be read any more.
        """
        with self._database.write(f"photo {photo_id}") as rows:
            row = rows.first("select id, reading from photo where id = ?", photo_id)
            if row is None:
                return None
            changed = change(_reading_in(row))
            rows.run("update photo set reading = ? where id = ?", to_json(changed), photo_id)
        return changed

    def prune(self, before: str, after: str = NEVER) -> int:
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
_KEEP_NO_MORE = (
    "delete from photo where coalesce(game_id, '') = ? and id not in (select id from photo "
    "where coalesce(game_id, '') = ? order by id = ? desc, created_at desc, id desc limit ?)"
)
_OVER = "created_at < ? or created_at > ?"


def _to_photo(row: Row) -> Photo:
    return Photo(row["id"], row["game_id"], row["jpeg"], _reading_in(row), row["created_at"])


def _reading_in(row: Row) -> Body:
    return from_json(row["reading"], f"of photo {row['id']} the reading")
