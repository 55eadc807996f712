"""Facts that are kept follow the journal: what is written, undone, thrown away or said is in them at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cards import Suit
from companion.figures.company import (
    BESIDE,
    EVENING,
    FINISHED,
    MET,
    RULES,
    SAT,
    TABLE,
    WHOLE,
    WON,
    WON_BESIDE,
    SumsOf,
)
from companion.figures.facts import FACTS_VERSION
from companion.figures.gather import facts_of
from companion.figures.luck import Tally, counts_of, usual_in, usual_of
from companion.figures.scope import Season
from companion.figures.who import Said, Saying
from companion.game.commands import CloseMeld, Command, ConfirmDeal, EndDeal, NameTrump, Refusal, TakeBid, Undo
from companion.game.decide import decide
from companion.game.events import GameStarted
from companion.rules.score.facts import DealEnd
from companion.store import Journaled, NewEntry, NewGame, Shelf, Store, Unavailable
from companion.store.backup import restore
from companion.store.files import export_game, import_game
from companion.store.games import game_journal, judge_game, reckon, to_entries, to_history, to_new_game
from tests.game.table import Table

AT = "2026-11-20T19:00:00.000+00:00"
LATER = "2027-01-20T19:00:00.000+00:00"
DEAL: tuple[Command, ...] = (
    TakeBid(0, 300),
    NameTrump(Suit.SPADES),
    CloseMeld(),
    EndDeal(DealEnd.PLAYED, {"A": 130}),
    ConfirmDeal(),
)


def evening(at: str) -> str:
    return at[:10]


def begin(store: Store, *names: str) -> str:
    events = [recorded.event for recorded in Table(names=names or None).history]
    assert isinstance(events[0], GameStarted)
    return store.journal.create_game(to_new_game(events[0], AT), to_entries(events, "Ann", AT)).game_id


def do(store: Store, game: str, *commands: Command) -> None:
    for command in commands:
        found = store.journal.read(game)
        decision = decide(to_history(found), command)
        assert not isinstance(decision, Refusal)
        store.journal.append(game, found.version, None, to_entries(decision, "Ann", AT))


def test_what_is_kept_is_what_the_journal_says(each_store: Store) -> None:
    game = begin(each_store)
    do(each_store, game, *DEAL)
    assert reckon(each_store.journal, each_store.facts, evening) == 0
    fresh = facts_of(game_journal(each_store.journal.read(game), evening))
    kept = each_store.facts.of_names(["ann"])
    assert kept.deals == tuple(row for row in fresh.deals if row.name == "Ann") != ()
    assert kept.games == tuple(row for row in fresh.games if row.name == "Ann")
    assert each_store.facts.games_of([game]) == each_store.facts.all_games() == {game: fresh.games}
    assert sorted(each_store.facts.deals_under("site")) == sorted(fresh.deals)


def test_only_games_that_moved_on_are_gathered_again(each_store: Store) -> None:
    one, other = begin(each_store), begin(each_store, "Eve", "Fay", "Gus", "Hal")
    reckon(each_store.journal, each_store.facts, evening)
    do(each_store, one, *DEAL)
    assert [stale.game for stale in each_store.facts.stale(str(FACTS_VERSION))] == [one]
    reckon(each_store.journal, each_store.facts, evening)
    assert len(each_store.facts.of_names(["ann"]).deals) == 1
    do(each_store, one, Undo())
    reckon(each_store.journal, each_store.facts, evening)
    assert each_store.facts.of_names(["ann"]).deals == ()
    assert {stale.game for stale in each_store.facts.stale("another clock")} == {one, other}


def test_the_stamp_moves_with_every_write_every_shelf_every_saying_and_every_season(each_store: Store) -> None:
    game = begin(each_store)
    stamps = [each_store.facts.stamp()]
    do(each_store, game, DEAL[0])
    stamps.append(each_store.facts.stamp())
    each_store.journal.lay(game, Shelf.BIN, AT)
    stamps.append(each_store.facts.stamp())
    each_store.sayings.say(Saying(Said.SAME, "Bob", "Bobby"), "a phone", AT)
    stamps.append(each_store.facts.stamp())
    each_store.facts.keep_usual_melds("site", {})
    stamps.append(each_store.facts.stamp())
    kept = [each_store.seasons.add(Season("", name, "2026-10-01"), AT).season for name in ("Winter", "Cup")]
    stamps.append(each_store.facts.stamp())
    each_store.seasons.change(replace(kept[1], last="2026-11-30"), 1)
    stamps.append(each_store.facts.stamp())
    each_store.seasons.remove(kept[1].key)
    each_store.seasons.change(each_store.seasons.add(Season("", "Cup", "2026-10-01"), AT).season, 1)
    stamps.append(each_store.facts.stamp())
    assert len(set(stamps)) == 8
    assert each_store.facts.stamp() == stamps[-1]


def test_a_deleted_game_counts_nowhere_and_leaves_nothing(each_store: Store) -> None:
    game = begin(each_store)
    do(each_store, game, *DEAL)
    reckon(each_store.journal, each_store.facts, evening)
    each_store.journal.lay(game, Shelf.BIN, AT)
    assert each_store.facts.of_names(["ann"]) == ((), (), ())
    assert each_store.facts.all_games() == {}
    each_store.journal.lay(game, Shelf.OPEN, AT)
    assert each_store.facts.of_names(["ann"]).deals
    each_store.journal.lay(game, Shelf.BIN, AT)
    each_store.journal.empty_bin(LATER)
    with each_store.database.read() as rows:
        assert rows.all("select * from seat_facts") == rows.all("select * from reckoned") == []


def test_a_game_that_cannot_be_read_is_passed_over_once(each_store: Store) -> None:
    first = NewEntry("GameStarted", {}, "Ann", AT)
    each_store.journal.create_game(NewGame("Ann & Cy", "site", AT), [first])
    assert reckon(each_store.journal, each_store.facts, evening) == 0
    assert each_store.facts.stale(str(FACTS_VERSION)) == []


def test_a_game_that_can_t_be_read_just_now_is_gathered_later(
    each_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_: str) -> Journaled:
        raise Unavailable("games.db", "the disk is away", "Try again.")

    begin(each_store)
    with monkeypatch.context() as patched:
        patched.setattr(each_store.journal, "read", away)
        with pytest.raises(Unavailable):
            reckon(each_store.journal, each_store.facts, evening)
    assert reckon(each_store.journal, each_store.facts, evening) == 0
    assert len(each_store.facts.all_games()) == 1


def test_reckoning_stops_when_it_is_asked_to(each_store: Store) -> None:
    begin(each_store)
    assert reckon(each_store.journal, each_store.facts, evening, go_on=lambda: False) == 1


def test_sayings_stay_in_the_order_in_which_they_were_said(each_store: Store) -> None:
    for saying in (Saying(Said.SAME, "Bob", "Bobby"), Saying(Said.TWO, "Bob", "Bobby"), Saying(Said.LEFT_OUT, "Cy")):
        each_store.sayings.say(saying, "a phone", AT)
    people = each_store.sayings.people()
    assert (people.person("Bob"), people.person("Cy")) == ("bob", "")


def test_a_person_is_claimed_once_by_whatever_name(each_store: Store) -> None:
    each_store.sayings.say(Saying(Said.SAME, "Bob", "Bobby"), "a phone", AT)
    claims = [
        each_store.sayings.claim(name, phone, AT) for name, phone in (("bob", "1"), ("bobby", "2"), ("bobby", "1"))
    ]
    assert claims == [True, False, True]
    assert each_store.sayings.people().phones == {"bobby": {"1"}}


def test_what_was_simulated_first_holds(each_store: Store) -> None:
    assert each_store.facts.usual_melds("site") is None
    for total in (100, 200):
        each_store.facts.keep_usual_melds("site", {"bidding": Tally(2, total, 9)})
    assert each_store.facts.usual_melds("site") == {"bidding": Tally(2, 100, 9)}


@pytest.mark.parametrize("at", ["", "yesterday"])
def test_a_damaged_time_takes_none(store: Store, at: str) -> None:
    game = begin(store)
    found = store.journal.read(game)
    store.journal.append(
        game, found.version, None, [NewEntry("BidPassed", {"v": 1, "seat": 0, "helps": False}, "Ann", at)]
    )
    assert len(game_journal(store.journal.read(game), evening).seconds) == found.version


def test_facts_of_what_was_there_before_a_restore_are_not_those_of_what_was_restored(
    address: str, open_again: Callable[[], Store], tmp_path: Path
) -> None:
    store = open_again()
    game = begin(store)
    store.backup(tmp_path / "backup.db")
    do(store, game, *DEAL)
    reckon(store.journal, store.facts, evening)
    store.close()
    restore(tmp_path / "backup.db", address, tmp_path / "aside.db")
    restored = open_again()
    do(restored, game, TakeBid(0, 320), *DEAL[1:])
    reckon(restored.journal, restored.facts, evening)
    fresh = facts_of(game_journal(restored.journal.read(game), evening))
    assert sorted(restored.facts.deals_of([game])) == sorted(fresh.deals)


def test_the_stamp_changes_with_what_lies_in_the_bin_whatever_the_clock_says(each_store: Store) -> None:
    games = [begin(each_store) for _ in range(3)]
    each_store.journal.lay(games[0], Shelf.BIN, LATER)
    stamps = set()
    for thrown, back in ((1, 2), (2, 1)):
        each_store.journal.lay(games[back], Shelf.OPEN, AT)
        each_store.journal.lay(games[thrown], Shelf.BIN, AT)
        stamps.add(each_store.facts.stamp())
    assert len(stamps) == 2


def test_what_games_add_up_to_follows_whatever_is_written_deleted_or_brought_in(each_store: Store) -> None:
    facts, journal = each_store.facts, each_store.journal
    one, other = begin(each_store, "Ann", "Guest", "Cy", "Di"), begin(each_store, "Ann", "Fay", "Gus", "Hal")

    def holds() -> None:
        reckon(journal, facts, evening)
        expected = SumsOf(facts.all_games().values())
        for kind in (RULES, SAT, FINISHED, WON, WHOLE, EVENING, MET, BESIDE, WON_BESIDE, TABLE):
            assert sorted(facts.sums.of(kind)) == sorted(expected.of(kind)), kind
            assert sorted(facts.sums.of(kind, ["ann", "cy"], 2)) == sorted(expected.of(kind, ["ann", "cy"], 2)), kind
        assert dict(facts.sums.last_evenings()) == dict(expected.last_evenings())
        usual = facts.usual_counts("site")
        assert usual == counts_of(facts.deals_under("site"))
        assert usual_in(usual)[0] == usual_of(facts.deals_under("site"))

    for game in (one, other):
        do(each_store, game, *DEAL)
    holds()
    assert set(facts.sums.of(MET)) >= {("ann", "cy", 1), ("ann", "fay", 1)}
    do(each_store, one, DEAL[0], Undo())
    holds()
    exported = export_game(journal, other)
    journal.lay(other, Shelf.ARCHIVE, AT)
    journal.lay(other, Shelf.BIN, AT)
    holds()
    assert ("ann", "fay", 1) not in set(facts.sums.of(MET))
    journal.lay(other, Shelf.OPEN, AT)
    holds()
    journal.lay(other, Shelf.BIN, AT)
    import_game(journal, exported, judge_game)
    holds()
    assert ("ann", "fay", 1) in set(facts.sums.of(MET))
    journal.lay(other, Shelf.BIN, AT)
    journal.empty_bin(LATER)
    import_game(journal, exported, judge_game)
    holds()
    with each_store.database.read() as rows:
        assert [row["n"] for row in rows.all("select count(*) as n from counted")] == [2]


def test_games_are_found_by_each_word_in_the_names_of_their_players(each_store: Store) -> None:
    game, other = begin(each_store, "Zoë", "Ann Lee", "Cy", "100%"), begin(each_store)
    reckon(each_store.journal, each_store.facts, evening)
    for words, found in ((("zoe",), {game}), (("ann",), {game, other}), (("ee", "cy"), {game}), (("0%",), {game})):
        listed = each_store.journal.list_games(Shelf.OPEN, words=words)
        assert {row.id for row in listed} == found
        assert each_store.journal.count_games(Shelf.OPEN, None, words) == len(found)
    assert each_store.journal.list_games(Shelf.OPEN, words=("_",)) == []
    assert each_store.journal.list_games(Shelf.OPEN, [other], words=("zoe",)) == []
