"""House variants and seasons."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Set
from dataclasses import dataclass, replace
from itertools import chain, count

from companion.figures.scope import Season
from companion.rules.house import HouseVariant, house_variant
from companion.rules.names import LONGEST_NAME, same_name
from companion.store.database import (
    InDatabase,
    Row,
    Statements,
    Value,
    from_json,
    next_turn,
    random_id,
    refuse_taken,
    to_json,
)
from companion.store.errors import FAULTS, Damaged, KeyUsed, Overtaken
from companion.store.moments import read_day
from companion.store.tables import UNLESS_THERE, insert, insert_all, update

HOUSE = "house variant"
UNREADABLE = "what can’t be read any more"
"""The text in place of the changes of a damaged house variant."""


@dataclass(frozen=True)
class HouseRow:
    """A stored house variant."""

    id: str
    house: HouseVariant
    version: int
    """Counted from 1, up with each change: what a writer states to have seen."""
    updated_at: str

    @property
    def fault(self) -> str:
        """Return why it cannot be played; empty if it is sound."""
        try:
            house_variant(self.house)
        except FAULTS as fault:
            return str(fault) or type(fault).__name__
        return ""


class Houses(InDatabase):
    """The house variants of one data folder. Games never read them: a game keeps the options it began with."""

    def add(self, house: HouseVariant, at: str, key: str | None = None) -> HouseRow:
        """Keep a new house variant under a new random id; the same ``key`` again gives the one it made.

        :raises NameTaken: if another has its name.
        :raises KeyUsed: if the key made another, or one that was changed since.
        """
        with self._database.write(_HOUSES) as rows:
            made = _find_house(rows, _MADE_BY, key)
            if made is not None:
                return _same(made, house)
            house_id = random_id()
            refuse_taken(rows, _HOUSES, HOUSE, house.name, house_id)
            columns = {**_house_columns(house), "turn": next_turn(rows, _HOUSES), "created_at": at, "updated_at": at}
            insert(rows, _HOUSES, id=house_id, version=1, made_by=key, **columns)
        return HouseRow(house_id, house, 1, at)

    def bring_in(self, house: HouseVariant, at: str, key: str | None = None) -> HouseRow:
        """Keep a house variant that comes from elsewhere; where its name is taken by other rules it is numbered.

        One that is here already, name and rules, is not kept twice.

        :raises KeyUsed: if the key made other rules.
        """
        made = _find_house(self._database, _MADE_BY, key)
        if made is not None:
            return _same(made, _numbered_as(house, made.house.name))
        rows = self.list_houses()
        same = next((row for row in rows if row.house == house), None)
        taken = {same_name(row.house.name) for row in rows}
        return same or self.add(replace(house, name=_free_name(house.name, taken)), at, key)

    def change(self, house_id: str, seen: int, house: HouseVariant, at: str, key: str | None = None) -> HouseRow:
        """Put another house variant in the place of one; the same ``key`` again writes nothing.

        :param seen: the version that the writer looked at.
        :raises Overtaken: if it has changed since.
        :raises NameTaken: if another has its name.
        :raises KeyUsed: if the key changed it to something else.
        """
        with self._database.write(_HOUSES) as rows:
            written = _find_house(rows, "select * from house_variant where id = ? and changed_by = ?", house_id, key)
            if written is not None:
                return _same(written, house)
            refuse_taken(rows, _HOUSES, HOUSE, house.name, house_id)
            columns = {**_house_columns(house), "turn": next_turn(rows, _HOUSES), "updated_at": at}
            if not update(rows, _HOUSES, _AS_SEEN, (house_id, seen), version=seen + 1, changed_by=key, **columns):
                raise Overtaken(HOUSE, house_id)
        return HouseRow(house_id, house, seen + 1, at)

    def delete(self, house_id: str) -> None:
        """Forget a house variant, if it is there; games that were begun with it keep their rules."""
        with self._database.write(_HOUSES) as rows:
            rows.run("delete from house_variant where id = ?", house_id)

    def find(self, house_id: str) -> HouseRow | None:
        """The house variant of this id, if there is one."""
        return _find_house(self._database, "select * from house_variant where id = ?", house_id)

    def list_houses(self) -> list[HouseRow]:
        """Every house variant, the one changed last first."""
        return [_to_house(row) for row in self._database.all("select * from house_variant order by turn desc")]


_HOUSES = "house_variant"
_MADE_BY = "select * from house_variant where made_by = ?"
_AS_SEEN = "id = ? and version = ?"


def _house_columns(house: HouseVariant) -> dict[str, Value]:
    changes = to_json(dict(house.changes))
    return {"name": house.name, "folded": same_name(house.name), "base": house.base, "changes": changes}


def _free_name(name: str, taken: Set[str]) -> str:
    """The name, or ``name (2)``, ``name (3)`` … where it is taken."""
    numbered = (_with_tail(name, f" ({n})") for n in count(2))
    return next(each for each in chain([name], numbered) if same_name(each) not in taken)


def _numbered_as(house: HouseVariant, name: str) -> HouseVariant:
    """A house variant by this name, if that is its own with a number."""
    tail = re.search(r" \(\d+\)$", name)
    return replace(house, name=name) if tail and _with_tail(house.name, tail[0]) == name else house


def _with_tail(name: str, tail: str) -> str:
    return f"{name[: LONGEST_NAME - len(tail)].rstrip()}{tail}"


def _same(row: HouseRow, house: HouseVariant) -> HouseRow:
    """The row that a form led to before, if the form has the same content now."""
    if row.house != replace(house, changes=from_json(to_json(dict(house.changes)), "the changes")):
        raise KeyUsed(HOUSE, row.house.name)
    return row


def _find_house(rows: Statements, sql: str, *values: str | None) -> HouseRow | None:
    row = rows.first(sql, *values)
    return None if row is None else _to_house(row)


def _to_house(row: Row) -> HouseRow:
    try:
        changes = from_json(row["changes"], "the changes")
    except Damaged:
        # No option is called so: the rules that are left must not pass for those that the table agreed on.
        changes = {UNREADABLE: row["changes"]}
    house = HouseVariant(row["name"], row["base"], changes)
    return HouseRow(row["id"], house, row["version"], row["updated_at"])


SEASON = "season"


@dataclass(frozen=True)
class SeasonRow:
    """A stored season; its key is its id."""

    season: Season
    version: int
    """Counted from 1, up with each change: what a writer states to have seen."""
    fault: str = ""
    """The reason that it can't be used; empty if it is sound."""


class Seasons(InDatabase):
    """The seasons of one database. No game knows of them: which evenings a season holds follows from its days."""

    def add(self, season: Season, at: str, made_by: str | None = None) -> SeasonRow:
        """Keep a season under a new random key; the same ``made_by``, the key of a form, again gives the one it made.

        :raises NameTaken: if another has its name.
        :raises KeyUsed: if the form made another, or one that was changed since.
        """
        with self._database.write(SEASON) as rows:
            made = rows.first("select * from season where made_by = ?", made_by)
            if made is not None:
                row = _to_season(made)
                if replace(row.season, key=season.key) != season:
                    raise KeyUsed(SEASON, row.season.name)
                return row
            kept = replace(season, key=random_id())
            refuse_taken(rows, SEASON, SEASON, kept.name, kept.key)
            insert(rows, SEASON, version=1, created_at=at, made_by=made_by, **_season_columns(kept))
        return SeasonRow(kept, 1)

    def change(self, season: Season, seen: int) -> SeasonRow:
        """Replace the season with its key; an equal season is not written.

        :param seen: the version that the writer looked at.
        :raises Overtaken: if it has changed since, or is gone.
        :raises NameTaken: if another has its name.
        """
        with self._database.write(SEASON) as rows:
            found = _find_season(rows, season.key)
            if found is not None and found.season == season:
                return found
            refuse_taken(rows, SEASON, SEASON, season.name, season.key)
            columns = _season_columns(season)
            if not update(rows, SEASON, _AS_SEEN, (season.key, seen), version=seen + 1, **columns):
                raise Overtaken(SEASON, season.key)
        return SeasonRow(season, seen + 1)

    def left_out(self, key: str) -> frozenset[str]:
        """The nights on the days of a season, or of a year, that it does not count."""
        return frozenset(row["night_id"] for row in self._database.all(_LEFT_OUT, key))

    def choose_nights(self, key: str, leave_out: Collection[str], let_in: Collection[str]) -> None:
        """Leave nights out of a season, or of a year, and let others in; all others stay as they are."""
        with self._database.write(SEASON) as rows:
            rows.run_many(_LET_IN, ((key, night) for night in let_in))
            there = {row["id"] for row in rows.all("select id from night")} - {*let_in}
            left_out = ({"season": key, "night_id": night} for night in sorted(there & {*leave_out}))
            insert_all(rows, "left_out", left_out, UNLESS_THERE)

    def remove(self, key: str) -> None:
        """Forget a season, if it is there; no game is touched."""
        with self._database.write(SEASON) as rows:
            rows.run("delete from left_out where season = ?", key)
            rows.run("delete from season where id = ?", key)

    def find(self, key: str) -> SeasonRow | None:
        """The season of this key, if there is one."""
        return _find_season(self._database, key)

    def list_seasons(self) -> list[SeasonRow]:
        """Every readable season, the latest first."""
        return [row for row in self.every() if not row.fault]

    def every(self) -> list[SeasonRow]:
        """Every season; one that can't be read has its ``fault``."""
        return [replace(_to_season(row), fault=_season_fault(row)) for row in self._database.all(_SEASONS)]

    def faults(self) -> Iterator[str]:
        """Return the faults of the rows, a sentence each."""
        yield from (row.fault for row in self.every() if row.fault)


_LEFT_OUT = "select night_id from left_out where season = ? order by night_id"
_LET_IN = "delete from left_out where season = ? and night_id = ?"
_SEASONS = "select * from season order by first_day desc, folded"


def _season_columns(season: Season) -> dict[str, Value]:
    days = {"first_day": season.first, "last_day": season.last}
    return {"id": season.key, "name": season.name, "folded": same_name(season.name), **days}


def _find_season(rows: Statements, key: str) -> SeasonRow | None:
    row = rows.first("select * from season where id = ?", key)
    return None if row is None or _season_fault(row) else _to_season(row)


def _to_season(row: Row) -> SeasonRow:
    return SeasonRow(Season(row["id"], row["name"], row["first_day"], row["last_day"]), row["version"])


def _season_fault(row: Row) -> str:
    """Return why a season can't be used; empty if it can."""
    try:
        for day in filter(None, (row["first_day"], row["last_day"])):
            read_day(day)
    except ValueError as fault:
        return f"season {row['id']} ({row['name']}): {fault}"
    return "" if row["first_day"] else f"season {row['id']} ({row['name']}): it has no first day"
