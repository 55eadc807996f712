"""The first steps of the SQLite tables: games, links, names, photographs, house variants and decks.

``migrations.py`` has those that came later, and says how to add one. No step here is ever edited.
"""

from __future__ import annotations

from sqlite_utils import Database, Migrations

MIGRATIONS = Migrations("companion")
"""Every step in its order; ``migrations.py`` adds to it."""

_GAME = """
create table game (
    id text primary key,
    title text not null,
    variant text not null,
    options text not null,
    "table" text not null,
    version integer not null check (version > 0),
    created_at text not null,
    updated_at text not null
) strict
"""
_ENTRY = """
create table entry (
    game_id text not null references game (id),
    seq integer not null check (seq > 0),
    batch integer not null check (batch > 0),
    kind text not null,
    body text not null,
    who text not null,
    at text not null,
    primary key (game_id, seq)
) strict, without rowid
"""
_OUTCOME = """
create table outcome (
    game_id text not null references game (id),
    key text not null,
    version integer not null,
    first integer not null check (first in (0, 1)), -- whether this was the command that made the game
    primary key (game_id, key)
) strict, without rowid
"""


@MIGRATIONS(name="0001_game_and_entry")
def game_and_entry(db: Database) -> None:
    """A game, its entries in order, and what each idempotency key led to."""
    for table in (_GAME, _ENTRY, _OUTCOME):
        db.execute(table)
    db.execute("create unique index first_outcome on outcome (key) where first")


@MIGRATIONS(name="0002_link")
def link(db: Database) -> None:
    """Capability links; of the token itself only its SHA-256 is kept."""
    db.execute(
        """
        create table link (
            hash text primary key,
            game_id text not null references game (id),
            role text not null check (role in ('owner', 'scorer', 'viewer')),
            created_at text not null,
            revoked_at text
        ) strict, without rowid
        """
    )
    db.execute("create index link_of_game on link (game_id, role)")


@MIGRATIONS(name="0003_remembered_name")
def remembered_name(db: Database) -> None:
    """The people who played lately at a device, so that nobody types a name twice."""
    db.execute(
        """
        create table remembered_name (
            device_id text not null,
            name text not null,
            used_at text not null,
            place integer not null,
            primary key (device_id, name)
        ) strict, without rowid
        """
    )


@MIGRATIONS(name="0004_photo")
def photo(db: Database) -> None:
    """Photographs that are being corrected, each with what was read in it."""
    db.execute(
        """
        create table photo (
            id text primary key,
            game_id text references game (id),
            jpeg blob not null,
            reading text not null,
            created_at text not null
        ) strict
        """
    )
    db.execute("create index photo_by_age on photo (created_at)")


@MIGRATIONS(name="0005_house_variant")
def house_variant(db: Database) -> None:
    """House variants as base and changes, and the forms that made and last changed each."""
    db.execute(
        """
        create table house_variant (
            id text primary key,
            name text not null,
            folded text not null unique, -- the name whatever its capitals
            base text not null,
            changes text not null,
            version integer not null check (version > 0),
            created_at text not null,
            updated_at text not null,
            made_by text unique,
            changed_by text
        ) strict
        """
    )


_EXAMPLE = """
create table example (
    id text primary key, -- that of the photo
    owner text not null, -- a game, or a device for photos of no game
    jpeg blob not null,
    reading text not null,
    created_at text not null
) strict
"""
_AGREEMENT = """
create table agreement (
    owner text primary key,
    created_at text not null
) strict, without rowid
"""
_DECK = """
create table deck (
    owner text primary key,
    deck blob not null,
    report text not null,
    created_at text not null
) strict
"""


@MIGRATIONS(name="0006_example")
def example(db: Database) -> None:
    """Photographs that were kept with their right names, who agreed to that, and the decks taught with them."""
    for table in (_EXAMPLE, _AGREEMENT, _DECK):
        db.execute(table)
    db.execute("create index example_of_owner on example (owner, created_at)")
