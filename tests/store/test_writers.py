"""Writers of one SQLite file share a commit: each is on the disk when its block ends, and fails for itself alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event

import pytest
from sqlite_utils import Database as Connection

from companion.store.sqlite.writers import MOST_TOGETHER, Waited, Writers
from tests.conftest import PATIENCE_SECONDS

WRITERS = 6


def unheard(_: float) -> None:
    """Nobody asks how long was waited."""


class File:
    """A table of numbers, and how often it was committed."""

    def __init__(self, path: Path) -> None:
        self.path, self.commits = path, 0
        with self.connection() as db:
            db.conn.execute("create table if not exists part (number integer primary key)")
            db.conn.execute("create table if not exists child (part references part deferrable initially deferred)")
        self.commits = 0

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        found = sqlite3.connect(self.path, timeout=PATIENCE_SECONDS, isolation_level=None, check_same_thread=False)
        with closing(found):
            found.execute("pragma foreign_keys = on")
            found.set_trace_callback(self._count)
            yield Connection(found, execute_plugins=False)

    def _count(self, said: str) -> None:
        self.commits += said == "commit"

    @property
    def numbers(self) -> list[int]:
        with self.connection() as db:
            return [number for (number,) in db.conn.execute("select number from part order by number")]


@pytest.fixture
def file(tmp_path: Path) -> File:
    return File(tmp_path / "numbers.db")


@pytest.fixture
def writers(file: File) -> Writers:
    return Writers(file.connection, PATIENCE_SECONDS)


def put(writers: Writers, number: int, also: Callable[[Connection], object] = lambda _: None) -> None:
    with writers.write(unheard) as db:
        db.conn.execute("insert into part values (?)", [number])
        also(db)


def behind_the_first(writers: Writers, *others: Callable[[], None]) -> list[Future[None]]:
    """What becomes of writers that wait while number 0 is written."""
    begun, may_end = Event(), Event()

    def hold(_: Connection) -> None:
        begun.set()
        assert may_end.wait(PATIENCE_SECONDS)

    with ThreadPoolExecutor(1 + len(others)) as pool:
        first = pool.submit(put, writers, 0, hold)
        assert begun.wait(PATIENCE_SECONDS)
        told = [pool.submit(each) for each in others]
        while len(writers.waiting) < len(others):
            assert not any(each.done() for each in told)
        may_end.set()
    return [first, *told]


def test_those_who_waited_are_on_the_disk_by_one_commit(file: File, writers: Writers) -> None:
    told = behind_the_first(writers, *(lambda number=number: put(writers, number) for number in range(1, WRITERS)))
    assert [each.exception() for each in told] == [None] * WRITERS
    assert (file.numbers, file.commits) == (list(range(WRITERS)), 1)


def test_what_one_does_wrong_is_taken_back_alone(file: File, writers: Writers) -> None:
    def wrong() -> None:
        put(writers, 1, lambda db: db.conn.execute("insert into part values (0)"))

    first, failed, last = behind_the_first(writers, wrong, lambda: put(writers, 2))
    assert isinstance(failed.exception(), sqlite3.IntegrityError)
    assert (first.exception(), last.exception(), file.numbers) == (None, None, [0, 2])


def test_whoever_fails_over_what_another_wrote_finds_it_there(file: File, writers: Writers) -> None:
    found = list[list[int]]()

    def wrong() -> None:
        with pytest.raises(sqlite3.IntegrityError):
            put(writers, 0)
        found.append(file.numbers)

    behind_the_first(writers, wrong, lambda: put(writers, 2))
    assert found[0][:1] == [0]


def test_a_commit_that_fails_is_told_to_all_who_wrote_in_it(file: File, writers: Writers) -> None:
    def orphan() -> None:
        put(writers, 1, lambda db: db.conn.execute("insert into child values (99)"))

    told = behind_the_first(writers, orphan)
    assert [str(each.exception()) for each in told] == ["FOREIGN KEY constraint failed"] * 2
    assert file.numbers == []
    put(writers, 3)
    assert file.numbers == [3]


def test_where_everything_is_taken_back_in_the_middle_those_before_hear_why(file: File, writers: Writers) -> None:
    def no_room(db: Connection) -> None:
        db.conn.execute("rollback")  # as SQLite does when the disk is full
        raise sqlite3.OperationalError("database or disk is full")

    told = behind_the_first(writers, lambda: put(writers, 1, no_room))
    assert [str(each.exception()) for each in told] == ["database or disk is full"] * 2
    assert file.numbers == []


def test_a_commit_left_for_one_who_gave_up_is_seen_to(file: File, writers: Writers) -> None:
    writers.waiting.add(-1)
    put(writers, 1)
    assert file.numbers == [1]


def test_whoever_waits_too_long_is_told_so(file: File) -> None:
    impatient = Writers(file.connection, patience=0.01)

    def second() -> None:
        with pytest.raises(Waited):
            put(impatient, 2)

    with impatient.write(unheard), ThreadPoolExecutor(1) as pool:
        pool.submit(second).result(PATIENCE_SECONDS)
    assert file.numbers == []


def test_two_stores_on_one_file_let_each_other_write(file: File) -> None:
    stores = [Writers(file.connection, PATIENCE_SECONDS) for _ in range(2)]
    each = 2 * MOST_TOGETHER
    with ThreadPoolExecutor(8) as pool:
        told = [pool.submit(put, stores[number % 2], number) for number in range(2 * each)]
    assert [one.exception() for one in told] == [None] * 2 * each
    assert file.numbers == list(range(2 * each))
