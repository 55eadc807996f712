"""How the tables came to be in PostgreSQL, step by step. A step that has been released is never edited: add another.

The first six are in ``first_steps.py``. A test holds the columns of both databases to each other. Text is compared byte
by byte, as SQLite does it.
"""

from __future__ import annotations

import re

from psycopg import Connection, sql
from psycopg.rows import DictRow

from companion.store.database import Opening
from companion.store.errors import Newer, Older, StoreError
from companion.store.postgres.first_steps import FIRST_STEPS

_BEGUN = "create table if not exists migration (name text primary key, applied_at timestamptz not null default now())"
_ONE_AT_A_TIME = "select pg_advisory_xact_lock(hashtextextended('migrations of companion', 0))"

_HASHED_DEVICE = """
alter table remembered_name rename column device_id to device;
update remembered_name set device = encode(sha256(convert_to(device, 'UTF8')), 'hex');
update example set owner = encode(sha256(convert_to(owner, 'UTF8')), 'hex')
where owner not like 'deck:%' and owner not in (select id from game);
update agreement set owner = encode(sha256(convert_to(owner, 'UTF8')), 'hex')
where owner not like 'deck:%' and owner not in (select id from game);
update deck set owner = encode(sha256(convert_to(owner, 'UTF8')), 'hex')
where owner not like 'deck:%' and owner not in (select id from game);
"""

_ACCOUNT = """
create table account (
    id {text} primary key,
    name {text} not null,
    office {text} not null check (office in ('owner', 'director', 'member')),
    created_at {text} not null
);
create table sign_in (
    id {text} primary key, -- a hash
    account_id {text} not null references account (id),
    device {text} not null,
    created_at {text} not null,
    seen_at {text} not null
);
create table way_in (
    id {text} primary key, -- a hash
    office {text} check (office in ('owner', 'director', 'member')),
    account_id {text} references account (id),
    made_by {text} not null,
    created_at {text} not null,
    ends_at {text} not null,
    check ((office is null) = (account_id is not null))
);
create table passkey (
    id {text} primary key,
    account_id {text} not null references account (id),
    public_key bytea not null,
    uses bigint not null,
    device {text} not null,
    created_at {text} not null,
    used_at {text} not null
);
create table answered (
    question {text} primary key,
    at {text} not null
);
create index sign_in_of_account on sign_in (account_id);
create index passkey_of_account on passkey (account_id);
"""

_GAME_ORDER = """
create index game_written on game (shelf, turn desc, id);
create index game_begun on game (shelf, created_at desc, id);
"""

_SEASON = """
create table season (
    id {text} primary key,
    name {text} not null,
    folded {text} not null unique,
    first_day {text} not null,
    last_day {text} not null,
    version bigint not null check (version > 0),
    created_at {text} not null,
    made_by {text} unique
);
"""

_AUDIT = """
create table audit (
    id {text} primary key,
    turn bigint not null,
    game_id {text} references game (id),
    at {text} not null,
    who {text} not null,
    action {text} not null,
    detail {text} not null
);
create index audit_by_turn on audit (turn);
create index audit_of_game on audit (game_id, turn);
"""

_REMOVED = """
create table removed (
    game_id {text} not null references game (id),
    device {text} not null,
    at {text} not null,
    primary key (game_id, device)
);
create index removed_by_device on removed (device);
"""

_SPELLING = """
create table spelling (
    named {text} primary key, -- the key of a name
    name {text} not null,
    at {text} not null -- when the last game of that name began
);
create index spelling_by_at on spelling (at desc, named);
"""

_WORDS = """
create table name_word (word {text} primary key);
create table word_of_game (
    word {text} not null,
    game_id {text} not null,
    primary key (word, game_id)
);
create index word_by_game on word_of_game (game_id);
"""

STEPS = {
    **FIRST_STEPS,
    "0007_account": _ACCOUNT,
    "0008_hashed_device": _HASHED_DEVICE,
    "0009_places": "alter table game add column places bigint not null default 0",
    "0010_game_order": _GAME_ORDER,
    "0011_season": _SEASON,
    "0012_audit": _AUDIT,
    "0013_removed": _REMOVED,
    "0014_spelling": _SPELLING,
    "0015_words": _WORDS,
}
"""The statements of each step by its name, in order."""


_COPY, _COPIED = "before_{}_", re.compile(r"before_\d{4}_")
_TABLES_HERE = "select tablename as name from pg_tables where schemaname = current_schema()"


_WAY_BACK = "restore the file of pg_dump into an empty database and use that one, as docs/hosting.md says"


def bring_up_to_date(connection: Connection[DictRow], where: str, opening: Opening) -> tuple[str, ...]:
    """See that the tables are up to date, as far as ``opening`` says; the steps that they still lack.

    :raises StoreError: if a newer companion wrote them, they are not there to be read, or the database can't hold
        every name.
    :raises Older: if an older companion wrote them, and they are not to be changed.
    """
    done = _steps_done(connection)
    lacking = tuple(name for name in STEPS if name not in done)
    if unknown := sorted(done - STEPS.keys()):
        raise Newer(where, unknown[0], _WAY_BACK)
    if not done and opening is Opening.READ:
        raise StoreError(f"there are no games in {where}")
    if not lacking or opening is Opening.READ:
        return lacking
    if done and opening is Opening.AS_IT_IS:
        raise Older(where, lacking[0])
    _migrate(connection, where)
    return ()


def _steps_done(connection: Connection[DictRow]) -> set[str]:
    if {"name": "migration"} not in connection.execute(_TABLES_HERE).fetchall():
        return set()
    return {str(row["name"]) for row in connection.execute("select name from migration")}


def _migrate(connection: Connection[DictRow], where: str) -> None:
    """Apply all steps or none; of several processes one does it, and the others wait."""
    encoding = connection.execute("show server_encoding").fetchone()
    if encoding != {"server_encoding": "UTF8"}:
        raise StoreError(f"{where} can't hold every name: make the database with the encoding UTF8")
    connection.execute(_ONE_AT_A_TIME)
    connection.execute(_BEGUN)
    done = {row["name"] for row in connection.execute("select name from migration")}
    lacking = [name for name in STEPS if name not in done]
    if done and lacking:
        _set_aside(connection, lacking[0])
    for name in lacking:
        connection.execute(STEPS[name].replace("{text}", 'text collate "C"').encode())
        connection.execute("insert into migration (name) values (%s)", [name])
    connection.commit()


def _set_aside(connection: Connection[DictRow], step: str) -> None:
    """Copy every table into one named after the step that comes next; the copies of an earlier step go.

    They lie beside the tables: whoever may bring those up to date may make them. They are kept, or not made, with the
    steps themselves.
    """
    named = [str(row["name"]) for row in connection.execute(_TABLES_HERE)]
    earlier = [name for name in named if _COPIED.match(name)]
    for name in earlier:
        connection.execute(sql.SQL("drop table {}").format(sql.Identifier(name)))
    for name in set(named).difference(earlier):
        copy = sql.Identifier(_COPY.format(step) + name)
        connection.execute(sql.SQL("create table {} as table {}").format(copy, sql.Identifier(name)))
