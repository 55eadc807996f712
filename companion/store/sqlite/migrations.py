"""How the SQLite tables came to be, step by step. A step that has been released is never edited: add another.

The first six are in ``first_steps.py``. ``entry.body`` and the other JSON columns hold text as ``json.dumps`` writes
it. Times are UTC in ISO 8601.
"""

from __future__ import annotations

import json
from contextlib import suppress

from sqlite_utils import Database

from companion.store.chain import first_link, seal
from companion.store.journal import Entry, NewGame
from companion.store.membership import hashed
from companion.store.sqlite.first_steps import MIGRATIONS

__all__ = ["MIGRATIONS", "migration_names"]


def migration_names() -> frozenset[str]:
    """The steps that this version of the companion knows."""
    empty = Database(memory=True, execute_plugins=False)
    try:
        return frozenset(step.name for step in MIGRATIONS.pending(empty))
    finally:
        empty.close()


_BY_CLOCK = {
    "game": "update game set turn = (select count(*) from game other where (other.updated_at, other.rowid) "
    "<= (game.updated_at, game.rowid))",
    "house_variant": "update house_variant set turn = (select count(*) from house_variant other "
    "where (other.updated_at, other.rowid) <= (house_variant.updated_at, house_variant.rowid))",
    "remembered_name": "update remembered_name set turn = (select count(distinct other.used_at) "
    "from remembered_name other where other.used_at <= remembered_name.used_at)",
}


@MIGRATIONS(name="0007_turn")
def turn(db: Database) -> None:
    """What was written last is counted, since clocks are set back; what is there takes its turn by the clock."""
    for table, by_clock in _BY_CLOCK.items():
        db.execute(f"alter table {table} add column turn integer not null default 0")
        db.execute(by_clock)
        db.execute(f"create index {table}_by_turn on {table} (turn)")


@MIGRATIONS(name="0008_seal")
def entry_seal(db: Database) -> None:
    """Beside each entry a seal over it and those before it (``chain.py``)."""
    db.execute("alter table entry add column seal text not null default ''")
    for game_id, *told in db.execute('select id, title, variant, created_at, options, "table" from game').fetchall():
        with suppress(ValueError):  # what can't be read any more stays unsealed, and is found by a check
            _seal_entries(db, game_id, NewGame(*told[:3], *(json.loads(text) for text in told[3:])))


def _seal_entries(db: Database, game_id: str, game: NewGame) -> None:
    before = first_link(game)
    sql = "select kind, body, who, at, seq, batch from entry where game_id = ? order by seq"
    for kind, body, *rest in db.execute(sql, [game_id]).fetchall():
        entry = Entry(kind, json.loads(body), *rest)
        before = seal(before, entry)
        db.execute("update entry set seal = ? where game_id = ? and seq = ?", [before, game_id, entry.seq])


@MIGRATIONS(name="0009_secret_and_pulse")
def secret_and_pulse(db: Database) -> None:
    """The key that signs what a server hands out, so that a backup has it; and a table to try writing to."""
    db.execute("create table secret (name text primary key, value text not null) strict, without rowid")
    db.execute("create table pulse (ballast blob not null) strict")


@MIGRATIONS(name="0010_shelf")
def shelf(db: Database) -> None:
    """Where each game lies, and since when."""
    db.execute(
        "alter table game add column shelf text not null default 'open' check (shelf in ('open', 'archive', 'bin'))"
    )
    db.execute("alter table game add column shelved_at text not null default ''")


@MIGRATIONS(name="0011_imprint")
def imprint(db: Database) -> None:
    """Beside each key what it was sent with; of those that are there nobody knows."""
    db.execute("alter table outcome add column imprint text not null default ''")


_LINK = """
create table link_with_seat (
    hash text primary key,
    game_id text not null references game (id),
    role text not null check (role in ('scorer', 'player', 'watcher')),
    seat integer check ((seat is not null) = (role = 'player')),
    created_at text not null,
    revoked_at text
) strict, without rowid
"""
_MEMBER = """
create table member (
    game_id text not null references game (id),
    device text not null, -- a hash
    role text not null check (role in ('scorer', 'player', 'watcher')),
    seat integer check ((seat is not null) = (role = 'player')),
    owns integer not null check (owns in (0, 1)),
    joined_at text not null,
    primary key (game_id, device)
) strict, without rowid
"""
_LOCKED = "create table locked (game_id text primary key references game (id), at text not null) strict, without rowid"


@MIGRATIONS(name="0012_member")
def member(db: Database) -> None:
    """The devices at each game; links for one seat; a link that only watches is a watcher's, as everywhere."""
    for table in (_LINK, _MEMBER, _LOCKED):
        db.execute(table)
    db.execute(
        "insert into link_with_seat select hash, game_id, case role when 'viewer' then 'watcher' else 'scorer' end, "
        "null, created_at, revoked_at from link"
    )
    db.execute("drop table link")
    db.execute("alter table link_with_seat rename to link")
    db.execute("create index link_of_game on link (game_id, role)")
    db.execute("create index member_by_device on member (device)")
    db.execute("create unique index owner_of_game on member (game_id) where owns")
    db.execute("create unique index player_of_seat on member (game_id, seat) where seat is not null")


_SAYING = """
create table saying (
    turn integer primary key,
    said text not null,
    name text not null,
    other text not null,
    who text not null,
    at text not null
) strict
"""
_SEAT_FACTS = """
create table seat_facts (
    game_id text not null,
    named text not null, -- the key of a name
    rules text not null,
    games text not null,
    deals text not null,
    melds text not null
) strict
"""
_RECKONED = """
create table reckoned (
    game_id text primary key,
    version integer not null,
    made_as text not null
) strict, without rowid
"""


@MIGRATIONS(name="0013_people")
def people(db: Database) -> None:
    """What people said of who they are; and what is kept of the facts of games, which can be made anew."""
    for table in (_SAYING, _SEAT_FACTS, _RECKONED):
        db.execute(table)
    db.execute("create table usual_meld (rules text primary key, tallies text not null) strict, without rowid")
    for index in ("game", "named", "rules"):
        column = "game_id" if index == "game" else index
        db.execute(f"create index seat_facts_by_{index} on seat_facts ({column})")
    db.execute("create index game_by_shelf on game (shelf, shelved_at)")


_ACCOUNT = """
create table account (
    id text primary key,
    name text not null,
    office text not null check (office in ('owner', 'director', 'member')),
    created_at text not null
) strict, without rowid
"""
_SIGN_IN = """
create table sign_in (
    id text primary key, -- a hash
    account_id text not null references account (id),
    device text not null,
    created_at text not null,
    seen_at text not null
) strict, without rowid
"""
_WAY_IN = """
create table way_in (
    id text primary key, -- a hash
    office text check (office in ('owner', 'director', 'member')),
    account_id text references account (id),
    made_by text not null,
    created_at text not null,
    ends_at text not null,
    check ((office is null) = (account_id is not null))
) strict, without rowid
"""
_PASSKEY = """
create table passkey (
    id text primary key,
    account_id text not null references account (id),
    public_key blob not null,
    uses integer not null,
    device text not null,
    created_at text not null,
    used_at text not null
) strict
"""


@MIGRATIONS(name="0014_account")
def account(db: Database) -> None:
    """Who belongs to a club, where they are signed in, the ways in that were handed out, and passkeys."""
    for table in (_ACCOUNT, _SIGN_IN, _WAY_IN, _PASSKEY):
        db.execute(table)
    db.execute("create table answered (question text primary key, at text not null) strict, without rowid")
    for table in ("sign_in", "passkey"):
        db.execute(f"create index {table}_of_account on {table} (account_id)")


_NO_GAME = "owner not like 'deck:%' and owner not in (select id from game)"


@MIGRATIONS(name="0015_hashed_device")
def hashed_device(db: Database) -> None:
    """Of a device's id, which is all that its cookie holds, a hash is kept everywhere."""
    db.register_function(hashed, deterministic=True)
    db.execute("alter table remembered_name rename column device_id to device")
    db.execute("update remembered_name set device = hashed(device)")
    for table in ("example", "agreement", "deck"):
        db.execute(f"update {table} set owner = hashed(owner) where {_NO_GAME}")  # noqa: S608 - all ours


@MIGRATIONS(name="0016_places")
def places(db: Database) -> None:
    """How often a place at a game has changed, so that the pages that follow it are renewed then, too."""
    db.execute("alter table game add column places integer not null default 0")


@MIGRATIONS(name="0017_game_order")
def game_order(db: Database) -> None:
    """The orders in which a page of a list asks for games, so that those on no page cost nothing."""
    db.execute("create index game_written on game (shelf, turn desc, id)")
    db.execute("create index game_begun on game (shelf, created_at desc, id)")


_SEASON = """
create table season (
    id text primary key,
    name text not null,
    folded text not null unique, -- the name whatever its capitals
    first_day text not null,
    last_day text not null, -- empty while it goes on
    version integer not null check (version > 0),
    created_at text not null,
    made_by text unique
) strict
"""


@MIGRATIONS(name="0018_season")
def season(db: Database) -> None:
    """The seasons of a house, and the form that made each."""
    db.execute(_SEASON)


_AUDIT = """
create table audit (
    id text primary key,
    turn integer not null,
    game_id text references game (id), -- null for the house or the club
    at text not null,
    who text not null,
    action text not null,
    detail text not null
) strict, without rowid
"""


@MIGRATIONS(name="0019_audit")
def audit(db: Database) -> None:
    """Who changed what others may do at a game or in a club."""
    db.execute(_AUDIT)
    db.execute("create index audit_by_turn on audit (turn)")
    db.execute("create index audit_of_game on audit (game_id, turn)")


_REMOVED = """
create table removed (
    game_id text not null references game (id),
    device text not null, -- a hash
    at text not null,
    primary key (game_id, device)
) strict, without rowid
"""


@MIGRATIONS(name="0020_removed")
def removed(db: Database) -> None:
    """The devices that were removed from a game, so that none of them comes back by itself."""
    db.execute(_REMOVED)
    db.execute("create index removed_by_device on removed (device)")


_SPELLING = """
create table spelling (
    named text primary key, -- the key of a name
    name text not null,
    at text not null -- when the last game of that name began
) strict, without rowid
"""


@MIGRATIONS(name="0021_spelling")
def spelling(db: Database) -> None:
    """How each name was written last, so that a page need not read every game for it."""
    db.execute(_SPELLING)
    db.execute("create index spelling_by_at on spelling (at desc, named)")


@MIGRATIONS(name="0022_words")
def words(db: Database) -> None:
    """The words of players' names, and the games in which each is, so that a search reads those alone."""
    db.execute("create table name_word (word text primary key) strict, without rowid")
    db.execute(
        "create table word_of_game (word text not null, game_id text not null, primary key (word, game_id)) "
        "strict, without rowid"
    )
    db.execute("create index word_by_game on word_of_game (game_id)")
