"""What every journal does with whole games: restored, laid onto a shelf, deleted, brought back and forgotten."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from companion.store import Appended, Entry, InBin, Journal, NotFound, Shelf
from companion.store.entries import altered
from tests.conftest import PATIENCE_SECONDS
from tests.store.examples import FRIDAY, event, numbers


def test_a_restored_game_keeps_its_batches(journal: Journal) -> None:
    made = journal.create_game(FRIDAY, [event(1), event(2)]).game_id
    journal.append(made, 2, "k", [event(3)])
    original = journal.read(made)
    elsewhere = replace(original.game, title="Saturday")
    copy = journal.read(journal.restore_game(elsewhere, original.entries).game_id)
    assert copy.entries == original.entries
    assert copy.game.id != made
    assert (copy.version, copy.game.updated_at) == (original.version, original.game.updated_at)


def test_a_restored_game_is_numbered_without_gaps(journal: Journal) -> None:
    for numbering in ([], [2], [1, 3], [1, 1]):
        with pytest.raises(ValueError, match="numbered 1, 2, 3"):
            journal.restore_game(FRIDAY, [Entry("Counted", {}, "x", FRIDAY.at, seq, 1) for seq in numbering])
    assert journal.list_games() == []


def test_a_game_that_is_here_already_is_not_restored_twice(journal: Journal) -> None:
    made = journal.create_game(FRIDAY, [event(1), event(2)]).game_id
    then = journal.read(made)
    assert journal.restore_game(FRIDAY, then.entries) == Appended(made, 2, replayed=True)
    journal.append(made, 2, None, [event(3)])
    assert journal.restore_game(FRIDAY, then.entries) == Appended(made, 3, replayed=True)
    other = journal.restore_game(FRIDAY, [replace(then.entries[0], who="Ben's phone"), then.entries[1]])
    assert (other.game_id != made, other.replayed) == (True, False)


def test_a_game_lies_where_it_was_laid_last_and_stays_the_same(journal: Journal) -> None:
    game = journal.create_game(FRIDAY, [event(1)]).game_id
    before = journal.read(game)
    assert (before.game.shelf, before.game.shelved_at) == (Shelf.OPEN, "")
    for at, shelf in (("2026-11-21", Shelf.ARCHIVE), ("2026-11-22", Shelf.OPEN)):
        journal.lay(game, shelf, at)
        (row,) = journal.list_games()
        assert (row.shelf, row.shelved_at) == (shelf, at)
        assert (altered(journal.read(game)), journal.read(game).entries) == (None, before.entries)
        journal.append(game, journal.version(game), at, [event(2)])
        before = journal.read(game)
    journal.lay(game, Shelf.OPEN, "2026-11-23")
    assert journal.list_games()[0].shelved_at == "2026-11-22"
    with pytest.raises(NotFound):
        journal.lay("nowhere", Shelf.BIN, "2026-11-23")


def test_a_game_in_the_bin_is_written_to_by_nobody_and_whole_when_it_is_brought_back(journal: Journal) -> None:
    game = journal.create_game(FRIDAY, [event(1)], key="start").game_id
    journal.append(game, 1, "tap", [event(2)])
    journal.lay(game, Shelf.BIN, "2026-11-21")
    asked = (
        lambda: journal.version(game),
        lambda: journal.append(game, 2, "tap", [event(2)]),
        lambda: journal.append(game, 2, "new", [event(3)]),
        lambda: journal.outcome(game, "tap"),
        lambda: journal.wait_for_change(game, 0, 0),
    )
    for ask in asked:
        with pytest.raises(InBin):
            ask()
    assert numbers(journal.read(game).entries) == [1, 2]
    journal.lay(game, Shelf.OPEN, "2026-11-22")
    assert journal.append(game, 2, "tap", [event(2)]) == Appended(game, 2, replayed=True)
    assert journal.append(game, 2, "new", [event(3)]) == Appended(game, 3)
    assert altered(journal.read(game)) is None


def test_a_game_that_is_brought_in_again_comes_out_of_the_bin(journal: Journal) -> None:
    game = journal.create_game(FRIDAY, [event(1)]).game_id
    journal.lay(game, Shelf.BIN, "2026-11-21")
    entries = journal.read(game).entries
    assert journal.restore_game(FRIDAY, entries, from_bin=False) == Appended(game, 1, replayed=True)
    with pytest.raises(InBin):
        journal.version(game)
    assert journal.restore_game(FRIDAY, entries) == Appended(game, 1, replayed=True)
    assert journal.version(game) == 1


def test_whoever_follows_a_game_that_is_deleted_is_told(journal: Journal) -> None:
    game = journal.create_game(FRIDAY, [event(1)]).game_id
    with ThreadPoolExecutor(1) as pool:
        following = pool.submit(journal.wait_for_change, game, 1, PATIENCE_SECONDS)
        journal.lay(game, Shelf.BIN, "2026-11-21")
        with pytest.raises(InBin):
            following.result(PATIENCE_SECONDS)


def test_emptying_the_bin_forgets_what_was_deleted_before_a_time_and_nothing_else(journal: Journal) -> None:
    old, new, kept = (journal.create_game(FRIDAY, [event(n)], key=f"start {n}").game_id for n in range(3))
    journal.append(old, 1, "tap", [event(5)])
    journal.lay(old, Shelf.BIN, "2026-11-01")
    journal.lay(new, Shelf.BIN, "2026-11-21")
    journal.lay(kept, Shelf.ARCHIVE, "2026-11-01")
    assert journal.empty_bin("2026-11-21") == (old,)
    assert journal.empty_bin("2026-11-21") == ()
    assert {row.id for row in journal.list_games()} == {new, kept}
    with pytest.raises(NotFound) as gone:
        journal.read(old)
    assert not isinstance(gone.value, InBin)
    assert journal.game_made_by("start 0") is None
    assert numbers(journal.read(new).entries) == [1]
