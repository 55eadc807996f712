"""Whatever is altered in a stored game or night is found by a check, and a check never falls over what it finds."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace

import pytest

from companion.game.events import BidMade, DealBegun, GameStarted
from companion.night.events import EntrantLeft, TableTotals
from companion.store import Damaged, Entry, NewEntry, NewGame, Shelf, Store
from companion.store.entries import altered, first_link, seal, seals
from companion.store.files import check_store
from companion.store.games import judge_game, to_entries
from tests.store.examples import FRIDAY, LAST_OF_NIGHT, event, open_night
from tests.store.stores import sqlite_of

AT = "2026-11-20T19:00:00.000+00:00"
EVENTS = (GameStarted("site", '{"end.target": 1000}', ("Ann", "Ben", "Cal", "Zoë"), "1"), DealBegun(0))
TEXTS = {
    "entry": ("kind", "body", "who", "at", "seal"),
    "game": ("title", "variant", "options", '"table"', "created_at", "updated_at"),
    "night_entry": ("kind", "body", "who", "at", "seal", "game_id"),
    "night": ("name", "day", "created_at"),
}
NUMBERS = {"entry": ("seq", "batch"), "game": ("version",), "night_entry": ("seq", "batch"), "night": ("version",)}
JOURNALS = ("game", "night")
FLIPS_A_COLUMN = 12


@pytest.fixture
def game(store: Store) -> str:
    new = NewGame("Friday", "site", AT, {"end.target": 1000}, {"names": ["Ann", "Ben", "Cal", "Zoë"]})
    game = store.journal.create_game(new, to_entries(EVENTS, "Zoë's phone", AT)).game_id
    store.journal.append(game, 2, "k", to_entries([BidMade(1, 250)], "Ben", AT))
    return game


@pytest.fixture
def night(store: Store, game: str) -> str:
    return open_night(store, game)


@pytest.fixture
def where(game: str, night: str) -> dict[str, str]:
    """By table, the row that is damaged."""
    return {
        "entry": f"where game_id = '{game}' and seq = 2",
        "game": f"where id = '{game}'",
        "night_entry": f"where night_id = '{night}' and seq = 7",
        "night": f"where id = '{night}'",
    }


def _write(store: Store, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(sqlite_of(store).path)) as loose, loose:
        loose.execute(sql, values)


def _stored(store: Store, sql: str) -> bytes:
    with closing(sqlite3.connect(sqlite_of(store).path)) as loose:
        found: bytes = loose.execute(sql).fetchone()[0]
        return found


def test_a_game_as_it_was_written_fits_its_seals(store: Store, game: str) -> None:
    found = store.journal.read(game)
    assert len(set(found.seals)) == len(found.entries) == 3
    assert altered(found) is None
    assert check_store(store, judge_game) == []


def test_a_seal_covers_each_part_of_an_entry_and_the_one_before() -> None:
    entry = Entry("Counted", {"number": 1}, "Ann", AT, 1, 1)
    others = [{"kind": "C"}, {"body": {}}, {"who": "Bob"}, {"at": ""}, {"seq": 2}, {"batch": 2}]
    changed = [seal("before", replace(entry, **each)) for each in others]  # type: ignore[arg-type]
    assert len({seal("before", entry), seal("other", entry), *changed}) == 8


def test_an_entry_taken_out_of_the_middle_breaks_every_seal_after_it() -> None:
    entries = [Entry(new.kind, new.body, new.who, new.at, seq, seq) for seq, new in enumerate(map(event, range(4)), 1)]
    whole = list(seals(first_link(FRIDAY), entries))
    without = list(seals(first_link(FRIDAY), [entries[0], *entries[2:]]))
    assert not set(whole[1:]) & set(without[1:])


@pytest.mark.parametrize(("table", "column"), [(table, column) for table in TEXTS for column in TEXTS[table]])
def test_a_flipped_byte_in_any_text_is_found(store: Store, where: dict[str, str], table: str, column: str) -> None:
    chance = random.Random(column)
    before = _stored(store, f"select cast({column} as blob) from {table} {where[table]}")
    missed = []
    for _ in range(FLIPS_A_COLUMN):
        content = bytearray(before)
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        _write(store, f"update {table} set {column} = cast(? as text) {where[table]}", bytes(content))
        if not check_store(store, judge_game):
            missed.append(bytes(content))
    assert missed == []
    _write(store, f"update {table} set {column} = cast(? as text) {where[table]}", before)
    assert check_store(store, judge_game) == []


@pytest.mark.parametrize(("table", "column"), [(table, column) for table in NUMBERS for column in NUMBERS[table]])
@pytest.mark.parametrize("flip", [1, 2, 64, 2**40])
def test_a_flipped_number_is_found(store: Store, where: dict[str, str], table: str, column: str, flip: int) -> None:
    flipped = f"({column} | {flip}) - ({column} & {flip}) + 8"
    _write(store, f"update {table} set {column} = {flipped} {where[table]}")
    assert check_store(store, judge_game)


@pytest.mark.parametrize("what", JOURNALS)
def test_nothing_is_added_where_the_last_entry_is_missing(store: Store, game: str, night: str, what: str) -> None:
    own, last = (game, 3) if what == "game" else (night, LAST_OF_NIGHT)
    table = "entry" if what == "game" else "night_entry"
    _write(store, f"delete from {table} where {what}_id = ? and seq = ?", own, last)
    add: dict[str, Callable[[], object]] = {
        "game": lambda: store.journal.append(game, last, "k4", to_entries([BidMade(2, 260)], "Cal", AT)),
        "night": lambda: store.nights.append(night, last, [EntrantLeft(1)], "desk", AT),
    }
    with pytest.raises(Damaged, match=f"{what} {own} has lost its entry {last}"):
        add[what]()
    version = store.journal.version(game) if what == "game" else store.nights.version(night)
    assert version == last
    (finding,) = check_store(store, judge_game)
    assert "not numbered 1, 2, 3" in finding


@pytest.mark.parametrize("damage", ["null", "'another'"])
def test_a_table_of_a_night_that_lost_its_game_is_found(store: Store, night: str, damage: str) -> None:
    _write(store, f"update night_entry set game_id = {damage} where seq = 7")
    assert check_store(store, judge_game) == [f"night {night} (Thursday): entry 7 has lost the game of its table"]


def test_a_night_keeps_its_totals_when_the_game_of_a_table_is_forgotten(store: Store, game: str, night: str) -> None:
    store.journal.lay(game, Shelf.BIN, AT)
    assert check_store(store, judge_game) == []
    store.journal.empty_bin("2099-01-01T00:00:00.000+00:00")
    assert check_store(store, judge_game) == []
    read = store.nights.read(night)
    assert read is not None
    (table,) = read.night.rounds[0].tables
    assert (table.game, table.totals) == ("", TableTotals((310, -20), (0, 1), 4))


def test_an_entry_moved_to_another_game_is_found_in_both(store: Store, game: str) -> None:
    other = store.journal.create_game(replace(FRIDAY, title="Other"), to_entries(EVENTS, "Ann", AT)).game_id
    _write(store, "update entry set game_id = ? where game_id = ? and seq = 3", other, game)
    assert {finding.split(":")[0] for finding in check_store(store, judge_game)} == {f"game {game}", f"game {other}"}


def test_an_event_of_an_unknown_kind_is_named_and_takes_no_other_game_along(store: Store, game: str) -> None:
    newer = store.journal.create_game(FRIDAY, [NewEntry("CardsThrown", {"v": 1}, "Ann", AT)]).game_id
    (finding,) = check_store(store, judge_game)
    assert finding.startswith(f"game {newer}: no event is called 'CardsThrown'")


def test_a_damaged_row_is_listed_with_its_fault_and_the_others_without(store: Store, game: str) -> None:
    other = store.journal.create_game(FRIDAY, [event(1)]).game_id
    _write(store, "update game set options = '{\"end' where id = ?", game)
    rows = {row.id: row for row in store.journal.list_games()}
    assert "options can't be read" in rows[game].fault
    assert (rows[game].title, rows[other].fault) == ("Friday", "")
    assert rows[other].options == json.loads(json.dumps(FRIDAY.options))


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        ("update photo set reading = '[1'", "of photo"),
        ("update example set reading = '7'", "of kept photo"),
        ("update deck set report = ''", "of the deck of table"),
        ("update house_variant set changes = '{'", "house variant"),
    ],
)
def test_damage_beside_the_games_is_named(store: Store, damage: str, says: str) -> None:
    _keep_one_of_each(store)
    assert check_store(store, judge_game) == []
    _write(store, damage)
    (finding,) = check_store(store, judge_game)
    assert says in finding


def _keep_one_of_each(store: Store) -> None:
    from companion.rules.house import make_house
    from companion.store.photos import Example, TaughtDeck

    store.photos.keep_photo(None, b"jpeg", {}, AT)
    store.examples.keep("table", Example("x", b"jpeg", {}, AT))
    store.examples.keep_deck("table", TaughtDeck(b"deck", {}, AT))
    store.houses.add(make_house("Aunt Mary’s", "site", {"end.target": 900}), AT)
