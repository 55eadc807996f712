"""What many who follow one thing cost: it is read once for all of them, whoever may have written it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import Field, dataclass, fields
from threading import Event
from typing import get_args, get_type_hints

import pytest

from companion.store import Role, Shelf, Store
from companion.store.bell import Bell
from companion.store.membership import hashed
from tests.conftest import PATIENCE_SECONDS
from tests.store.examples import FRIDAY, event

AT = FRIDAY.at
PHONES = 8
LONG_SECONDS = 10 * PATIENCE_SECONDS
"""Anyone who is not woken looks again long after a test has failed."""

WRITES = re.compile(r"_database\.(write|run|count)\(|\b(insert|insert_new|put|update|change)\(self\._database")
"""A statement by itself or in a transaction of its own, as a method of a part of the store has it."""


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


@dataclass(frozen=True)
class Played:
    """A game with somebody at seat 1, whose owner looks on."""

    store: Store
    game: str

    @classmethod
    def begin(cls, store: Store) -> Played:
        game = store.journal.create_game(FRIDAY, [event(1)]).game_id
        store.members.join(game, "owner", Role.WATCHER, None, AT)
        store.members.own(game, hashed("owner"))
        store.members.join(game, "player", Role.PLAYER, 1, AT)
        return cls(store, game)


WAKES: dict[str, Callable[[Played], object]] = {
    "Journal.append": lambda at: at.store.journal.append(at.game, 1, "k", [event(2)]),
    "Journal.lay": lambda at: at.store.journal.lay(at.game, Shelf.BIN, AT),
    "Members.join": lambda at: at.store.members.join(at.game, "other", Role.PLAYER, 2, AT),
    "Members.own": lambda at: at.store.members.own(at.game, hashed("player")),
    "Members.disown": lambda at: at.store.members.disown(at.game),
    "Members.let_out": lambda at: at.store.members.let_out(at.game, hashed("player"), AT),
    "Members.lock": lambda at: at.store.members.lock(at.game, AT),
    "Members.unlock": lambda at: at.store.members.unlock(at.game),
}
"""Every write after which the pages that follow a game show something else."""
BEFORE: Mapping[str, Callable[[Played], object]] = {"Members.unlock": WAKES["Members.lock"]}
"""Writes without which the one of that name would change nothing."""
OF_NO_GAME_THAT_IS_FOLLOWED = {
    *("Journal.create_game", "Journal.restore_game", "Journal.empty_bin", "Journal.forget_sample"),
}
SHOWN_TO_NOBODY_ELSE = {
    *("Members.carry_over", "Audit.record", "RememberedNames.remember_names", "Secret.key"),
    *("Links.make_link", "Links.take_back", "Links.revoke", "Members.leave_behind", "Secret.keep"),
}
# Of the work that waits tests/store/postgres/test_waiting.py tells.
ON_PAGES_THAT_NOBODY_FOLLOWS = {
    "Photos",
    "Examples",
    "Houses",
    "Nights",
    "Seasons",
    "Facts",
    "Sayings",
    "Accounts",
    "WaysIn",
    "Passkeys",
    "Keepers",
    "Waiting",
}


def test_every_way_to_write_is_known_to_wake_or_to_be_shown_to_nobody() -> None:
    parts = {part.__name__: part for part in map(_part, fields(Store))}
    assert parts.keys() >= ON_PAGES_THAT_NOBODY_FOLLOWS
    writes = {
        f"{name}.{method}"
        for name, part in parts.items()
        if name not in ON_PAGES_THAT_NOBODY_FOLLOWS
        for method, code in inspect.getmembers(part, inspect.isfunction)
        if not method.startswith("_") and WRITES.search(inspect.getsource(code))
    }
    assert writes == {*WAKES, *OF_NO_GAME_THAT_IS_FOLLOWED, *SHOWN_TO_NOBODY_ELSE}


def _part(field: Field[object]) -> type:
    hint = get_type_hints(Store)[field.name]
    return next(each for each in (hint, *get_args(hint)) if isinstance(each, type))


def woken(follower: Store, played: Played, monkeypatch: pytest.MonkeyPatch, write: str) -> None:
    """Follow a game at a store, and see that a write wakes who follows."""
    BEFORE.get(write, id)(played)
    looked, mark, seen = Event(), follower.journal.mark, follower.journal.mark(played.game)

    def looking(of: str) -> int:
        found = mark(of)
        looked.set()
        return found

    monkeypatch.setattr(follower.journal, "mark", looking)
    if follower.bell.hears_all:
        _listens(follower, monkeypatch)
    with ThreadPoolExecutor(1) as pool:
        try:
            waiting = pool.submit(follower.journal.wait_for_change, played.game, seen, LONG_SECONDS)
            assert looked.wait(PATIENCE_SECONDS)
            WAKES[write](played)
            waiting.exception(PATIENCE_SECONDS)  # that a game is in the bin now is news, too
        finally:
            follower.bell.close()


def _listens(follower: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL wakes everyone once when it begins to listen, which is not to be mistaken for the write."""
    begun, ring_all = Event(), follower.bell.ring_all

    def ringing() -> None:
        ring_all()
        begun.set()

    monkeypatch.setattr(follower.bell, "ring_all", ringing)
    follower.bell.wait("nothing", lambda: True, 0)
    assert begun.wait(PATIENCE_SECONDS)


@pytest.mark.parametrize("write", WAKES)
def test_a_write_wakes_those_who_follow_at_once(each_store: Store, monkeypatch: pytest.MonkeyPatch, write: str) -> None:
    woken(each_store, Played.begin(each_store), monkeypatch, write)


@pytest.mark.parametrize("write", WAKES)
@pytest.mark.parametrize("address", ["postgres"], indirect=True)
def test_a_write_wakes_those_who_follow_in_another_process_at_once(
    open_again: Callable[[], Store], monkeypatch: pytest.MonkeyPatch, write: str
) -> None:
    woken(open_again(), Played.begin(open_again()), monkeypatch, write)


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_who_looks_from_time_to_time_sees_the_write_of_another_process(open_again: Callable[[], Store]) -> None:
    follower, writer = open_again(), open_again()
    game = writer.journal.create_game(FRIDAY, [event(1)]).game_id
    assert follower.journal.wait_for_change(game, 1, 0) == 1
    writer.journal.append(game, 1, "k", [event(2)])
    assert follower.journal.wait_for_change(game, 1, 0.2) == 2
