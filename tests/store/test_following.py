"""What many who follow one thing cost: it is read once for all of them, whoever may have written it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import monotonic

import pytest

from companion.store import Store
from companion.store.bell import Bell
from tests.conftest import PATIENCE_SECONDS
from tests.store.examples import FRIDAY, event

PHONES = 8
PROMPT_SECONDS = 1.0
"""Long before anybody who waits looks again by themselves."""


class Read:
    """Something that is written, and how often it was read."""

    def __init__(self) -> None:
        self.version, self.times = 1, 0

    def __call__(self) -> int:
        self.times += 1
        return self.version


def test_what_many_follow_is_read_once_for_all_of_them_at_each_ring() -> None:
    bell, read = Bell(), Read()
    bell.follow("game", read, 0, PATIENCE_SECONDS)
    with ThreadPoolExecutor(PHONES) as pool:
        for version in (2, 3):
            before = read.times
            told = [pool.submit(bell.follow, "game", read, version - 1, PATIENCE_SECONDS) for _ in range(PHONES)]
            read.version = version
            bell.ring("game")
            assert [each.result() for each in told] == [version] * PHONES
            assert read.times - before == 1


def test_what_another_process_wrote_is_seen_though_no_bell_rang() -> None:
    bell, read = Bell(), Read()
    assert bell.follow("game", read, 1, 0.01) == 1
    read.version = 2
    assert [bell.follow("game", read, 1, 0.01) for _ in range(2)][-1] == 2


def woken(follower: Store, writer: Store, monkeypatch: pytest.MonkeyPatch) -> int:
    """What a phone that follows at one store is shown within a second of a write to the other."""
    game = writer.journal.create_game(FRIDAY, [event(1)]).game_id
    looked, mark = Event(), follower.journal.mark

    def looking(of: str) -> int:
        found = mark(of)
        looked.set()
        return found

    monkeypatch.setattr(follower.journal, "mark", looking)
    with ThreadPoolExecutor(1) as pool:
        try:
            waiting = pool.submit(follower.journal.wait_for_change, game, 1, PATIENCE_SECONDS)
            assert looked.wait(PATIENCE_SECONDS)
            _wait_until_heard(follower)
            writer.journal.append(game, 1, "k", [event(2)])
            return waiting.result(PROMPT_SECONDS)
        finally:
            follower.bell.close()


def _wait_until_heard(store: Store) -> None:
    """PostgreSQL wakes everyone once when it begins to listen, which is not to be mistaken for the write."""
    if not store.bell.hears_all:
        return
    give_up = monotonic() + PATIENCE_SECONDS
    sql = "select count(*) as many from pg_stat_activity where query like 'listen %' and state = 'idle'"
    while monotonic() < give_up:
        with store.database.read() as rows:
            found = rows.first(sql)
        if found and found["many"]:
            return
    raise AssertionError("nobody listens")


def test_a_write_wakes_those_who_follow_at_once(each_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    assert woken(each_store, each_store, monkeypatch) == 2


@pytest.mark.parametrize("address", ["postgres"], indirect=True)
def test_a_write_wakes_those_who_follow_in_another_process_at_once(
    open_again: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert woken(open_again(), open_again(), monkeypatch) == 2


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_who_looks_from_time_to_time_sees_the_write_of_another_process(open_again: Callable[[], Store]) -> None:
    follower, writer = open_again(), open_again()
    game = writer.journal.create_game(FRIDAY, [event(1)]).game_id
    assert follower.journal.wait_for_change(game, 1, 0) == 1
    begun = monotonic()
    writer.journal.append(game, 1, "k", [event(2)])
    while follower.journal.wait_for_change(game, 1, 0.2) == 1:
        assert monotonic() - begun < PROMPT_SECONDS
