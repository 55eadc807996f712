"""The house variants of a table, each as its base and what it changes."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass, replace
from itertools import chain, count

from companion.rules.house import LONGEST_NAME, HouseVariant
from companion.store.database import Database, Row, Rows
from companion.store.errors import Damaged, KeyUsed, Overtaken
from companion.store.ids import random_id
from companion.store.tables.columns import from_json, next_turn, refuse_taken, to_json

WHAT = "house variant"
UNREADABLE = "what can’t be read any more"
"""In place of the changes of a house variant whose row was damaged."""


@dataclass(frozen=True)
class HouseRow:
    """A house variant as it stands in the store."""

    id: str
    house: HouseVariant
    version: int
    """Counted from 1, up with each change: what a writer states to have seen."""
    updated_at: str


class Houses:
    """The house variants of one data folder. Games never read them: a game keeps the options it began with."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, house: HouseVariant, at: str, key: str | None = None) -> HouseRow:
        """Keep a new house variant under a new random id; the same ``key`` again gives the one it made.

        :raises NameTaken: if another has its name.
        :raises KeyUsed: if the key made another, or one that was changed since.
        """
        with self._database.write(_TABLE) as rows:
            made = _first(rows, _MADE_BY, key)
            if made is not None:
                return _same(made, house)
            house_id = random_id()
            refuse_taken(rows, _TABLE, WHAT, house.name, house_id)
            rows.run(_INSERT, house_id, *_columns(house), 1, at, at, key, next_turn(rows, _TABLE))
        return HouseRow(house_id, house, 1, at)

    def bring_in(self, house: HouseVariant, at: str, key: str | None = None) -> HouseRow:
        """Keep a house variant that comes from elsewhere; where its name is taken by other rules it is numbered.

        One that is here already, name and rules, is not kept twice.

        :raises KeyUsed: if the key made other rules.
        """
        with self._database.read() as read:
            made = _first(read, _MADE_BY, key)
        if made is not None:
            return _same(made, _numbered_as(house, made.house.name))
        rows = self.list_houses()
        same = next((row for row in rows if row.house == house), None)
        taken = {row.house.name.casefold() for row in rows}
        return same or self.add(replace(house, name=_free_name(house.name, taken)), at, key)

    def change(self, house_id: str, seen: int, house: HouseVariant, at: str, key: str | None = None) -> HouseRow:
        """Put another house variant in the place of one; the same ``key`` again writes nothing.

        :param seen: the version that the writer looked at.
        :raises Overtaken: if that is no longer how it stands.
        :raises NameTaken: if another has its name.
        :raises KeyUsed: if the key changed it to something else.
        """
        with self._database.write(_TABLE) as rows:
            written = _first(rows, "select * from house_variant where id = ? and changed_by = ?", house_id, key)
            if written is not None:
                return _same(written, house)
            refuse_taken(rows, _TABLE, WHAT, house.name, house_id)
            turn = next_turn(rows, _TABLE)
            if not rows.count(_UPDATE, *_columns(house), at, key, turn, house_id, seen):
                raise Overtaken(WHAT, house_id)
        return HouseRow(house_id, house, seen + 1, at)

    def delete(self, house_id: str) -> None:
        """Forget a house variant, if it is there; games that were begun with it keep their rules."""
        with self._database.write(_TABLE) as rows:
            rows.run("delete from house_variant where id = ?", house_id)

    def find(self, house_id: str) -> HouseRow | None:
        """The house variant of this id, if there is one."""
        with self._database.read() as rows:
            return _first(rows, "select * from house_variant where id = ?", house_id)

    def list_houses(self) -> list[HouseRow]:
        """Every house variant, the one changed last first."""
        with self._database.read() as rows:
            return [_to_row(row) for row in rows.all("select * from house_variant order by turn desc")]


_TABLE = "house_variant"
_MADE_BY = "select * from house_variant where made_by = ?"
_INSERT = (
    "insert into house_variant (id, name, folded, base, changes, version, created_at, updated_at, made_by, turn) "
    "values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_UPDATE = (
    "update house_variant set name = ?, folded = ?, base = ?, changes = ?, updated_at = ?, changed_by = ?, "
    "turn = ?, version = version + 1 where id = ? and version = ?"
)


def _columns(house: HouseVariant) -> list[str]:
    return [house.name, house.name.casefold(), house.base, to_json(dict(house.changes))]


def _free_name(name: str, taken: Set[str]) -> str:
    """The name, or ``name (2)``, ``name (3)`` … where it is taken."""
    numbered = (_with_tail(name, f" ({n})") for n in count(2))
    return next(each for each in chain([name], numbered) if each.casefold() not in taken)


def _numbered_as(house: HouseVariant, name: str) -> HouseVariant:
    """A house variant by this name, if that is its own with a number."""
    tail = re.search(r" \(\d+\)$", name)
    return replace(house, name=name) if tail and _with_tail(house.name, tail[0]) == name else house


def _with_tail(name: str, tail: str) -> str:
    return f"{name[: LONGEST_NAME - len(tail)].rstrip()}{tail}"


def _same(row: HouseRow, house: HouseVariant) -> HouseRow:
    """The row that a form led to before, if the form has the same content now."""
    if row.house != replace(house, changes=from_json(to_json(dict(house.changes)), "the changes")):
        raise KeyUsed(WHAT, row.id)
    return row


def _first(rows: Rows, sql: str, *values: str | None) -> HouseRow | None:
    row = rows.first(sql, *values)
    return None if row is None else _to_row(row)


def _to_row(row: Row) -> HouseRow:
    try:
        changes = from_json(row["changes"], "the changes")
    except Damaged:
        # No option is called so: the rules that are left must not pass for those that the table agreed on.
        changes = {UNREADABLE: row["changes"]}
    house = HouseVariant(row["name"], row["base"], changes)
    return HouseRow(row["id"], house, row["version"], row["updated_at"])
