"""The seasons that a house has made: each a name, a first day, and a last one once that is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from companion.figures.season import Season
from companion.store.database import Database, Row, Rows
from companion.store.errors import KeyUsed, Overtaken
from companion.store.ids import random_id
from companion.store.tables.columns import refuse_taken

WHAT = "season"


@dataclass(frozen=True)
class SeasonRow:
    """A season as it stands in the store; its key is its id."""

    season: Season
    version: int
    """Counted from 1, up with each change: what a writer states to have seen."""


class Seasons:
    """The seasons of one database. No game knows of them: which evenings a season holds follows from its days."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, season: Season, at: str, made_by: str | None = None) -> SeasonRow:
        """Keep a season under a new random key; the same ``made_by``, the key of a form, again gives the one it made.

        :raises NameTaken: if another has its name.
        :raises KeyUsed: if the form made another, or one that was changed since.
        """
        with self._database.write(WHAT) as rows:
            made = rows.first("select * from season where made_by = ?", made_by)
            if made is not None:
                row = _to_row(made)
                if replace(row.season, key=season.key) != season:
                    raise KeyUsed(WHAT, row.season.key)
                return row
            kept = replace(season, key=random_id())
            refuse_taken(rows, WHAT, WHAT, kept.name, kept.key)
            rows.run(_INSERT, kept.key, *_columns(kept), 1, at, made_by)
        return SeasonRow(kept, 1)

    def change(self, season: Season, seen: int) -> SeasonRow:
        """Put a season in the place of the one with its key; where it stands so already nothing is written.

        :param seen: the version that the writer looked at.
        :raises Overtaken: if that is no longer how it stands, or it is not there.
        :raises NameTaken: if another has its name.
        """
        with self._database.write(WHAT) as rows:
            found = _find(rows, season.key)
            if found is not None and found.season == season:
                return found
            refuse_taken(rows, WHAT, WHAT, season.name, season.key)
            if not rows.count(_UPDATE, *_columns(season), season.key, seen):
                raise Overtaken(WHAT, season.key)
        return SeasonRow(season, seen + 1)

    def remove(self, key: str) -> None:
        """Forget a season, if it is there; no game is touched."""
        with self._database.write(WHAT) as rows:
            rows.run("delete from season where id = ?", key)

    def find(self, key: str) -> SeasonRow | None:
        """The season of this key, if there is one."""
        with self._database.read() as rows:
            return _find(rows, key)

    def list_seasons(self) -> list[SeasonRow]:
        """Every season that can be read, the one that began last first."""
        with self._database.read() as rows:
            return [_to_row(row) for row in rows.all(_LIST) if not _fault(row)]

    def faults(self) -> Iterator[str]:
        """What is wrong with the rows, a sentence each."""
        with self._database.read() as rows:
            yield from filter(None, map(_fault, rows.all(_LIST)))


_INSERT = (
    "insert into season (id, name, folded, first_day, last_day, version, created_at, made_by) "
    "values (?, ?, ?, ?, ?, ?, ?, ?)"
)
_UPDATE = (
    "update season set name = ?, folded = ?, first_day = ?, last_day = ?, version = version + 1 "
    "where id = ? and version = ?"
)
_LIST = "select * from season order by first_day desc, folded"


def _columns(season: Season) -> tuple[str, str, str, str]:
    return season.name, season.name.casefold(), season.first, season.last


def _find(rows: Rows, key: str) -> SeasonRow | None:
    row = rows.first("select * from season where id = ?", key)
    return None if row is None or _fault(row) else _to_row(row)


def _to_row(row: Row) -> SeasonRow:
    return SeasonRow(Season(row["id"], row["name"], row["first_day"], row["last_day"]), row["version"])


def _fault(row: Row) -> str:
    """Why a season can't be asked for; empty where it can."""
    try:
        for day in filter(None, (row["first_day"], row["last_day"])):
            date.fromisoformat(day)
    except ValueError as fault:
        return f"season {row['id']} ({row['name']}): {fault}"
    return "" if row["first_day"] else f"season {row['id']} ({row['name']}): it has no first day"
