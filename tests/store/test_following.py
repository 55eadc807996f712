"""What many who follow one thing cost: it is read once for all of them, whoever may have written it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from companion.store.bell import Bell
from tests.conftest import PATIENCE_SECONDS

PHONES = 8


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
