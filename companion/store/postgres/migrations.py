"""How the tables came to be in PostgreSQL, step by step. A step that has been released is never edited: add another.

The first makes all that SQLite's first nine have made; a test holds the columns of both to each other. Text is compared
byte by byte, as SQLite does it.
"""

from __future__ import annotations

import re

from psycopg import Connection, sql
from psycopg.rows import DictRow

from companion.store.errors import StoreError

_BEGUN = "create table if not exists migration (name text primary key, applied_at timestamptz not null default now())"
_ONE_AT_A_TIME = "select pg_advisory_xact_lock(hashtextextended('migrations of companion', 0))"

_TABLES = """
create table game (
    id {text} primary key,
    title {text} not null,
    variant {text} not null,
    options {text} not null,
    "table" {text} not null,
    version bigint not null check (version > 0),
    created_at {text} not null,
    updated_at {text} not null,
    turn bigint not null default 0
);
create index game_by_turn on game (turn);
create table entry (
    game_id {text} not null references game (id),
    seq bigint not null check (seq > 0),
    batch bigint not null check (batch > 0),
    kind {text} not null,
    body {text} not null,
    who {text} not null,
    at {text} not null,
    seal {text} not null default '',
    primary key (game_id, seq)
);
create table outcome (
    game_id {text} not null references game (id),
    key {text} not null,
    version bigint not null,
    first boolean not null, -- whether this was the command that made the game
    primary key (game_id, key)
);
create unique index first_outcome on outcome (key) where first;
create table link (
    hash {text} primary key,
    game_id {text} not null references game (id),
    role {text} not null check (role in ('owner', 'scorer', 'viewer')),
    created_at {text} not null,
    revoked_at {text}
);
create index link_of_game on link (game_id, role);
create table remembered_name (
    device_id {text} not null,
    name {text} not null,
    used_at {text} not null,
    place bigint not null,
    turn bigint not null default 0,
    primary key (device_id, name)
);
create index remembered_name_by_turn on remembered_name (turn);
create table photo (
    id {text} primary key,
    game_id {text} references game (id),
    jpeg bytea not null,
    reading {text} not null,
    created_at {text} not null
);
create index photo_by_age on photo (created_at);
create table house_variant (
    id {text} primary key,
    name {text} not null,
    folded {text} not null unique, -- the name whatever its capitals
    base {text} not null,
    changes {text} not null,
    version bigint not null check (version > 0),
    created_at {text} not null,
    updated_at {text} not null,
    made_by {text} unique,
    changed_by {text},
    turn bigint not null default 0
);
create index house_variant_by_turn on house_variant (turn);
create table example (
    id {text} primary key, -- that of the photo
    owner {text} not null, -- a game, or a device for photos of no game
    jpeg bytea not null,
    reading {text} not null,
    created_at {text} not null
);
create index example_of_owner on example (owner, created_at);
create table agreement (
    owner {text} primary key,
    created_at {text} not null
);
create table deck (
    owner {text} primary key,
    deck bytea not null,
    report {text} not null,
    created_at {text} not null
);
create table secret (
    name {text} primary key,
    value {text} not null
);
create table pulse (
    ballast bytea not null
);
"""

_WORK = """
create table work (
    id {text} primary key,
    place bigint generated always as identity,
    kind {text} not null,
    content bytea not null, -- empty once it is done
    about {text} not null,
    tries bigint not null default 0,
    leased_until timestamptz,
    answer {text},
    handed_in_at timestamptz not null default now()
);
create index waiting_work on work (kind, place) where answer is null;
"""

_SHELF = """
alter table game add column shelf {text} not null default 'open' check (shelf in ('open', 'archive', 'bin'));
alter table game add column shelved_at {text} not null default '';
"""

_IMPRINT = "alter table outcome add column imprint {text} not null default '';"

_MEMBER = """
alter table link drop constraint link_role_check;
update link set role = case role when 'viewer' then 'watcher' else 'scorer' end;
alter table link add column seat bigint;
alter table link add check (role in ('scorer', 'player', 'watcher'));
alter table link add check ((seat is not null) = (role = 'player'));
create table member (
    game_id {text} not null references game (id),
    device {text} not null, -- a hash
    role {text} not null check (role in ('scorer', 'player', 'watcher')),
    seat bigint check ((seat is not null) = (role = 'player')),
    owns boolean not null,
    joined_at {text} not null,
    primary key (game_id, device)
);
create index member_by_device on member (device);
create unique index owner_of_game on member (game_id) where owns;
create unique index player_of_seat on member (game_id, seat) where seat is not null;
create table locked (
    game_id {text} primary key references game (id),
    at {text} not null
);
"""

_PEOPLE = """
create table saying (
    turn bigint primary key,
    said {text} not null,
    name {text} not null,
    other {text} not null,
    who {text} not null,
    at {text} not null
);
create table seat_facts (
    game_id {text} not null,
    named {text} not null, -- the key of a name
    rules {text} not null,
    games {text} not null,
    deals {text} not null,
    melds {text} not null
);
create table reckoned (
    game_id {text} primary key,
    version bigint not null,
    made_as {text} not null
);
create table usual_meld (
    rules {text} primary key,
    tallies {text} not null
);
create index seat_facts_by_game on seat_facts (game_id);
create index seat_facts_by_named on seat_facts (named);
create index seat_facts_by_rules on seat_facts (rules);
create index game_by_shelf on game (shelf, shelved_at);
"""

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

STEPS = {
    "0001_tables": _TABLES,
    "0002_work": _WORK,
    "0003_shelf": _SHELF,
    "0004_imprint": _IMPRINT,
    "0005_member": _MEMBER,
    "0006_people": _PEOPLE,
    "0007_account": _ACCOUNT,
    "0008_hashed_device": _HASHED_DEVICE,
    "0009_places": "alter table game add column places bigint not null default 0",
    "0010_game_order": _GAME_ORDER,
    "0011_season": _SEASON,
}
"""The statements of each step by its name, in order."""


_COPY, _COPIED = "before_{}_", re.compile(r"before_\d{4}_")
_TABLES_HERE = "select tablename as name from pg_tables where schemaname = current_schema()"


def migrate(connection: Connection[DictRow], where: str) -> None:
    """Bring the tables up to date, all steps or none; of several processes one does it, and the others wait.

    :raises StoreError: if a newer companion wrote them, or the database can't hold every name.
    """
    encoding = connection.execute("show server_encoding").fetchone()
    if encoding != {"server_encoding": "UTF8"}:
        raise StoreError(f"{where} can't hold every name: make the database with the encoding UTF8")
    connection.execute(_ONE_AT_A_TIME)
    connection.execute(_BEGUN)
    done = {row["name"] for row in connection.execute("select name from migration")}
    if not done <= STEPS.keys():
        raise StoreError(f"{where} was written by a newer companion; use that version to open it")
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
