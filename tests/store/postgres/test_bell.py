"""Followers hear what other processes write, also after their connection was lost."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic

import psycopg
import pytest

from companion.store import Closed, Store, Unavailable, open_store
from companion.store.postgres import CHANNEL, ListeningBell
from tests.cluster import Cluster
from tests.conftest import PATIENCE_SECONDS
from tests.store.examples import FRIDAY, event

WRITER = """
import sys
from companion.store import open_store
from tests.store.examples import event

store = open_store(database=sys.argv[1])
store.journal.append(sys.argv[2], 1, "k", [event(2)])
store.close()
"""
KILLED = """
import os, signal, sys
from companion.store import open_store
from companion.store.bell import Bell
from tests.store.examples import event

Bell.ring = lambda self, topic: os.kill(os.getpid(), signal.SIGKILL)
store = open_store(database=sys.argv[1])
store.journal.append(sys.argv[2], 1, "k", [event(2)])
"""
CUT = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'companion'"


@pytest.fixture
def store(postgres: str) -> Iterator[Store]:
    opened = open_store(database=postgres)
    yield opened
    opened.close()


@pytest.fixture
def game(store: Store) -> str:
    return store.journal.create_game(FRIDAY, [event(1)]).game_id


@pytest.fixture
def follow(store: Store, game: str) -> Iterator[Callable[[int], Future[int]]]:
    """Follows the game in a thread; the answer comes by the bell, since nobody waits for the time to pass."""
    pool = ThreadPoolExecutor(1)

    def until_told(since: int) -> int:
        # As a phone does: where the database could not be asked, it asks again.
        while True:
            with suppress(Unavailable):
                return store.journal.wait_for_change(game, since, 10 * PATIENCE_SECONDS)

    yield lambda since: pool.submit(until_told, since)
    store.bell.close()
    pool.shutdown()


def _listening(cluster: Cluster, before: int = 0) -> int:
    """Wait until a backend other than ``before`` listens; its number."""
    sql = "select pid from pg_stat_activity where query like 'listen %%' and pid <> %s"
    give_up = monotonic() + PATIENCE_SECONDS
    with psycopg.connect(cluster.address, autocommit=True) as connection:
        while monotonic() < give_up:
            for (pid,) in connection.execute(sql, [before]):
                return int(pid)
    raise AssertionError("nobody listens")


def test_what_another_process_writes_is_heard(postgres: str, game: str, follow: Callable[[int], Future[int]]) -> None:
    waiting = follow(1)
    root = Path(__file__).parents[3]
    subprocess.run([sys.executable, "-c", WRITER, postgres, game], cwd=root, check=True)
    assert waiting.result(PATIENCE_SECONDS) == 2


def test_a_connection_that_was_cut_is_made_again_and_what_was_missed_is_noticed(
    postgres: str, cluster: Cluster, game: str, follow: Callable[[int], Future[int]]
) -> None:
    waiting = follow(1)
    cut = _listening(cluster)
    with closing(open_store(database=postgres)) as other, other.database.write() as rows:
        rows.run("update game set places = places + 1 where id = ?", game)  # and nobody is told
    assert not waiting.done()
    with psycopg.connect(cluster.address, autocommit=True) as connection:
        connection.execute(CUT)
    assert waiting.result(PATIENCE_SECONDS) == 2
    assert _listening(cluster, cut) != cut


def test_a_database_that_is_stopped_is_said_and_found_again_when_it_runs(
    store: Store, cluster: Cluster, game: str, follow: Callable[[int], Future[int]]
) -> None:
    waiting = follow(1)
    _listening(cluster)
    cluster.control("stop", "-m", "fast")
    try:
        with pytest.raises(Unavailable, match="the database does not answer"):
            store.journal.append(game, 1, "k", [event(2)])
    finally:
        cluster.start()
    assert store.journal.append(game, 1, "k", [event(2)]).version == 2
    assert waiting.result(PATIENCE_SECONDS) == 2


def test_closing_sends_followers_away_and_no_thread_stays(store: Store, follow: Callable[[int], Future[int]]) -> None:
    waiting = follow(1)
    store.close()
    with pytest.raises(Closed):
        waiting.result(PATIENCE_SECONDS)
    assert isinstance(store.bell, ListeningBell)
    assert not store.bell.is_listening


def test_of_many_who_follow_a_game_one_asks_for_its_version_when_the_bell_rings(
    store: Store, cluster: Cluster, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    mark = store.journal.mark

    def counted(of: str) -> int:
        asked.append(of)
        return mark(of)

    monkeypatch.setattr(store.journal, "mark", counted)
    with ThreadPoolExecutor(8) as pool:
        waiting = [pool.submit(store.journal.wait_for_change, game, 1, 10 * PATIENCE_SECONDS) for _ in range(8)]
        _listening(cluster)
        store.journal.append(game, 1, "k", [event(2)])
        assert [each.result(PATIENCE_SECONDS) for each in waiting] == [2] * 8
    # When the first comes, when it begins to listen, when it is written here, and when that is heard.
    assert 2 <= len(asked) <= 4
    for _ in range(20):
        assert store.journal.wait_for_change(game, 2, 0) == 2
    assert len(asked) <= 5


@contextmanager
def _heard(address: str) -> Iterator[psycopg.Connection]:
    """A connection that listens, as another process does."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"listen {CHANNEL}".encode())
        yield connection


def _next_topic(heard: psycopg.Connection) -> str:
    return next(told.payload for told in heard.notifies(timeout=PATIENCE_SECONDS, stop_after=1))


def test_what_is_told_can_be_read_by_whoever_hears_it(postgres: str, store: Store, game: str) -> None:
    with _heard(postgres) as heard:
        for version in range(1, 30):
            store.journal.append(game, version, None, [event(version + 1)])
            assert _next_topic(heard) == game
            (found,) = heard.execute("select version from game where id = %s", [game]).fetchone() or (0,)
            assert found == version + 1


def test_nothing_is_told_of_what_was_not_written(postgres: str, store: Store, game: str) -> None:
    def fail() -> None:
        with store.database.write() as rows:
            rows.ring("of nothing")
            rows.run("insert into pulse (ballast) values (?)", b"x")
            raise LookupError

    with _heard(postgres) as heard:
        with pytest.raises(LookupError):
            fail()
        store.journal.append(game, 1, None, [event(2)])
        assert _next_topic(heard) == game


def test_who_is_killed_right_after_writing_has_told_it(postgres: str, game: str) -> None:
    root = Path(__file__).parents[3]
    with _heard(postgres) as heard:
        ended = subprocess.run([sys.executable, "-c", KILLED, postgres, game], cwd=root, check=False)
        assert ended.returncode == -signal.SIGKILL
        assert _next_topic(heard) == game
