"""A backup is put back, whatever it was made of; what was there is set aside, and what is no good changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from companion.store import StoreError, open_store
from companion.store.open import file_of
from companion.store.restoring import restore
from companion.store.sqlite.migrations import MIGRATIONS
from companion.store.tables.copying import contents
from tests.store.examples import FRIDAY, event, numbers


@pytest.fixture
def aside(tmp_path: Path) -> Path:
    return tmp_path / "aside.db"


@pytest.fixture(params=["of sqlite", "of postgres"])
def backup(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A backup of either database with one game of two entries, a house's key, and nothing else."""
    made_of = (
        f"sqlite:{tmp_path / 'first.db'}"
        if request.param == "of sqlite"
        else request.getfixturevalue("cluster").new_address()
    )
    with closing(open_store(database=made_of)) as store:
        store.secret.key()
        store.journal.create_game(FRIDAY, [event(1), event(2)])
        store.backup(tmp_path / "backup.db")
    return tmp_path / "backup.db"


@pytest.fixture
def other_game(address: str) -> str:
    """A game that is there before."""
    with closing(open_store(database=address)) as store:
        return store.journal.create_game(FRIDAY, [event(7)]).game_id


def held(address: str) -> object:
    with closing(open_store(database=address)) as store:
        return contents(store.database)


def test_a_backup_of_either_database_is_put_into_either_and_holds_the_same(
    backup: Path, address: str, aside: Path, other_game: str
) -> None:
    before = held(address)
    restored = restore(backup, address, aside)
    assert held(address) == restored == held(f"sqlite:{backup}")
    assert held(f"sqlite:{aside}") == before
    with closing(open_store(database=address)) as store:
        (game,) = store.journal.list_games()
        assert numbers(store.journal.read(game.id).entries) == [1, 2]
        assert game.id != other_game


def test_where_nothing_was_nothing_is_set_aside(backup: Path, address: str, aside: Path) -> None:
    restore(backup, address, aside)
    assert not aside.exists()


def _of_newer(file: Path) -> None:
    open_store(database=f"sqlite:{file}").close()
    with closing(Database(file, execute_plugins=False)) as db:
        row = {"migration_set": "companion", "name": "9999_from_the_future", "applied_at": "2027"}
        db.table("_sqlite_migrations").insert(row)


def _damaged(file: Path) -> None:
    with closing(open_store(database=f"sqlite:{file}")) as store:
        store.journal.create_game(FRIDAY, [event(number) for number in range(500)])
        store.backup(file.with_name("whole.db"))
    content = bytearray(file.with_name("whole.db").read_bytes())
    content[8192:24576] = b"\xff" * 16384
    file.write_bytes(content)


NO_GOOD: dict[str, tuple[Callable[[Path], object], str]] = {
    "newer": (_of_newer, "was written by a newer companion"),
    "damaged": (_damaged, "damaged"),
    "no database": (lambda file: file.write_text("{}"), "is no backup"),
    "nothing": (lambda file: None, "cannot be read"),
}


@pytest.mark.parametrize("why", NO_GOOD)
def test_what_is_no_good_is_said_and_changes_nothing(why: str, tmp_path: Path, aside: Path) -> None:
    make, says = NO_GOOD[why]
    address = f"sqlite:{tmp_path / 'companion.db'}"
    with closing(open_store(database=address)) as store:
        store.journal.create_game(FRIDAY, [event(7)])
    before = held(address)
    make(tmp_path / "no_good.db")
    with pytest.raises(StoreError, match=says):
        restore(tmp_path / "no_good.db", address, aside)
    assert held(address) == before
    assert not aside.exists()


def test_a_damaged_file_is_set_aside_as_it_is(tmp_path: Path, aside: Path) -> None:
    with closing(open_store(tmp_path / "other")) as store:
        store.backup(tmp_path / "backup.db")
    address = f"sqlite:{tmp_path / 'companion.db'}"
    (file_of(address) or tmp_path).write_bytes(b"\0" * 9000)
    restore(tmp_path / "backup.db", address, aside)
    assert aside.read_bytes() == b"\0" * 9000
    open_store(tmp_path).close()


def test_a_backup_of_an_older_companion_is_brought_up_to_date_and_stays_as_it_is(tmp_path: Path, aside: Path) -> None:
    older = tmp_path / "older.db"
    with closing(Database(older, execute_plugins=False)) as db:
        MIGRATIONS.apply(db, stop_before="0002_link")
        db.execute("insert into game values ('old', 'Friday', 'site', '{}', '{}', 1, '2026', '2026')")
        db.table("entry").insert(
            {"game_id": "old", "seq": 1, "batch": 1, "kind": "K", "who": "A", "at": "2026", "body": "{}"}
        )
    content = older.read_bytes()
    restore(older, f"sqlite:{tmp_path / 'companion.db'}", aside)
    assert older.read_bytes() == content
    with closing(open_store(tmp_path)) as store:
        assert store.journal.version("old") == 1


def _no_room(*_: object, **__: object) -> None:
    raise StoreError("the disk is full")


def test_where_the_backup_cannot_be_written_what_was_there_is_there_again(
    tmp_path: Path, aside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"sqlite:{tmp_path / 'companion.db'}"
    with closing(open_store(database=address)) as store:
        store.journal.create_game(FRIDAY, [event(7)])
        store.backup(tmp_path / "backup.db")
    before = held(address)
    monkeypatch.setattr("companion.store.restoring.copy_tables", _no_room)
    with pytest.raises(StoreError, match="the disk is full"):
        restore(tmp_path / "backup.db", address, aside)
    assert held(address) == before


def test_a_file_that_cannot_be_moved_aside_stays_with_all_that_belongs_to_it(
    tmp_path: Path, aside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, log = f"sqlite:{tmp_path / 'companion.db'}", tmp_path / "companion.db-wal"
    with closing(open_store(database=address)) as store:
        store.backup(tmp_path / "backup.db")
    log.write_bytes(b"what is not in the file yet")
    rename = Path.rename

    def held_by_another(self: Path, target: Path) -> Path:
        if self == log:
            raise OSError("held by another program")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", held_by_another)
    with pytest.raises(StoreError, match="cannot be moved aside: held by another"):
        restore(tmp_path / "backup.db", address, aside)
    assert log.read_bytes() == b"what is not in the file yet"
    assert (tmp_path / "companion.db").exists()
