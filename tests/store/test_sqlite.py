"""Writers of one SQLite file take turns, fail for themselves alone, and wait no longer than they have to."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from companion.store import Store, Unavailable, open_store
from companion.store.errors import AlreadyThere
from tests.conftest import PATIENCE_SECONDS
from tests.store.stores import sqlite_of

PUT = "insert into secret (name, value) values (?, '')"


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:{tmp_path / 'companion.db'}"


def names(store: Store) -> list[str]:
    with store.database.read() as rows:
        return [row["name"] for row in rows.all("select name from secret order by name")]


def put(store: Store, *each: str) -> None:
    with store.database.write() as rows:
        for name in each:
            rows.run(PUT, name)


def test_two_stores_on_one_file_let_each_other_write(open_again: Callable[[], Store]) -> None:
    stores, many = [open_again(), open_again()], 120
    with ThreadPoolExecutor(8) as pool:
        written = [pool.submit(put, stores[number % 2], f"{number:03}") for number in range(many)]
        assert [each.exception(PATIENCE_SECONDS) for each in written] == [None] * many
    assert names(stores[0]) == [f"{number:03}" for number in range(many)]


def test_of_a_block_that_fails_nothing_is_kept_and_the_next_writes(open_again: Callable[[], Store]) -> None:
    store = open_again()
    with pytest.raises(AlreadyThere):
        put(store, "lost", "twice", "twice")
    put(store, "kept")
    assert names(store) == ["kept"]


def test_whoever_waits_too_long_is_told_so_and_may_still_read(
    open_again: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.sqlite.WAIT_FOR_OTHER_PROCESSES_S", 0.05)
    store = open_again()
    with store.database.write() as rows, ThreadPoolExecutor(1) as pool:
        rows.run(PUT, "first")
        with pytest.raises(Unavailable, match="others are still writing"):
            pool.submit(put, store, "second").result(PATIENCE_SECONDS)
        assert pool.submit(names, store).result(PATIENCE_SECONDS) == []
    assert names(store) == ["first"]


def test_what_is_written_is_on_the_disk_before_the_block_ends(open_again: Callable[[], Store]) -> None:
    with sqlite_of(open_again()).connection() as db:
        settings = [db.execute(f"pragma {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    assert settings == ["wal", 2]  # 2 is full


def test_an_open_store_is_closed_with_every_connection(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as store:
        put(store, "one")
    assert [each.name for each in tmp_path.iterdir()] == ["companion.db"]
