"""The version of the tables, and ``schema.sql`` in the words of either database.

When a table changes after 0.1.0: change ``schema.sql``, and add to ``STEPS`` what makes the new tables out of the old
ones. A step that was released is never edited.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping

from companion.store.database import Opening, Rows
from companion.store.entries import seal_nights
from companion.store.errors import Newer, Older, StoreError
from companion.store.tables import SCHEMA

FIRST_VERSION = 1
"""The version of 0.1.0."""
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
_SUMS = """\
drop table usual_game;
drop table usual_total;
create table counted (game_id text primary key, adds text not null) strict, without rowid;
create table sum_of (
    kind text not null,
    one text not null,
    other text not null,
    n integer not null,
    primary key (kind, one, other)
) strict, without rowid;
create index sum_of_tables on sum_of (kind, n) where kind = 'table';
delete from reckoned"""  # so that every game is gathered again, and added up
_KEEPERS = """\
create table if not exists was_here (
    game_id text not null references game (id),
    device text not null,
    at text not null,
    primary key (game_id, device)
) strict, without rowid;
create index if not exists was_here_by_device on was_here (device);
create table if not exists keeper (
    whose text not null,
    device text not null,
    at text not null,
    primary key (whose, device)
) strict, without rowid;
create table if not exists keeper_link (
    hash text primary key,
    whose text not null,
    created_at text not null
) strict, without rowid;
insert into keeper (whose, device, at)
select id, substr(made_by, 1, 64), created_at from night where substr(made_by, 65, 1) = ':'
on conflict do nothing"""
"""The key of a night's opening form begins with the hash of the sending device."""
_SAMPLES = """\
drop index game_by_shelf;
drop index game_written;
drop index game_begun;
alter table game rename column shelf to lay;
alter table game add column shelf text not null default 'open' check (shelf in ('open', 'archive', 'bin', 'sample'));
update game set shelf = lay;
alter table game drop column lay;
create index game_by_shelf on game (shelf, shelved_at);
create index game_written on game (shelf, turn desc, id);
create index game_begun on game (shelf, created_at desc, id)"""  # no database changes what a column checks in one way
_NIGHTS_PUT_AWAY = """\
alter table night add column played_on text not null default '';
alter table night add column shelf text not null default 'open' check (shelf in ('open', 'archive', 'bin'));
alter table night add column shelved_at text not null default '';
update night set played_on = day;
drop index night_by_day;
create index night_by_day on night (shelf, played_on desc, created_at desc);
create table left_out (
    season text not null,
    night_id text not null references night (id),
    primary key (season, night_id)
) strict, without rowid"""
STEPS: Mapping[int, str] = {
    2: _NIGHTS,
    3: "alter table night_entry add column seal text not null default ''",
    4: _SUMS,
    5: _SAMPLES,
    6: _KEEPERS,
    7: _NIGHTS_PUT_AWAY,
}
"""Statements in the dialect of ``schema.sql``, by the version they lead to, numbered from the first."""
_FILL: Mapping[int, Callable[[Rows], None]] = {3: seal_nights}
"""The functions that fill new columns, by version, once all tables have their present form."""

VERSION_TABLE = "schema_version"
FIND_VERSION = f"select version from {VERSION_TABLE}"  # noqa: S608 - all ours
_NO_VERSION = f"delete from {VERSION_TABLE}"  # noqa: S608 - all ours
_VERSION = f"insert into {VERSION_TABLE} (version) values ({{}})"  # noqa: S608 - all ours

_WORK = "-- In PostgreSQL always"
TABLE_OF_WORK = SCHEMA.partition(_WORK)[2].partition("\n")[2].partition(";")[0]
"""The statement that makes the table of work in a file, unless it is there."""
_IN_POSTGRES = (
    (
        r"id text not null unique,\s+place integer primary key",
        "id text primary key, place bigint generated always as identity",
    ),
    (r"\b(leased_until|handed_in_at) text\b", r"\1 timestamptz"),
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
    """Return the statements that update tables of a version, one by one; for 0, those that create all tables."""
    sql = ";\n".join(STEPS[each] for each in lacking(version)) if version else SCHEMA
    if postgres:
        for pattern, instead in _IN_POSTGRES:
            sql = re.sub(pattern, instead, sql)
    else:
        sql = sql.partition(_WORK)[0]
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
    """Refuse the tables of another program: in a file all that have no version of ours, in PostgreSQL our names.

    :param tables: the names of all that are there.
    """
    ours = VERSION_TABLE in tables and ("entry" in tables or not in_file)
    if not ours and (tables if in_file else "entry" in tables):
        raise StoreError(f"{where} holds the tables of another program, so it is left alone: name another one")


def accept(where: str, version: int, opening: Opening, way_back: str) -> tuple[int, ...]:
    """Return the versions missing in tables, if they may be opened this way; 0 means that there are no tables.

    :raises Newer: if this program does not know their version.
    :raises Older: if they would have to be brought up to date, and may not be.
    """
    if version > version_here():
        raise Newer(where, version, version_here(), way_back)
    lacks = lacking(version)
    if lacks and opening is Opening.AS_IT_IS:
        raise Older(where, version, version_here())
    return lacks
