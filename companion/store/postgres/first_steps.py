"""The first steps of the tables in PostgreSQL: games, links, names, photographs, decks, waiting work, members, people.

``migrations.py`` has those that came later, and says how to add one. No step here is ever edited. The first makes all
that SQLite's first nine have made.
"""

from __future__ import annotations

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

FIRST_STEPS = {
    "0001_tables": _TABLES,
    "0002_work": _WORK,
    "0003_shelf": _SHELF,
    "0004_imprint": _IMPRINT,
    "0005_member": _MEMBER,
    "0006_people": _PEOPLE,
}
"""The statements of each step by its name, in order."""
