"""What every journal does, whatever it is written in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from companion.store import Appended, Conflict, Entry, InBin, Journal, NewEntry, NotFound, Shelf, Store
from companion.store.entries import altered
from tests.conftest import PATIENCE_SECONDS
from tests.store.examples import FRIDAY, event, numbers


def test_a_new_game_holds_its_first_entries_in_one_batch(journal: Journal) -> None:
    made = journal.create_game(FRIDAY, [event(1), event(2)])
    found = journal.read(made.game_id)
    assert found.version == made.version == 2
    assert found.entries == (
        Entry("Counted", {"v": 1, "number": 1}, "Ann's phone", event(1).at, seq=1, batch=1),
        Entry("Counted", {"v": 1, "number": 2}, "Ann's phone", event(2).at, seq=2, batch=1),
    )
    assert (found.game.title, found.game.variant, found.game.at) == (FRIDAY.title, FRIDAY.variant, FRIDAY.at)
    assert (found.game.options, found.game.table) == (FRIDAY.options, FRIDAY.table)


def test_two_games_get_two_ids_that_go_into_an_address_as_they_are(journal: Journal) -> None:
    ids = {journal.create_game(FRIDAY, [event()]).game_id for _ in range(3)}
    assert len(ids) == 3
    assert all(game_id.isalnum() and game_id.isascii() for game_id in ids)


def test_the_same_key_makes_one_game_however_often_it_comes(journal: Journal) -> None:
    first = journal.create_game(FRIDAY, [event(1)], key="start")
    journal.append(first.game_id, 1, None, [event(2)])
    assert journal.create_game(FRIDAY, [event(1)], key="start") == Appended(first.game_id, 1, replayed=True)
    assert len(journal.list_games()) == 1
    assert journal.create_game(FRIDAY, [event(1)], key="another").game_id != first.game_id


def test_a_game_is_found_by_the_key_that_made_it_and_by_no_other(journal: Journal) -> None:
    made = journal.create_game(FRIDAY, [event(1)], key="start").game_id
    journal.append(made, 1, "tap", [event(2)])
    assert journal.game_made_by("start") == made
    assert journal.game_made_by("tap") is None


def test_an_append_follows_on_and_its_entries_share_a_batch(journal: Journal) -> None:
    game = journal.create_game(FRIDAY, [event(1), event(2)]).game_id
    assert journal.append(game, 2, "a", [event(3), event(4)]) == Appended(game, 4)
    assert journal.append(game, 4, "b", [event(5)]) == Appended(game, 5)
    entries = journal.read(game).entries
    assert numbers(entries) == [1, 2, 3, 4, 5]
    assert [(entry.seq, entry.batch) for entry in entries] == [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)]
    assert journal.version(game) == 5


@pytest.mark.parametrize("seen", [0, 1, 3])
def test_a_writer_who_saw_another_version_gets_a_conflict_and_writes_nothing(journal: Journal, seen: int) -> None:
    game = journal.create_game(FRIDAY, [event(1), event(2)]).game_id
    with pytest.raises(Conflict) as refusal:
        journal.append(game, seen, "late", [event(9)])
    assert (refusal.value.current_version, refusal.value.seen_version, refusal.value.game_id) == (2, seen, game)
    assert numbers(journal.read(game).entries) == [1, 2]


def test_a_key_that_met_a_conflict_may_be_used_again(journal: Journal) -> None:
    game = journal.create_game(FRIDAY, [event(1)]).game_id
    with pytest.raises(Conflict):
        journal.append(game, 7, "retry", [event(2)])
    assert journal.append(game, 1, "retry", [event(2)]) == Appended(game, 2)


def test_the_same_key_again_gives_the_first_outcome_even_after_the_game_moved_on(journal: Journal) -> None:
    game = journal.create_game(FRIDAY, [event(1)]).game_id
    journal.append(game, 1, "tap", [event(2)])
    journal.append(game, 2, "other", [event(3)])
    for seen in (1, 2, 3):
        assert journal.append(game, seen, "tap", [event(2)]) == Appended(game, 2, replayed=True)
    assert numbers(journal.read(game).entries) == [1, 2, 3]


def test_a_key_keeps_what_it_was_sent_with_and_hands_it_back_however_it_comes_again(journal: Journal) -> None:
    game = journal.create_game(FRIDAY, [event(1)], key="start").game_id
    assert journal.append(game, 1, "tap", [event(2)], imprint="of 260") == Appended(game, 2, imprint="of 260")
    first = Appended(game, 2, replayed=True, imprint="of 260")
    assert journal.append(game, 1, "tap", [event(3)], imprint="of 270") == first
    assert journal.outcome(game, "tap") == first
    assert journal.outcome(game, "start") == Appended(game, 1, replayed=True)
    assert numbers(journal.read(game).entries) == [1, 2]


def test_what_a_key_led_to_can_be_asked(journal: Journal) -> None:
    game = journal.create_game(FRIDAY, [event(1)], key="start").game_id
    journal.append(game, 1, "tap", [event(2)])
    journal.append(game, 2, None, [event(3)])
    assert journal.outcome(game, "start") == Appended(game, 1, replayed=True)
    assert journal.outcome(game, "tap") == Appended(game, 2, replayed=True)
    assert journal.outcome(game, "other") is None


def test_a_key_belongs_to_its_game(journal: Journal) -> None:
    one, two = (journal.create_game(FRIDAY, [event(1)]).game_id for _ in range(2))
    assert not journal.append(one, 1, "tap", [event(2)]).replayed
    assert not journal.append(two, 1, "tap", [event(2)]).replayed


def test_without_a_key_nothing_counts_as_a_retry(journal: Journal) -> None:
    game = journal.create_game(FRIDAY, [event(1)]).game_id
    assert [journal.append(game, seen, None, [event(seen)]).replayed for seen in (1, 2, 3)] == [False] * 3


def test_a_game_that_does_not_exist_is_named_in_the_error(journal: Journal) -> None:
    for ask in (
        lambda: journal.read("nowhere"),
        lambda: journal.version("nowhere"),
        lambda: journal.append("nowhere", 0, "k", [event()]),
        lambda: journal.outcome("nowhere", "k"),
        lambda: journal.wait_for_change("nowhere", 0, 0),
    ):
        with pytest.raises(NotFound, match="there is no game 'nowhere' here") as refusal:
            ask()
        assert refusal.value.game_id == "nowhere"


def test_writing_nothing_is_a_mistake_of_the_caller(journal: Journal) -> None:
    game = journal.create_game(FRIDAY, [event(1)]).game_id
    with pytest.raises(ValueError, match="nothing to write"):
        journal.append(game, 1, "k", [])
    with pytest.raises(ValueError, match="nothing to write"):
        journal.create_game(FRIDAY, [])
    assert journal.version(game) == 1


def test_games_are_listed_by_when_they_were_last_written_to(journal: Journal) -> None:
    old, new = (journal.create_game(FRIDAY, [event(1)]).game_id for _ in range(2))
    assert [game.id for game in journal.list_games()] == [new, old]
    journal.append(old, 1, None, [event(30)])
    listed = journal.list_games()
    assert [game.id for game in listed] == [old, new]
    assert (listed[0].version, listed[0].updated_at, listed[0].at) == (2, event(30).at, FRIDAY.at)


def test_what_all_games_have_of_one_kind_is_found_with_its_game(journal: Journal) -> None:
    named = [NewEntry("Named", {"n": n}, "Ann", FRIDAY.at) for n in (1, 2)]
    one, other = (journal.create_game(FRIDAY, [event(), each]).game_id for each in named)
    assert dict(journal.bodies("Named")) == {one: {"n": 1}, other: {"n": 2}}
    assert journal.bodies("Unheard") == []


def test_what_processes_write_in_turns_is_one_chain(open_again: Callable[[], Store]) -> None:
    one, other = open_again(), open_again()
    game = one.journal.create_game(FRIDAY, [event(1)]).game_id
    for version in range(1, 10):
        writer, late = (one, other) if version % 3 else (other, one)
        assert writer.journal.append(game, version, f"k{version}", [event(version + 1)]) == Appended(game, version + 1)
        with pytest.raises(Conflict):
            late.journal.append(game, version, "late", [event(99)])
    found = other.journal.read(game)
    assert altered(found) is None
    assert [entry.batch for entry in found.entries] == list(range(1, 11))


def test_a_game_that_goes_into_the_bin_takes_nothing_from_whoever_wrote_to_it_last(journal: Journal) -> None:
    game = journal.create_game(FRIDAY, [event(1)]).game_id
    journal.append(game, 1, "k", [event(2)])
    journal.lay(game, Shelf.BIN, FRIDAY.at)
    with pytest.raises(InBin):
        journal.append(game, 2, "late", [event(3)])
    journal.lay(game, Shelf.OPEN, FRIDAY.at)
    assert journal.append(game, 2, "late", [event(3)]) == Appended(game, 3)


def test_of_eight_threads_exactly_one_wins_each_round(journal: Journal) -> None:
    rounds, threads = 50, 8
    game = journal.create_game(FRIDAY, [event()]).game_id
    together = Barrier(threads, timeout=PATIENCE_SECONDS)

    def play(thread: int) -> Counter[str]:
        met: Counter[str] = Counter()
        for seen in range(1, rounds + 1):
            together.wait()
            try:
                journal.append(game, seen, f"{thread}-{seen}", [event(seen)])
                met["won"] += 1
            except Conflict as lost:
                met[f"lost, told {lost.current_version - seen} further on"] += 1
        return met

    with ThreadPoolExecutor(threads) as pool:
        met = sum(pool.map(play, range(threads)), Counter[str]())
    assert met == {"won": rounds, "lost, told 1 further on": rounds * (threads - 1)}
    assert numbers(journal.read(game).entries) == list(range(rounds + 1))


def test_one_key_from_eight_threads_writes_once(journal: Journal) -> None:
    game = journal.create_game(FRIDAY, [event(1)]).game_id
    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(lambda _: journal.append(game, 1, "tap", [event(2)]), range(8)))
    assert {outcome.version for outcome in outcomes} == {2}
    assert [outcome.replayed for outcome in outcomes].count(False) == 1
    assert numbers(journal.read(game).entries) == [1, 2]


def test_a_follower_wakes_when_the_game_moves_on(journal: Journal) -> None:
    game = journal.create_game(FRIDAY, [event(1)]).game_id
    following = Event()

    def follow() -> int:
        following.set()
        return journal.wait_for_change(game, 1, timeout=PATIENCE_SECONDS)

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(follow)
        following.wait(PATIENCE_SECONDS)
        journal.append(game, 1, "k", [event(2)])
        assert waiting.result(timeout=PATIENCE_SECONDS) == 2


def test_a_follower_who_is_behind_does_not_wait_and_one_who_is_not_gives_up(journal: Journal) -> None:
    game = journal.create_game(FRIDAY, [event(1), event(2)]).game_id
    assert journal.wait_for_change(game, 1, timeout=PATIENCE_SECONDS) == 2
    assert journal.wait_for_change(game, 2, timeout=0) == 2
