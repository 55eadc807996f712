"""Photographs: those that are being corrected, and those kept with their right names to teach a deck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from companion.store.database import Body, InDatabase, Row, from_json, json_faults, random_id, to_json
from companion.store.errors import Damaged
from companion.store.tables import UNLESS_THERE, Records, insert, overwrite, put

NEVER = "9999"
"""Later than every moment."""
MOST_PHOTOS = 400
"""The limit for a game, and for all photos without one: 800 MB, were all of them noise. A photo is used for minutes."""


@dataclass(frozen=True)
class Photo:
    """A photograph with its reading; we encode the JPEG ourselves, so it holds no EXIF."""

    id: str
    game_id: str | None
    jpeg: bytes
    reading: Body
    at: str


class Photos(InDatabase):
    """Photographs by random id. Nothing here outlives :meth:`prune`; the game's journal keeps cards, not pictures.

    No backup holds any.
    """

    def keep_photo(self, game_id: str | None, jpeg: bytes, reading: Body, at: str, photo_id: str = "") -> str:
        """Keep a re-encoded photograph, for a game or for none, and return its id: a random one, unless it has one.

        Of more than 400 of the game, or for none, the oldest go.

        :raises AlreadyThere: if there is one of this id.
        """
        photo = Photo(photo_id or random_id(), game_id, jpeg, reading, at)
        with self._database.write() as rows:
            insert(rows, "photo", **_PHOTOS.values(photo))
            rows.run(_KEEP_NO_MORE, game_id or "", game_id or "", photo.id, MOST_PHOTOS)
        return photo.id

    def find_photo(self, photo_id: str) -> Photo | None:
        """The photograph, or nothing if it was never kept or is gone.

        :raises Damaged: if what was read in it can't be read any more.
        """
        return _PHOTOS.first(self._database, "id = ?", photo_id)

    def readings_of(self, game_id: str, most: int) -> list[Body]:
        """Return the readings of the newest photographs of a game, newest first, up to ``most``.

        :raises Damaged: if one can't be read any more.
        """
        sql = "select id, reading from photo where game_id = ? order by created_at desc, id desc limit ?"
        found = self._database.all(sql, game_id, most)
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
        return self._database.count(f"delete from photo where {_OVER}", before, after)  # noqa: S608 - all ours

    def faults(self) -> Iterator[str]:
        """Return the photos with an unreadable reading, a sentence each."""
        kept = self._database.all("select id, reading from photo")
        return json_faults((f"of photo {row['id']} the reading", row["reading"]) for row in kept)


_PHOTOS = Records("photo", Photo, at="created_at")
_KEEP_NO_MORE = (
    "delete from photo where coalesce(game_id, '') = ? and id not in (select id from photo "
    "where coalesce(game_id, '') = ? order by id = ? desc, created_at desc, id desc limit ?)"
)
_OVER = "created_at < ? or created_at > ?"


def _reading_in(row: Row) -> Body:
    return from_json(row["reading"], f"of photo {row['id']} the reading")


MOST_EXAMPLES = 100
NAMED = "deck:"


@dataclass(frozen=True)
class Example:
    """A photograph with a person's labels."""

    id: str
    jpeg: bytes
    reading: Body
    at: str


@dataclass(frozen=True)
class TaughtDeck:
    """A deck taught to the reader, and the measured effect."""

    deck: bytes
    report: Body
    at: str


class Examples(InDatabase):
    """The labelled photographs of each owner, until they are deleted."""

    def agrees(self, owner: str) -> bool:
        """Return True if corrected photographs of this owner may be kept."""
        return self._database.first("select 1 from agreement where owner = ?", owner) is not None

    def agree(self, owner: str, at: str) -> None:
        """Allow keeping this owner's corrected photographs from now on."""
        insert(self._database, "agreement", UNLESS_THERE, owner=owner, created_at=at)

    def disagree(self, owner: str) -> None:
        """No more photographs of this owner are kept; those that are stay until they are deleted."""
        self._database.run("delete from agreement where owner = ?", owner)

    def keep(self, owner: str, example: Example) -> None:
        """Keep a photograph, or its newer names, unless another owner has it; of more than 100 the oldest go."""
        with self._database.write(f"examples of {owner}") as rows:
            insert(rows, "example", _UNLESS_ANOTHERS, owner=owner, **_EXAMPLES.values(example))
            rows.run(_KEEP_NO_MORE_EXAMPLES, owner, owner, example.id, MOST_EXAMPLES)

    def all_of(self, owner: str) -> tuple[Example, ...]:
        """The photographs of an owner, the oldest first; one whose names were damaged takes no other along."""
        kept = self._database.all(f"{_EXAMPLES.select} where owner = ? order by created_at, id", owner)
        return tuple(_readable(kept))

    def find(self, owner: str, example_id: str) -> Example | None:
        """One photograph, if it is this owner's."""
        return _EXAMPLES.first(self._database, "owner = ? and id = ?", owner, example_id)

    def delete(self, owner: str, example_id: str) -> None:
        """Forget a photograph; harmless if it is gone, or another owner's."""
        self._database.run("delete from example where owner = ? and id = ?", owner, example_id)

    def delete_all(self, owner: str) -> None:
        """Forget every photograph of an owner."""
        self._database.run("delete from example where owner = ?", owner)

    def owners(self) -> tuple[str, ...]:
        """All who have photographs."""
        return tuple(row["owner"] for row in self._database.all("select distinct owner from example order by owner"))

    def keep_deck(self, owner: str, taught: TaughtDeck) -> None:
        """Replace the earlier taught deck."""
        put(self._database, "deck", owner=owner, **_DECKS.values(taught))

    def find_deck(self, owner: str) -> TaughtDeck | None:
        """The deck that this owner taught, if any.

        :raises Damaged: if it can't be read any more.
        """
        return _DECKS.first(self._database, "owner = ?", owner)

    def deck_names(self) -> tuple[str, ...]:
        """The names under which decks were taught for everybody, by :func:`named_deck`."""
        named = self._database.all("select owner from deck where owner like ?", f"{NAMED}%")
        return tuple(sorted(row["owner"].removeprefix(NAMED) for row in named))

    def delete_deck(self, owner: str) -> None:
        """Read this owner's cards as everybody's again."""
        self._database.run("delete from deck where owner = ?", owner)

    def faults(self) -> Iterator[str]:
        """The photographs and decks that can't be read any more, a sentence each."""
        with self._database.read() as rows:
            kept = rows.all("select id, reading from example")
            decks = rows.all("select owner, report from deck")
        yield from json_faults((f"of kept photo {row['id']} the names", row["reading"]) for row in kept)
        yield from json_faults((f"of the deck of {row['owner']} the report", row["report"]) for row in decks)


_EXAMPLES = Records("example", Example, at="created_at")
_DECKS = Records("deck", TaughtDeck, at="created_at")
_UNLESS_ANOTHERS = f"{overwrite('example', ['jpeg', 'reading', 'created_at'])} where example.owner = excluded.owner"
_KEEP_NO_MORE_EXAMPLES = (
    "delete from example where owner = ? and id not in "
    "(select id from example where owner = ? order by id = ? desc, created_at desc, id limit ?)"
)


def named_deck(name: str) -> str:
    """The owner of a deck that is known by its name, whatever its capitals: neither a game nor a device."""
    return f"{NAMED}{name.lower()}"


def _readable(rows: Iterable[Row]) -> Iterator[Example]:
    for row in rows:
        with suppress(Damaged):
            yield _EXAMPLES.read(row)
