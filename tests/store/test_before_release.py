"""Databases from before 0.1.0 are named and left alone, and what is in them comes along by a backup of theirs.

``cases/before_release`` holds one of each kind as the program of 5eae972 wrote it, with something in every table.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.store import StoreError, open_store
from companion.store.backup import restore
from companion.store.copying import KEPT, contents
from companion.store.database import Opening
from companion.store.errors import BeforeRelease
from companion.store.files import check_store
from companion.store.games import judge_game
from companion.store.membership import hashed

CASES = Path(__file__).parent / "cases" / "before_release"
SINCE = {"audit", "night", "night_entry", "removed"}
"""Tables that there were none of then."""
NOT_IN_BACKUPS = {"photo"}
KNOWN_AS = "was written by a version from before 0.1.0, whose tables this version does not read; nothing was changed"


def older_file(path: Path) -> Path:
    with closing(sqlite3.connect(path)) as db:
        db.executescript((CASES / "sqlite.sql").read_text(encoding="utf-8"))
    return path


@pytest.fixture
def older(address: str) -> str:
    """The address of a database from before 0.1.0."""
    if address.startswith("sqlite:"):
        older_file(Path(address.removeprefix("sqlite:")))
    else:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute((CASES / "postgres.sql").read_bytes())
    return address


def rows_in(address: str) -> dict[str, object]:
    """Everything that is there, and for a file every byte of it, and of what lies beside it."""
    if address.startswith("sqlite:"):
        return {each.name: each.read_bytes() for each in Path(address.removeprefix("sqlite:")).parent.iterdir()}
    with psycopg.connect(address) as connection:
        tables = connection.execute("select tablename from pg_tables where schemaname = current_schema()").fetchall()
        return {name: connection.execute(f'select * from "{name}"'.encode()).fetchall() for (name,) in sorted(tables)}


@pytest.mark.parametrize("opening", Opening)
def test_it_is_named_with_what_to_do_and_nothing_of_it_is_changed(older: str, opening: Opening) -> None:
    before = rows_in(older)
    with pytest.raises(BeforeRelease, match=KNOWN_AS) as refused:
        open_store(database=older, opening=opening)
    backup, bring_in = "companion backup games.db", "companion restore games.db"
    says = str(refused.value)
    assert says.index(backup) < says.index(bring_in)
    assert (f"--database {older}" in says) == older.startswith("sqlite:")
    assert ("createdb" in says) == older.startswith("postgresql:")
    assert rows_in(older) == before


def run(address: str, *words: str) -> Result:
    return CliRunner().invoke(main, [*words, "--database", address])


@pytest.mark.parametrize(
    "words",
    [("check",), ("upgrade",), ("backup", "new.db"), ("export", "x"), ("serve", "--port", "0"), ("host",)],
    ids=lambda words: words[0],
)
def test_each_command_says_so(older: str, words: tuple[str, ...]) -> None:
    refused = run(older, *words)
    assert (refused.exit_code, KNOWN_AS in refused.stderr) == (2, True), refused.output


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_what_is_in_a_backup_of_it_comes_along(older: str, tmp_path: Path) -> None:
    backup = older_file(tmp_path / "games.db")
    with closing(sqlite3.connect(backup)) as db, db:
        db.execute("delete from photo")  # as in every backup
    content, was = backup.read_bytes(), Path(older.removeprefix("sqlite:")).read_bytes()
    restored = restore(backup, older, tmp_path / "aside.db", judge_game)
    assert backup.read_bytes() == content
    assert (tmp_path / "aside.db").read_bytes() == was
    assert {each.table for each in restored if not each.rows} == SINCE | NOT_IN_BACKUPS
    assert set(KEPT) == {each.table for each in restored}
    with closing(open_store(database=older)) as store:
        _holds_what_was_kept(store.database.where, backup)
        assert contents(store.database) == restored
        assert check_store(store, judge_game) == []
        assert store.people.remembered_names("phone") == ["Ann", "Zoë"]
        assert [each.season.name for each in store.seasons.list_seasons()] == ["Winter league", "Spring cup"]
        assert [each.house.name for each in store.houses.list_houses()] == ["Aunt Mary’s"]
        assert store.secret.key() == "kept with the games"
        assert [each.name for each in store.accounts.list_accounts()] == ["Ann"]
        assert store.examples.find_deck("phone") is not None
        owned = [game.id for game in store.journal.list_games() if store.members.members_of(game.id)]
        assert [each.id for each in store.members.members_of(owned[0]) if each.owns] == [hashed("tablet")]


def _holds_what_was_kept(file: str, backup: Path) -> None:
    with closing(sqlite3.connect(file)) as new, closing(sqlite3.connect(backup)) as old:
        for table in set(KEPT) - SINCE:
            columns = ", ".join(f'"{column}"' for column in KEPT[table])
            sql = f'select {columns} from "{table}"'
            assert sorted(map(repr, new.execute(sql))) == sorted(map(repr, old.execute(sql))), table


@pytest.mark.parametrize("address", ["postgres"], indirect=True)
def test_it_goes_into_an_empty_postgresql_and_not_into_an_older_one(
    older: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    backup = older_file(tmp_path / "games.db")
    before = rows_in(older)
    with pytest.raises(BeforeRelease):
        restore(backup, older, tmp_path / "aside.db")
    assert rows_in(older) == before
    empty = request.getfixturevalue("cluster").new_address()
    restore(backup, empty, tmp_path / "aside.db", judge_game)
    with closing(open_store(database=empty)) as store:
        assert check_store(store, judge_game) == []
        assert len(store.journal.list_games()) == 2


def test_one_that_is_too_old_says_what_comes_along_and_what_stays(tmp_path: Path) -> None:
    backup = older_file(tmp_path / "games.db")
    with closing(sqlite3.connect(backup)) as db, db:
        db.execute("delete from _sqlite_migrations where name >= '0012'")
    with pytest.raises(BeforeRelease, match=r"companion export ID > FILE.*companion import FILE\. Links, devices"):
        restore(backup, f"sqlite:{tmp_path / 'companion.db'}", tmp_path / "aside.db")
    assert not (tmp_path / "companion.db").exists()


def test_a_game_that_it_exported_is_imported(tmp_path: Path) -> None:
    exported = json.loads((CASES / "game.json").read_text(encoding="utf-8"))
    address = f"sqlite:{tmp_path / 'companion.db'}"
    imported = run(address, "import", str(CASES / "game.json"))
    assert imported.exit_code == 0, imported.output
    again = json.loads(run(address, "export", imported.stdout.strip()).stdout)
    assert again | {"id": ""} == exported | {"id": ""}
    house = run(address, "import", str(CASES / "house.json"))
    assert house.exit_code == 0, house.output
    assert json.loads(run(address, "export", house.stdout.strip()).stdout)["name"] == "Aunt Mary’s"


def test_a_backup_that_is_to_be_imported_is_told_where_it_belongs(tmp_path: Path) -> None:
    backup = older_file(tmp_path / "games.db")
    refused = run(f"sqlite:{tmp_path / 'companion.db'}", "import", str(backup))
    assert (refused.exit_code, f"companion restore {backup}" in refused.stderr) == (2, True)


@pytest.mark.parametrize(
    ("tables", "says"),
    [
        ("create table recipe (name text)", "the tables of another program"),
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
