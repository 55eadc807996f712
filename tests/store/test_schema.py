"""One text makes the tables of both databases, once, and those of a newer companion are left alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from companion.store import Store, StoreError, open_store
from companion.store.database import Opening
from companion.store.entries import GameRow, Shelf
from companion.store.errors import Newer
from companion.store.schema import FIRST_VERSION, STEPS, statements_from, version_here
from tests.store.examples import FRIDAY, event
from tests.store.newer import NEXT
from tests.store.stores import BEFORE_THE_BIN

INDEXES = {
    "sqlite": "select name from sqlite_master where type = 'index' and sql is not null",
    "postgresql": "select indexname as name from pg_indexes where schemaname = current_schema() "
    "and indexdef not like '%_key ON%' and indexdef not like '%_pkey ON%'",
}
OF_POSTGRES_ALONE = {"waiting_work"}


def version_in(store: Store) -> list[int]:
    with store.database.read() as rows:
        return [row["version"] for row in rows.all("select version from schema_version")]


def test_tables_are_made_once_and_opening_again_changes_nothing(address: str, open_again: Callable[[], Store]) -> None:
    for _ in range(2):
        assert version_in(open_again()) == [version_here()]


def test_of_those_who_come_at_once_one_makes_the_tables(address: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(lambda _: open_store(database=address), range(4)))
    for store in stores:
        assert version_in(store) == [version_here()]
        store.close()


def test_both_databases_have_the_same_indexes(
    open_again: Callable[[], Store], request: pytest.FixtureRequest, address: str
) -> None:
    other = "sqlite:" + str(request.getfixturevalue("tmp_path") / "other.db")
    found = []
    for where in (address, other):
        with closing(open_store(database=where)) as store, store.database.read() as rows:
            sql = INDEXES[where.partition(":")[0]]
            found.append({row["name"] for row in rows.all(sql)} - OF_POSTGRES_ALONE)
    assert found[0] == found[1]
    assert "game_written" in found[0]


def test_games_stay_on_their_shelves_when_samples_get_one(open_again: Callable[[], Store], address: str) -> None:
    store = open_again()
    for shelf in (Shelf.OPEN, Shelf.ARCHIVE, Shelf.BIN):
        store.journal.lay(store.journal.create_game(FRIDAY, [event(1)]).game_id, shelf, "2026-11-21")
    before = _games_and_indexes(store, address)
    with store.database.write() as rows:  # the step gives any table the column again, an older one and today's
        for statement in (*BEFORE_THE_BIN, *statements_from(4, postgres=address.startswith("postgresql:"))):
            rows.run(statement)
    assert _games_and_indexes(store, address) == before
    assert store.journal.create_game(FRIDAY, [event(1)], shelf=Shelf.SAMPLE).version == 1


def _games_and_indexes(store: Store, address: str) -> tuple[list[GameRow], set[str]]:
    with store.database.read() as rows:
        indexes = {row["name"] for row in rows.all(INDEXES[address.partition(":")[0]])}
    return store.journal.list_games(), indexes


def test_steps_are_numbered_on_from_the_first_version() -> None:
    assert sorted(STEPS) == list(range(FIRST_VERSION + 1, version_here() + 1))


@pytest.mark.parametrize("opening", Opening)
def test_tables_of_a_newer_companion_are_left_alone(address: str, opening: Opening) -> None:
    with closing(open_store(database=address)) as store, store.database.write() as rows:
        rows.run("update schema_version set version = ?", NEXT)
    with pytest.raises(Newer, match=rf"version {NEXT}, this one knows {version_here()}\), and nothing was changed"):
        open_store(database=address, opening=opening)


@pytest.mark.parametrize(
    ("tables", "says"),
    [
        ("create table recipe (name text)", "the tables of another program"),
        ("create table entry (id text)", "the tables of another program"),
        ("create table recipe (name text); create table schema_version (version integer)", "of another program"),
        (
            "create table cat (name text); create table schema_version (version integer);"
            "insert into schema_version values (1)",
            "of another program",
        ),
        ("create table entry (id text); create table schema_version (version integer)", "have no version"),
        (
            "create table entry (id text); create table schema_version (version text);"
            "insert into schema_version values ('V2.1')",
            "have no version",
        ),
    ],
)
def test_a_file_of_another_program_is_left_alone(tmp_path: Path, tables: str, says: str) -> None:
    with closing(sqlite3.connect(tmp_path / "companion.db")) as db, db:
        db.executescript(tables)
    before = (tmp_path / "companion.db").read_bytes()
    with pytest.raises(StoreError, match=says):
        open_store(tmp_path)
    assert (tmp_path / "companion.db").read_bytes() == before
