"""Links, names and photographs, and where they are kept."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from companion.store import Closed, Role, Store, StoreError, data_folder, open_store
from tests.conftest import PATIENCE_SECONDS
from tests.store.examples import FRIDAY, event, numbers
from tests.store.stores import sqlite_of

MONDAY, TUESDAY, WEDNESDAY = (f"2026-11-{day}T20:00:00.000+00:00" for day in (16, 17, 18))


@pytest.fixture
def game(store: Store) -> str:
    return store.journal.create_game(FRIDAY, [event(1)]).game_id


def test_only_a_hash_of_a_token_is_written_down(store: Store, game: str, tmp_path: Path) -> None:
    token = store.links.make_link(game, Role.WATCHER, MONDAY)
    store.close()
    assert all(token.encode() not in file.read_bytes() for file in tmp_path.iterdir())


def test_what_was_written_is_there_when_the_store_is_opened_again(tmp_path: Path) -> None:
    first = open_store(tmp_path)
    game = first.journal.create_game(FRIDAY, [event(1)]).game_id
    first.close()
    second = open_store(tmp_path)
    assert numbers(second.journal.read(game).entries) == [1]
    second.close()


def test_a_connection_in_use_when_the_store_is_closed_is_closed_when_it_comes_back(store: Store) -> None:
    with sqlite_of(store).connection() as db:
        store.close()
        assert db.execute("select 1").fetchone() == (1,)
    with pytest.raises(sqlite3.ProgrammingError, match="closed database"):
        db.execute("select 1")


def test_the_database_is_durable_and_checks_its_references(store: Store) -> None:
    with sqlite_of(store).connection() as db:
        settings = {
            name: db.execute(f"pragma {name}").fetchone()[0] for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_a_block_that_raises_writes_nothing(store: Store) -> None:
    def fail() -> None:
        with store.database.write() as rows:
            rows.run("insert into remembered_name values ('d', 'n', ?, 0, 1)", MONDAY)
            raise LookupError

    with pytest.raises(LookupError):
        fail()
    assert store.people.remembered_names("d") == []


def test_closing_sends_followers_away(store: Store, game: str) -> None:
    following = Event()

    def follow() -> int:
        following.set()
        return store.journal.wait_for_change(game, 1, timeout=PATIENCE_SECONDS)

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(follow)
        following.wait(PATIENCE_SECONDS)
        store.bell.close()
        with pytest.raises(Closed, match="stopping"):
            waiting.result(timeout=PATIENCE_SECONDS)


def test_the_data_folder_is_the_platforms_own_unless_one_is_given(tmp_path: Path) -> None:
    assert data_folder(tmp_path) == tmp_path
    assert "companion" in data_folder().parts


def test_a_backup_holds_everything_and_overwrites_nothing(store: Store, game: str, tmp_path: Path) -> None:
    copy = tmp_path / "copies" / "companion.db"
    store.backup(copy)
    with pytest.raises(StoreError, match="exists already"):
        store.backup(copy)
    restored = open_store(copy.parent)
    assert numbers(restored.journal.read(game).entries) == [1]
    restored.close()
    assert [file.name for file in copy.parent.iterdir()] == ["companion.db"]


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "companion.db").write_text("a shopping list, and quite a long one at that\n" * 40)
    with pytest.raises(StoreError, match=r"companion\.db is not a companion database"):
        open_store(tmp_path)


def test_a_file_whose_own_description_is_damaged_is_named(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    file = tmp_path / "companion.db"
    content = file.read_bytes()
    place = content.index(b"key text not null,\n    version")
    file.write_bytes(content[: place + 13] + b"n\xacll" + content[place + 17 :])
    with pytest.raises(StoreError, match=r"companion\.db is damaged"):
        open_store(tmp_path)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"the folder .*file.* cannot be made"):
        open_store(tmp_path / "file" / "data")


def test_a_backup_into_a_folder_that_cannot_be_made_is_refused(store: Store, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        store.backup(tmp_path / "file" / "copy.db")


def test_a_healthy_file_has_no_faults_and_a_stray_row_is_one(store: Store, tmp_path: Path) -> None:
    assert store.database.faults() == []
    with closing(sqlite3.connect(tmp_path / "companion.db")) as loose:
        loose.execute("insert into outcome (game_id, key, version, first) values ('nowhere', 'k', 1, 0)")
        loose.commit()
    assert store.database.faults() == ["table outcome refers to a row that is missing"]
