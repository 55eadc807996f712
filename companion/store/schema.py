"""The version of the tables, and ``schema.sql`` in the words of either database.

When a table changes after 0.1.0: change ``schema.sql``, and add to ``STEPS`` what makes the new tables out of the old
ones. A step that was released is never edited.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Collection, Mapping
from contextlib import closing, suppress
from pathlib import Path

from companion.store.database import Opening, Rows
from companion.store.entries import seal_nights
from companion.store.errors import BeforeRelease, Newer, Older, StoreError

FIRST_VERSION = 1
"""That of 0.1.0."""
_NIGHTS = """\
create table night (
    id text primary key,
    name text not null,
    day text not null,
    version integer not null check (version > 0),
    created_at text not null,
    made_by text unique
) strict;
create index night_by_day on night (day desc, created_at desc);
create table night_entry (
    night_id text not null references night (id),
    seq integer not null check (seq > 0),
    batch integer not null check (batch > 0),
    kind text not null,
    body text not null,
    who text not null,
    at text not null,
    key text,
    game_id text,
    primary key (night_id, seq)
) strict, without rowid;
create unique index night_entry_once on night_entry (night_id, key);
create index night_entry_by_game on night_entry (game_id)"""
STEPS: Mapping[int, str] = {2: _NIGHTS, 3: "alter table night_entry add column seal text not null default ''"}
"""By the version to which it leads, numbered on from the first: statements in the words of ``schema.sql``."""
_FILL: Mapping[int, Callable[[Rows], None]] = {3: seal_nights}
"""By the same versions, what fills new columns in once all tables are as they are today."""

VERSION_TABLE = "schema_version"
FIND_VERSION = f"select version from {VERSION_TABLE}"  # noqa: S608 - all ours
_NO_VERSION = f"delete from {VERSION_TABLE}"  # noqa: S608 - all ours
_VERSION = f"insert into {VERSION_TABLE} (version) values ({{}})"  # noqa: S608 - all ours

_TWO_STEPS = (
    "Go on in two steps. With the older version: companion backup games.db. With this one: companion restore games.db "
    "--database sqlite:{}; what is there now is set aside as a file"
)
_THREE_STEPS = (
    "Go on in three steps. With the older version: companion backup games.db. Make an empty database: createdb "
    "--encoding UTF8 --template template0 NEW. With this version: companion restore games.db --database "
    "postgresql://USER@HOST/NEW; and use that one from then on"
)
_ONE_BY_ONE = (
    "It is too old to be taken in whole. With the version that wrote it write each game and each house variant to a "
    "file: companion export ID > FILE; and bring each in with this one: companion import FILE. Links, devices, what "
    "people said of who they are, photos and decks stay behind"
)
_FIRST_TAKEN_IN = "0016_places"
"""The step before 0.1.0 since which no column of a table that is kept has changed."""

_SCHEMA = Path(__file__).with_name("schema.sql")
_POSTGRES_ONLY = "-- PostgreSQL only"
_IN_POSTGRES = (
    (r"integer not null check \(\w+ in \(0, 1\)\)", "boolean not null"),
    (r"\btext\b", 'text collate "C"'),  # compared byte by byte, as SQLite does it
    (r"\binteger\b", "bigint"),
    (r"\bblob\b", "bytea"),
    (r"\) strict(, without rowid)?", ")"),
)


def version_here() -> int:
    """The version of the tables that this program reads and writes."""
    return max(STEPS, default=FIRST_VERSION)


def statements_from(version: int, *, postgres: bool = False) -> list[str]:
    """What brings tables of a version up to date, one by one; all tables, where there are none yet (0)."""
    sql = ";\n".join(STEPS[each] for each in lacking(version)) if version else _SCHEMA.read_text(encoding="utf-8")
    if postgres:
        for pattern, instead in _IN_POSTGRES:
            sql = re.sub(pattern, instead, sql)
    else:
        sql = sql.partition(_POSTGRES_ONLY)[0]
    return [*(each for each in re.split(r";\s*\n", sql) if each.strip()), _NO_VERSION, _VERSION.format(version_here())]


def bring_up_to_date(rows: Rows, version: int, *, postgres: bool = False) -> None:
    """Make the tables, or make those of today out of older ones."""
    for statement in statements_from(version, postgres=postgres):
        rows.run(statement)
    for each in lacking(version):
        if each in _FILL:
            _FILL[each](rows)


def lacking(version: int) -> tuple[int, ...]:
    """The versions that tables of an older one have yet to go through; none where there are no tables."""
    return tuple(each for each in sorted(STEPS) if each > version) if version else ()


def refuse_others(where: str, tables: Collection[str], *, in_file: bool) -> None:
    """Refuse tables that have no version: those from before 0.1.0, and in a file those of another program.

    :param tables: the names of all that are there.
    """
    if VERSION_TABLE in tables and ("entry" in tables or not in_file):
        return
    if "entry" in tables:
        raise BeforeRelease(where, _TWO_STEPS.format(where) if in_file else _THREE_STEPS)
    if tables and in_file:
        raise StoreError(f"{where} holds the tables of another program, so it is left alone: name another file")


def accept(where: str, version: int, opening: Opening, way_back: str) -> tuple[int, ...]:
    """The versions that tables lack, if they may be opened so; 0 is that of tables that are not there yet.

    :raises Newer: if this program does not know their version.
    :raises Older: if they would have to be brought up to date, and may not be.
    """
    if version > version_here():
        raise Newer(where, version, version_here(), way_back)
    lacks = lacking(version)
    if lacks and opening is Opening.AS_IT_IS:
        raise Older(where, version, version_here())
    return lacks


def take_in(copy: Path, backup: Path) -> None:
    """Give a copy of a backup from before 0.1.0 the tables of 0.1.0; any other backup stays as it is.

    It makes the tables of today, so it goes with the first step that changes a table of 0.1.0: such a backup is
    restored by 0.1.0 then.

    :raises BeforeRelease: if what it holds is too old for that.
    """
    with closing(sqlite3.connect(copy)) as db, suppress(sqlite3.DatabaseError):  # a damaged one is found out later
        if not db.execute("select 1 from sqlite_master where name = '_sqlite_migrations'").fetchone():
            return
        if not db.execute("select 1 from _sqlite_migrations where name = ?", [_FIRST_TAKEN_IN]).fetchone():
            raise BeforeRelease(backup, _ONE_BY_ONE)
        for statement in statements_from(0):
            db.execute(re.sub(r"\b(create (unique )?(table|index)) ", r"\1 if not exists ", statement))
        db.execute("drop table _sqlite_migrations")
        db.commit()
