"""Nights are journals: opened once, added to by one writer at a time, carried by copies, found where damaged."""

from __future__ import annotations

from contextlib import closing

import pytest

from companion.night.events import (
    DayCorrected,
    EntrantCame,
    EntrantLeft,
    Event,
    GameBegun,
    LastUndone,
    NightOpened,
    Plan,
    RoundDrawn,
    TableTotals,
    TotalsCorrected,
    TotalsEntered,
)
from companion.store import Conflict, NotFound, Store, open_store
from companion.store.entries import Shelf, altered
from companion.store.errors import KeyUsed
from companion.store.files import check_store
from companion.store.games import judge_game
from companion.store.nights import CODEC
from companion.store.schema import version_here
from tests.store import examples
from tests.store.stores import BEFORE_THE_BIN, COLUMNS

AT = "2026-11-26T19:00:00.000+00:00"
PLAN = Plan("Thursday", "Single deck")
NAMES = ("Ann", "Bob", "Cy", "Dee")


def open_night(store: Store) -> str:
    night = store.nights.open(PLAN, "2026-11-26", "Zoë’s phone", AT)
    came = [EntrantCame(number, (name,)) for number, name in enumerate(NAMES, 1)]
    store.nights.append(night, 1, came, "Zoë’s phone", AT)
    return night


def test_a_night_comes_back_as_it_was_entered(each_store: Store) -> None:
    night = open_night(each_store)
    drawn = RoundDrawn(1, "drawn/1", "seed", (((1, 2), (3, 4)),))
    totals, right = TableTotals((310, -20), (0, 1), 4), TableTotals((320, -20), (0, 1), 3)
    told: list[Event] = [drawn, TotalsEntered(1, 1, totals), TotalsCorrected(1, 1, totals, right, "slip")]
    for seen, event in enumerate(told, 5):
        assert each_store.nights.append(night, seen, [event], "desk", AT)
    read = each_store.nights.read(night)
    assert read is not None
    assert [len(batch) for batch in read.batches] == [1, 4, 1, 1, 1]
    assert (read.row.name, read.row.day, read.row.version, read.entries[-1].who) == (
        "Thursday",
        "2026-11-26",
        8,
        "desk",
    )
    assert read.night.rounds[0].tables[0].totals == right
    assert each_store.nights.version(night) == 8
    assert each_store.nights.names_lately("") == list(NAMES)
    assert each_store.nights.names_lately(night) == []


def test_the_night_of_a_game_is_found(each_store: Store) -> None:
    night = open_night(each_store)
    begun: list[Event] = [RoundDrawn(1, "drawn/1", "seed", (((1, 2), (3, 4)),)), GameBegun(1, 1, "g1")]
    each_store.nights.append(night, 5, begun, "phone", AT)
    assert each_store.nights.of_game("g1") == night
    assert each_store.nights.of_game("g2") is None
    read = each_store.nights.read(night)
    assert read is not None and read.night.rounds[0].tables[0].game == "g1"


def test_one_tap_is_undone_as_a_whole(each_store: Store) -> None:
    night = open_night(each_store)
    each_store.nights.append(night, 5, [EntrantLeft(1)], "desk", AT)
    each_store.nights.append(night, 6, [LastUndone()], "desk", AT)
    read = each_store.nights.read(night)
    assert read is not None and read.night.here == (1, 2, 3, 4)
    each_store.nights.append(night, 7, [LastUndone()], "desk", AT)
    read = each_store.nights.read(night)
    assert read is not None and read.night.here == ()


def test_of_two_directors_at_once_the_second_writes_nothing(each_store: Store) -> None:
    night = open_night(each_store)
    each_store.nights.append(night, 5, [EntrantLeft(1)], "one", AT)
    with pytest.raises(Conflict, match=f"^night {night!r} has moved on"):
        each_store.nights.append(night, 5, [EntrantLeft(2)], "other", AT)
    read = each_store.nights.read(night)
    assert read is not None and read.night.here == (2, 3, 4)


def test_a_form_sent_twice_is_written_once(each_store: Store) -> None:
    night = open_night(each_store)
    assert each_store.nights.append(night, 5, [EntrantLeft(1)], "desk", AT, "form")
    assert not each_store.nights.append(night, 6, [EntrantLeft(1)], "desk", AT, "form")
    assert each_store.nights.version(night) == 6
    opened = [each_store.nights.open(PLAN, "2026-11-26", "desk", AT, "opening") for _ in range(2)]
    assert opened[0] == opened[1]
    with pytest.raises(KeyUsed):
        each_store.nights.open(Plan("Friday", "Single deck"), "2026-11-26", "desk", AT, "opening")


def test_the_last_night_comes_first(each_store: Store) -> None:
    for day in ("2026-11-19", "2026-11-26", "2026-11-12"):
        each_store.nights.open(PLAN, day, "desk", AT)
    assert [row.day for row in each_store.nights.list_nights()] == ["2026-11-26", "2026-11-19", "2026-11-12"]


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        ("delete from night_entry where seq = 3", "its entries are not numbered 1, 2, 3"),
        ("update night_entry set body = 'x' where seq = 3", "can't be read"),
        ("update night_entry set kind = 'Unheard' where seq = 3", "no event is called 'Unheard'"),
        ("update night_entry set body = replace(body, 'Single', 'Double') where seq = 1", "entry 1 is not as it was"),
        ("update night set day = '2026-11-27'", "entry 1 is not as it was"),
    ],
)
def test_a_check_names_a_night_that_is_damaged(each_store: Store, damage: str, says: str) -> None:
    night = open_night(each_store)
    with each_store.database.write() as rows:
        rows.run(damage)
    found = check_store(each_store, judge_game)
    assert len(found) == 1
    assert night in found[0] and says in found[0]


BEFORE_SUMS = (
    *("drop table counted", "drop table sum_of"),
    "create table usual_game (game_id text primary key, rules text not null, counts text not null)",
    "create table usual_total (rules text primary key, counts text not null)",
)
"""Statements that make the tables of today those of version three, as far as a step looks at them."""


def test_tables_of_version_one_gain_nights_and_keep_the_rest(address: str) -> None:
    with closing(open_store(database=address)) as store, store.database.write() as rows:
        for statement in (*BEFORE_SUMS, "drop table left_out", "drop table night_entry", "drop table night"):
            rows.run(statement)
        rows.run("update schema_version set version = 1")
        rows.run("insert into secret (name, value) values ('kept', 'as it was')")
    with closing(open_store(database=address)) as store, store.database.read() as rows:
        assert [row["version"] for row in rows.all("select version from schema_version")] == [version_here()]
        assert rows.first("select value from secret where name = 'kept'")
        columns = {(row["name"], row["field"]) for row in rows.all(COLUMNS[not address.startswith("sqlite")])}
    assert {("night_entry", "key"), ("night_entry", "game_id")} <= columns
    assert ("night", "made_by") in columns


def test_nights_from_before_they_were_sealed_are_sealed_by_the_upgrade(address: str) -> None:
    with closing(open_store(database=address)) as store:
        kept, damaged = examples.open_night(store), examples.open_night(store)
        with store.database.write() as rows:
            rows.run("update night_entry set body = 'x' where night_id = ? and seq = 3", damaged)
            for statement in (*BEFORE_THE_BIN, *BEFORE_SUMS, "alter table night_entry drop column seal"):
                rows.run(statement)
            rows.run("update schema_version set version = 2")
    with closing(open_store(database=address)) as store:
        read = store.nights.read(kept)
        assert read is not None and altered(read) is None
        assert len({*read.seals}) == examples.LAST_OF_NIGHT
        (finding,) = check_store(store, judge_game)
        assert finding.startswith(f"night {damaged} (Thursday): of night {damaged} entry 3 can't be read")
        store.nights.append(kept, examples.LAST_OF_NIGHT, [EntrantLeft(1)], "desk", AT)
        with store.database.write() as rows:
            rows.run("update night_entry set who = 'Nobody' where night_id = ? and seq = 5", kept)
        assert len(check_store(store, judge_game)) == 2


def test_a_plan_of_before_has_its_rules_in_words_alone() -> None:
    body = {"v": 1, "plan": {"name": "Thursday", "rules": "Own rules", "rounds": 6, "deals": 4}}
    assert CODEC.decode("NightOpened", body) == NightOpened(Plan("Thursday", "Own rules"))


def test_nights_of_before_are_on_their_day_and_on_no_other_shelf(address: str) -> None:
    with closing(open_store(database=address)) as store:
        night = open_night(store)
        with store.database.write() as rows:
            for statement in BEFORE_THE_BIN:
                rows.run(statement)
            rows.run("update schema_version set version = 6")
    with closing(open_store(database=address)) as store:
        (row,) = store.nights.list_nights()
        assert (row.id, row.played_on, row.shelf) == (night, "2026-11-26", Shelf.OPEN)
        assert check_store(store, judge_game) == []


def test_a_deleted_night_is_in_no_list_and_comes_back_until_the_bin_is_emptied(each_store: Store) -> None:
    night, other = open_night(each_store), each_store.nights.open(Plan("Friday", "x"), "2026-11-27", "desk", AT)
    each_store.nights.append(night, 5, [RoundDrawn(1, "drawn/1", "x", (((1, 2), (3, 4)),))], "desk", AT)
    each_store.nights.append(night, 6, [GameBegun(1, 1, "g1")], "desk", AT)
    each_store.seasons.choose_nights("2026", [night, "nowhere"], [])
    each_store.nights.lay(night, Shelf.BIN, "2026-11-27T10:00:00.000+00:00")
    assert [row.id for row in each_store.nights.list_nights()] == [other]
    assert [row.id for row in each_store.nights.list_nights(shelves=[Shelf.BIN])] == [night]
    assert each_store.nights.of_game("g1") is None
    with pytest.raises(Conflict):
        each_store.nights.append(night, 7, [EntrantLeft(1)], "desk", AT)
    each_store.nights.lay(night, Shelf.OPEN, AT)
    assert each_store.nights.of_game("g1") == night
    assert each_store.seasons.left_out("2026") == {night}
    each_store.nights.lay(night, Shelf.BIN, "2026-11-27T10:00:00.000+00:00")
    each_store.nights.empty_bin("2026-11-27T10:00:00.000+00:00")
    assert each_store.nights.read(night) is not None
    each_store.nights.empty_bin("2026-11-27T10:00:01.000+00:00")
    assert each_store.nights.read(night) is None and each_store.seasons.left_out("2026") == frozenset()
    with pytest.raises(NotFound, match=f"there is no night {night!r} here"):
        each_store.nights.lay(night, Shelf.OPEN, AT)


def test_a_night_that_got_its_right_day_is_listed_under_it_until_that_is_undone(each_store: Store) -> None:
    night = open_night(each_store)
    each_store.nights.append(night, 5, [DayCorrected("2026-11-20")], "desk", AT)
    each_store.nights.open(PLAN, "2026-11-23", "desk", AT)
    assert [row.played_on for row in each_store.nights.list_nights()] == ["2026-11-23", "2026-11-20"]
    assert check_store(each_store, judge_game) == []
    each_store.nights.append(night, 6, [LastUndone()], "desk", AT)
    assert [row.played_on for row in each_store.nights.list_nights()] == ["2026-11-26", "2026-11-23"]


def test_the_pages_of_a_nights_games_change_when_it_is_deleted_and_when_it_comes_back(each_store: Store) -> None:
    game = each_store.journal.create_game(examples.FRIDAY, [examples.event(1)]).game_id
    night = examples.open_night(each_store, game)
    marks = [each_store.journal.mark(game)]
    for shelf in (Shelf.BIN, Shelf.OPEN):
        each_store.nights.lay(night, shelf, AT)
        marks.append(each_store.journal.mark(game))
    assert marks == sorted({*marks})
