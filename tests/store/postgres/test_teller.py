"""What was written is told to the other processes after it is on disk, and none of it is lost for good."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event

import psycopg
import pytest

from companion.store import Store, open_store
from companion.store.postgres.teller import CHANNEL, Teller
from tests.cluster import Cluster
from tests.conftest import PATIENCE_SECONDS
from tests.store.examples import FRIDAY, event

KILLED = """
import os, signal, sys
from companion.store import open_store
from companion.store.postgres.teller import Teller
from tests.store.examples import event

Teller.tell = lambda self, topics: os.kill(os.getpid(), signal.SIGKILL)
store = open_store(database=sys.argv[1])
store.journal.append(sys.argv[2], 1, "k", [event(2)])
"""
CUT = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'companion'"


@pytest.fixture
def store(postgres: str) -> Iterator[Store]:
    with closing(open_store(database=postgres)) as opened:
        yield opened


@pytest.fixture
def game(store: Store) -> str:
    return store.journal.create_game(FRIDAY, [event(1)]).game_id


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


def test_closing_tells_what_is_left(postgres: str, game: str) -> None:
    with _heard(postgres) as heard:
        with closing(open_store(database=postgres)) as other:
            other.journal.append(game, 1, None, [event(2)])
        assert _next_topic(heard) == game


def test_what_could_not_be_told_is_told_once_the_line_is_there_again(
    postgres: str, cluster: Cluster, store: Store, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed, send = Event(), store.database._teller._send  # type: ignore[attr-defined]

    def cut_off(topics: list[str]) -> None:
        with psycopg.connect(cluster.address, autocommit=True) as connection:
            connection.execute(CUT)
        monkeypatch.setattr(store.database._teller, "_send", send)  # type: ignore[attr-defined]
        failed.set()
        raise psycopg.OperationalError("the line was cut")

    monkeypatch.setattr(store.database._teller, "_send", cut_off)  # type: ignore[attr-defined]
    with _heard(postgres.replace("&options", "&application_name=other&options")) as heard:
        store.journal.append(game, 1, None, [event(2)])
        assert failed.wait(PATIENCE_SECONDS)
        assert _next_topic(heard) == game


def test_who_is_killed_before_it_told_has_lost_nothing_and_whoever_follows_sees_it(
    postgres: str, store: Store, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.bell.LOOKS_AGAIN_SECONDS", 0.2)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(_follow, store, game)
        root = Path(__file__).parents[3]
        ended = subprocess.run([sys.executable, "-c", KILLED, postgres, game], cwd=root, check=False)
        assert ended.returncode == -signal.SIGKILL
        assert waiting.result(PATIENCE_SECONDS) == 2
    assert store.journal.read(game).version == 2


def _follow(store: Store, game: str) -> int:
    # As a phone does, which comes again when the time is over.
    while (version := store.journal.wait_for_change(game, 1, 0.1)) == 1:
        pass
    return version


def test_a_tap_that_is_sent_again_is_told_again(postgres: str, store: Store, game: str) -> None:
    root = Path(__file__).parents[3]
    subprocess.run([sys.executable, "-c", KILLED, postgres, game], cwd=root, check=False)
    with _heard(postgres) as heard:
        assert store.journal.append(game, 1, "k", [event(2)]).replayed
        assert _next_topic(heard) == game


def test_what_is_written_together_is_told_together() -> None:
    sent: list[list[str]] = []
    begun, go_on = Event(), Event()

    def send(topics: list[str]) -> None:
        sent.append(topics)
        begun.set()
        assert go_on.wait(PATIENCE_SECONDS)

    teller = Teller(send)
    teller.tell(["one"])
    assert begun.wait(PATIENCE_SECONDS)
    for _ in range(50):
        teller.tell(["two", "three"])
    go_on.set()
    teller.close()
    assert sent == [["one"], ["two", "three"]]
