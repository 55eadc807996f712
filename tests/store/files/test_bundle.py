"""Games and nights leave in one file and come back, on either database, and a night finds its games again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.night.events import DayCorrected, EntrantLeft, LastUndone, TableTotals, TotalsCorrected
from companion.rules.house import make_house
from companion.store import Journaled, NotFound, Store, StoreError, bounds, open_store
from companion.store.bundle import Brought, export_all, export_night, import_all
from companion.store.entries import Shelf, altered
from companion.store.errors import TwoCopies
from companion.store.files import check_store, export_game
from companion.store.nights import NightRead
from tests.store.examples import AT, FRIDAY, LAST_OF_NIGHT, event, open_night

THURSDAY = Brought(games=1, new_games=1, nights=1, new_nights=1)


def fold(found: Journaled) -> int:
    return found.version


def bring(store: Store, document: Any) -> Brought:
    return import_all(store, json.loads(json.dumps(document)), fold, AT)


def only_night(store: Store) -> NightRead:
    (row,) = store.nights.every()
    return read_night(store, row.id)


def read_night(store: Store, night: str) -> NightRead:
    read = store.nights.read(night)
    assert read is not None
    return read


def game_of(read: NightRead) -> str:
    return read.night.rounds[0].tables[0].game


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """The house that things leave."""
    with closing(open_store(tmp_path / "home")) as opened:
        yield opened


@pytest.fixture
def game(store: Store) -> str:
    return store.journal.create_game(FRIDAY, [event(1), event(2)]).game_id


@pytest.fixture
def night(store: Store, game: str) -> str:
    return open_night(store, game, "opening")


def test_a_night_comes_in_elsewhere_as_it_left_and_names_its_games_there(
    store: Store, each_store: Store, game: str, night: str
) -> None:
    elsewhere = each_store
    sent = export_night(store, night)
    assert bring(elsewhere, sent) == THURSDAY
    assert THURSDAY.says == "New here: 1 of 1 game, 1 of 1 night."
    came, left = only_night(elsewhere), store.nights.read(night)
    (there,) = elsewhere.journal.list_games()
    assert left is not None
    assert game_of(came) == there.id != game
    assert [(each.body, each.who, each.at) for each in came.entries] == [
        (each.body, each.who, each.at) for each in left.entries
    ]
    assert altered(came) is None
    assert elsewhere.nights.of_game(there.id) == came.row.id
    assert check_store(elsewhere, fold) == []


def test_what_came_from_elsewhere_goes_on_to_a_third_house_and_comes_home_as_itself(
    store: Store, each_store: Store, game: str, night: str
) -> None:
    bring(each_store, export_night(store, night))
    back = export_all(each_store, [row.id for row in each_store.journal.list_games()], [only_night(each_store).row.id])
    assert bring(store, back) == Brought(games=1, nights=1)
    assert game_of(only_night(store)) == game
    store.nights.append(night, LAST_OF_NIGHT, [EntrantLeft(1)], "desk", AT)
    assert bring(store, back) == Brought(games=1, nights=1)
    assert only_night(store).row.version == LAST_OF_NIGHT + 1
    assert check_store(store, fold) == []


def test_a_corrected_copy_of_a_night_replaces_the_earlier_one_and_the_earlier_one_changes_nothing(
    store: Store, elsewhere: Store, game: str, night: str
) -> None:
    sent = export_night(store, night)
    bring(elsewhere, sent)
    there = only_night(elsewhere)
    old, right = TableTotals((310, -20), (0, 1), 4), TableTotals((320, -20), (0, 1), 4)
    elsewhere.nights.append(there.row.id, LAST_OF_NIGHT, [TotalsCorrected(1, 1, old, right)], "their desk", AT)
    later = export_night(elsewhere, there.row.id)
    came = bring(store, later)
    assert came == Brought(games=1, nights=1, renewed=1)
    assert came.says == "New here: 0 of 1 game, 0 of 1 night. Brought up to date: 1 night, by a later copy."
    for document in (sent, later):
        assert bring(store, document) == Brought(games=1, nights=1)
        assert only_night(store).night.rounds[0].tables[0].totals == right
    assert (only_night(store).row.id, store.nights.of_game(game)) == (night, night)
    assert check_store(store, fold) == []


def test_of_two_copies_that_went_on_apart_one_may_be_here(store: Store, elsewhere: Store, night: str) -> None:
    bring(elsewhere, export_night(store, night))
    there = only_night(elsewhere).row.id
    elsewhere.nights.append(there, LAST_OF_NIGHT, [EntrantLeft(1)], "their desk", AT)
    store.nights.append(night, LAST_OF_NIGHT, [EntrantLeft(2)], "desk", AT)
    theirs = export_night(elsewhere, there)
    with pytest.raises(StoreError, match="another copy of the night Thursday is here"):
        bring(store, theirs)
    assert not only_night(store).night.entrants[2].here
    store.nights.lay(night, Shelf.BIN, AT)
    assert bring(store, theirs).new_nights == 1
    (row,) = store.nights.list_nights()
    assert store.nights.of_game(game_of(read_night(store, row.id))) == row.id
    with pytest.raises(TwoCopies):
        store.nights.lay(night, Shelf.OPEN, AT)
    assert [each.id for each in store.nights.list_nights()] == [row.id]
    assert check_store(store, fold) == []


def test_a_night_takes_its_day_and_its_place_in_the_archive_along(store: Store, each_store: Store, night: str) -> None:
    store.nights.append(night, LAST_OF_NIGHT, [DayCorrected("2026-11-19")], "desk", AT)
    store.nights.lay(night, Shelf.ARCHIVE, AT)
    sent = export_night(store, night)
    bring(each_store, sent)
    (row,) = each_store.nights.list_nights()
    assert (row.played_on, row.shelf) == ("2026-11-19", Shelf.ARCHIVE)
    each_store.nights.append(row.id, LAST_OF_NIGHT + 1, [LastUndone()], "desk", AT)
    assert each_store.nights.list_nights()[0].played_on == row.day
    broken = {**sent, "nights": [{**sent["nights"][0]}]}
    broken["nights"][0]["entries"][-1]["body"]["day"] = "2026-13-19"
    del broken["nights"][0]["seal"]
    with pytest.raises(StoreError, match="is no day"):
        bring(each_store, broken)


def test_a_night_without_its_games_keeps_its_totals_and_finds_them_when_they_come(
    store: Store, each_store: Store, game: str, night: str
) -> None:
    alone = bring(each_store, export_all(store, [], [night]))
    assert alone == Brought(nights=1, new_nights=1, without_game=1)
    assert "Tables whose game was not in the file: 1. Their totals are here." in alone.says
    (table,) = only_night(each_store).night.rounds[0].tables
    assert (table.game, table.totals) == ("", TableTotals((310, -20), (0, 1), 4))
    assert check_store(each_store, fold) == []
    assert bring(each_store, export_night(store, night)) == Brought(games=1, new_games=1, nights=1)
    (there,) = each_store.journal.list_games()
    assert game_of(only_night(each_store)) == there.id
    assert check_store(each_store, fold) == []


def test_a_game_without_its_night_is_a_game_like_any_other(
    store: Store, each_store: Store, game: str, night: str
) -> None:
    assert bring(each_store, export_all(store, [game])) == Brought(games=1, new_games=1)
    (there,) = each_store.journal.list_games()
    assert each_store.nights.of_game(there.id) is None
    assert check_store(each_store, fold) == []


def test_a_night_names_no_game_that_was_not_in_its_file(store: Store, elsewhere: Store, night: str) -> None:
    """A file can't make a night of somebody else's game."""
    other = elsewhere.journal.create_game(FRIDAY, [event(7)]).game_id
    document = export_night(store, night)
    document["nights"][0]["games"] = dict.fromkeys(document["nights"][0]["games"], other)
    bring(elsewhere, document)
    assert elsewhere.nights.of_game(other) is None


def test_a_file_of_an_earlier_companion_has_no_nights(store: Store, elsewhere: Store, game: str) -> None:
    document = export_all(store, [game])
    del document["nights"]
    assert bring(elsewhere, document) == Brought(games=1, new_games=1)


def test_what_may_not_be_brought_in_is_left_out_and_counted_and_the_rest_is_taken(
    store: Store, elsewhere: Store, night: str
) -> None:
    store.houses.add(make_house("Ours", "site", {"end.target": 900}), AT)
    brought = import_all(elsewhere, export_night(store, night), fold, AT, takes=["games"])
    assert brought == Brought(games=1, new_games=1, nights=1, left_out=1, houses_left_out=1)
    assert "Nights left out: 1. Only those who look after the house bring in nights." in brought.says
    assert "House rules left out: 1. Only those who look after the house bring in house rules." in brought.says
    assert (elsewhere.nights.every(), elsewhere.houses.list_houses()) == ([], [])


def test_one_that_is_refused_is_named_and_keeps_no_other_out(store: Store, elsewhere: Store, night: str) -> None:
    document = export_night(store, night)
    bad = {**document["games"][0], "title": "Somebody else"}
    document["games"] = [bad, *document["games"]]
    with pytest.raises(
        StoreError, match=r"New here: 1 of 2 games, 1 of 1 night\. Refused: game 1: this game was alter"
    ):
        bring(elsewhere, document)
    assert game_of(only_night(elsewhere)) == elsewhere.journal.list_games()[0].id


def _changed(document: dict[str, Any], at: int, **body: Any) -> dict[str, Any]:
    """A night whose entry says something else, without its seal."""
    entries = [dict(each) for each in document["entries"]]
    entries[at - 1]["body"] = {**entries[at - 1]["body"], **body}
    return {name: value for name, value in {**document, "entries": entries}.items() if name != "seal"}


SEALED = [{"name": "Friday"}, {"day": "2026-11-27"}, {"at": "2026-11-26T19:00:01.000+00:00"}, {"seal": 7}]
UNFIT = [
    (2, {"number": 0}, "a EntrantCame does not fit"),
    (6, {"number": 0}, "a RoundDrawn does not fit"),
    (6, {"tables": [[[1, 2], [3, 3]]]}, "a RoundDrawn does not fit"),
    (6, {"tables": [[[1, 2], [3, 9]]]}, "a RoundDrawn does not fit"),
    (6, {"tables": [[[1], [3]]]}, "a RoundDrawn does not fit"),
    (7, {"table": 0}, "a GameBegun does not fit"),
    (7, {"number": -1}, "a GameBegun does not fit"),
    (7, {"game": 3}, "3 is not text"),
    (8, {"totals": {"points": [1], "sets": [0], "deals": 4}}, "a TotalsEntered does not fit"),
    (8, {"totals": {"points": [1, 2], "sets": [0, 0], "deals": 0}}, "a TotalsEntered does not fit"),
    (1, {"plan": {"name": "x", "rules": "y", "rounds": 10**9}}, "a NightOpened has a plan that no night has"),
]


@pytest.mark.parametrize("changes", SEALED, ids=str)
def test_a_night_that_was_altered_in_its_file_is_refused(
    store: Store, elsewhere: Store, night: str, changes: dict[str, Any]
) -> None:
    document = export_night(store, night)
    document["nights"][0] |= changes
    with pytest.raises(StoreError, match="night 1: this night was altered after it was exported"):
        bring(elsewhere, document)
    assert elsewhere.nights.every() == []


@pytest.mark.parametrize(("at", "body", "says"), UNFIT, ids=[says for *_, says in UNFIT])
def test_a_night_that_no_tables_played_is_refused(
    store: Store, elsewhere: Store, night: str, at: int, body: dict[str, Any], says: str
) -> None:
    document = export_night(store, night)
    document["nights"] = [_changed(document["nights"][0], at, **body)]
    with pytest.raises(StoreError, match=says):
        bring(elsewhere, document)
    assert elsewhere.nights.every() == []


def test_a_night_of_more_entries_than_any_may_have_is_neither_brought_in_nor_written(
    monkeypatch: pytest.MonkeyPatch, store: Store, elsewhere: Store, night: str
) -> None:
    document = export_night(store, night)
    monkeypatch.setitem(bounds.MOST_ENTRIES, "night", LAST_OF_NIGHT - 1)
    with pytest.raises(StoreError, match=r"0 of 1 night.* would be 8 entries in it, and a night holds 7 at most"):
        import_all(elsewhere, document, fold, AT)
    with pytest.raises(bounds.TooMuch, match="9 entries in it, and a night holds 7 at most"):
        store.nights.append(night, LAST_OF_NIGHT, [EntrantLeft(1)], "desk", AT)
    monkeypatch.setitem(bounds.MOST_ENTRIES, "night", LAST_OF_NIGHT)
    assert import_all(elsewhere, document, fold, AT) == Brought(games=1, nights=1, new_nights=1)


@pytest.mark.parametrize("night", [None, [], 7, {}, {"format": "companion-night", "v": 9}, {"games": 3}], ids=str)
def test_what_is_no_night_is_refused_in_words(elsewhere: Store, night: object) -> None:
    with pytest.raises(StoreError, match=r"night 1: this is no night that can be imported"):
        bring(elsewhere, {"format": "companion-games", "v": 1, "games": [], "nights": [night], "houses": []})


def test_a_night_that_is_not_there_is_not_exported(store: Store) -> None:
    with pytest.raises(NotFound):
        export_night(store, "nowhere")


def test_a_game_that_is_here_is_not_judged_again(store: Store, game: str) -> None:
    def judge(_: Journaled) -> None:
        raise AssertionError("it was judged when it came in")

    document = export_all(store, [game])
    assert import_all(store, document, judge, AT) == Brought(games=1)
    assert export_game(store.journal, game) == document["games"][0]
