"""Photographs kept with the right names of their cards, and the decks that were taught with them.

Nothing is kept before somebody at the table has agreed. An owner is a game, or a device for photographs of no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from companion.store.errors import Damaged
from companion.store.journal import Body
from companion.store.sqlite.columns import from_json, json_faults, to_json
from companion.store.sqlite.database import Sqlite

MOST_EXAMPLES = 100
NAMED = "deck:"


@dataclass(frozen=True)
class Example:
    """A photograph with what a person says lies in it."""

    id: str
    jpeg: bytes
    reading: Body
    at: str


@dataclass(frozen=True)
class TaughtDeck:
    """A deck that the reader was taught, and what that was measured to change."""

    deck: bytes
    report: Body
    at: str


class Examples:
    """The labelled photographs of each owner, until they are deleted."""

    def __init__(self, sqlite: Sqlite) -> None:
        self._sqlite = sqlite

    def agrees(self, owner: str) -> bool:
        """Whether corrected photographs of this owner may be kept."""
        with self._sqlite.read() as db:
            return any(db.query("select 1 from agreement where owner = ?", [owner]))

    def agree(self, owner: str, at: str) -> None:
        """From now on corrected photographs of this owner may be kept."""
        with self._sqlite.write() as db:
            db.execute("insert or ignore into agreement values (?, ?)", [owner, at])

    def disagree(self, owner: str) -> None:
        """No more photographs of this owner are kept; those that are stay until they are deleted."""
        with self._sqlite.write() as db:
            db.execute("delete from agreement where owner = ?", [owner])

    def keep(self, owner: str, example: Example) -> None:
        """Keep a photograph, or its newer names; of more than 100 the oldest go."""
        row = [example.id, owner, example.jpeg, to_json(example.reading), example.at]
        with self._sqlite.write() as db:
            db.execute("insert or replace into example values (?, ?, ?, ?, ?)", row)
            db.execute(
                "delete from example where owner = ? and id not in "
                "(select id from example where owner = ? order by id = ? desc, created_at desc, id limit ?)",
                [owner, owner, example.id, MOST_EXAMPLES],
            )

    def all_of(self, owner: str) -> tuple[Example, ...]:
        """The photographs of an owner, the oldest first; one whose names were damaged takes no other along."""
        with self._sqlite.read() as db:
            rows = list(db.query("select * from example where owner = ? order by created_at, id", [owner]))
        return tuple(_readable(rows))

    def find(self, owner: str, example_id: str) -> Example | None:
        """One photograph, if it is this owner's."""
        with self._sqlite.read() as db:
            sql = "select * from example where owner = ? and id = ?"
            return next((_to_example(row) for row in db.query(sql, [owner, example_id])), None)

    def delete(self, owner: str, example_id: str) -> None:
        """Forget a photograph; harmless if it is gone, or another owner's."""
        with self._sqlite.write() as db:
            db.execute("delete from example where owner = ? and id = ?", [owner, example_id])

    def keep_deck(self, owner: str, taught: TaughtDeck) -> None:
        """Keep what was learnt in place of what was learnt before."""
        row = [owner, taught.deck, to_json(taught.report), taught.at]
        with self._sqlite.write() as db:
            db.execute("insert or replace into deck values (?, ?, ?, ?)", row)

    def find_deck(self, owner: str) -> TaughtDeck | None:
        """The deck that this owner taught, if any.

        :raises Damaged: if it can't be read any more.
        """
        with self._sqlite.read() as db:
            for row in db.query("select * from deck where owner = ?", [owner]):
                report = from_json(row["report"], f"of the deck of {owner} the report")
                return TaughtDeck(row["deck"], report, row["created_at"])
        return None

    def deck_names(self) -> tuple[str, ...]:
        """The names under which decks were taught for everybody, by :func:`named_deck`."""
        with self._sqlite.read() as db:
            rows = db.query("select owner from deck where owner like ? order by owner", [f"{NAMED}%"])
            return tuple(row["owner"].removeprefix(NAMED) for row in rows)

    def delete_deck(self, owner: str) -> None:
        """Read this owner's cards as everybody's again."""
        with self._sqlite.write() as db:
            db.execute("delete from deck where owner = ?", [owner])

    def faults(self) -> Iterator[str]:
        """The photographs and decks that can't be read any more, a sentence each."""
        with self._sqlite.read() as db:
            kept = [(f"of kept photo {row['id']} the names", row["reading"]) for row in db.query(_KEPT)]
            decks = [(f"of the deck of {row['owner']} the report", row["report"]) for row in db.query(_DECKS)]
        return json_faults([*kept, *decks])


_KEPT = "select id, reading from example"
_DECKS = "select owner, report from deck"


def named_deck(name: str) -> str:
    """The owner of a deck that is known by its name, whatever its capitals: neither a game nor a device."""
    return f"{NAMED}{name.lower()}"


def _readable(rows: Iterable[Mapping[str, Any]]) -> Iterator[Example]:
    for row in rows:
        with suppress(Damaged):
            yield _to_example(row)


def _to_example(row: Mapping[str, Any]) -> Example:
    return Example(row["id"], row["jpeg"], from_json(row["reading"], "the names"), row["created_at"])
