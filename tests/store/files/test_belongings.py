"""A file of all games brings back all that a phone had: shelves, what is damaged, seasons, who is who and privacy."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.figures.scope import Season
from companion.figures.who import Said, Saying, SeenBy
from companion.store import Journaled, Store, StoreError, open_store
from companion.store.belongings import export_belongings
from companion.store.bundle import Brought, export_all, import_all
from companion.store.entries import NewGame, Shelf
from companion.store.files import check_store
from tests.store.examples import AT, FRIDAY, event, open_night
from tests.store.stores import sqlite_of

OLD, NEW = "mark of the old phone", "mark of the new phone"
LATER = "2026-11-27T19:00:00.000+00:00"
DAMAGE = {
    "another number": "update entry set body = '{{\"v\":1,\"number\":9}}' where game_id = '{}' and seq = 2",
    "no JSON": "update entry set body = '{{\"v\":1,' where game_id = '{}' and seq = 2",
    "no text": "update entry set body = cast(x'7b22ff' as text) where game_id = '{}' and seq = 1",
    "a kind that is no text": "update entry set kind = cast(x'fffe' as text) where game_id = '{}' and seq = 1",
    "entries that are gone": "delete from entry where game_id = '{}'",
    "options that are cut off": "update game set options = '{{\"end' where id = '{}'",
}
"""What happens to a file on a disk: each is no JSON, no text, or not as it was sealed."""


def fold(found: Journaled) -> int:
    return found.version


def save(store: Store, phone: str = OLD) -> Any:
    games = [row.id for shelf in (Shelf.OPEN, Shelf.ARCHIVE) for row in store.journal.list_games(shelf)]
    return json.loads(json.dumps(export_all(store, games, [row.id for row in store.nights.every()], phone)))


def bring(store: Store, document: Any, phone: str = NEW, **how: Any) -> Brought:
    return import_all(store, document, fold, LATER, **{"takes_belongings": True, "phone": phone, **how})


def titled(store: Store) -> list[tuple[str, Shelf, str]]:
    return sorted((row.title, row.shelf, row.at) for row in store.journal.list_games())


def rows_of(store: Store, game: str) -> Any:
    (found,) = export_belongings(store, {"game": [game]})["damaged"]
    return {**found, "game": {**found["game"], "turn": 0}}


def damage(store: Store, sql: str) -> None:
    with store.database.write() as rows:
        rows.run(sql)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """The old phone."""
    with closing(open_store(tmp_path / "home")) as opened:
        yield opened


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Store]:
    """The new one."""
    with closing(open_store(tmp_path / "new")) as opened:
        yield opened


def game_of(store: Store, title: str) -> str:
    new = NewGame(title, FRIDAY.variant, FRIDAY.at, FRIDAY.options, FRIDAY.table)
    return store.journal.create_game(new, [event(1), event(2)]).game_id


def test_all_that_a_phone_had_is_on_the_new_one(store: Store, elsewhere: Store) -> None:
    opened, archived = game_of(store, "Open"), game_of(store, "Archived")
    store.journal.lay(archived, Shelf.ARCHIVE, AT)
    open_night(store, opened)
    store.seasons.add(Season("", "Winter", "2026-11-01", "2027-02-28"), AT)
    store.seasons.add(Season("", "On and on", "2026-01-01"), AT)
    for saying in (
        Saying(Said.SAME, "Annie", "Ann"),
        Saying(Said.SEEN_BY, "Bob", SeenBy.SELF.value),
        Saying(Said.MINE, "Ann", OLD),
        Saying(Said.LEFT_OUT, "Cy"),
    ):
        store.sayings.say(saying, OLD, AT)

    document = save(store)
    came = bring(elsewhere, document)

    assert came == Brought(2, 2, 1, 1, seasons=2, sayings=4)
    assert came.says == "New here: 2 of 2 games, 1 of 1 night. New beside them: 2 seasons and who is who."
    assert titled(elsewhere) == titled(store) == [
        ("Archived", Shelf.ARCHIVE, FRIDAY.at), ("Open", Shelf.OPEN, FRIDAY.at)
    ]  # fmt: skip
    days = [(each.season.name, each.season.first, each.season.last) for each in elsewhere.seasons.list_seasons()]
    assert days == [("Winter", "2026-11-01", "2027-02-28"), ("On and on", "2026-01-01", "")]
    there, here = store.sayings.people(), elsewhere.sayings.people()
    assert (here.roots, here.seen_by, here.left_out) == (there.roots, there.seen_by, there.left_out)
    assert here.may_be_seen_by("bob") is SeenBy.SELF and here.person("Cy") == ""
    assert here.phones == {"ann": frozenset({NEW})}, "the new phone is whose the old one was"
    assert bring(elsewhere, document) == Brought(2, 0, 1), "a second time nothing is new"
    assert bring(store, save(elsewhere, NEW), OLD) == Brought(2, 0, 1), "nor where it came from"


@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_game_goes_along_and_comes_back_as_it_was(store: Store, elsewhere: Store, how: str) -> None:
    sound, damaged = game_of(store, "Sound"), game_of(store, "Damaged")
    damage(store, DAMAGE[how].format(damaged))
    store.journal.lay(damaged, Shelf.ARCHIVE, AT)

    document = save(store)
    came = bring(elsewhere, document)

    assert came == Brought(1, 1, damaged=1)
    assert came.says == "New here: 1 of 1 game. Damaged, and kept as they were: 1."
    assert rows_of(elsewhere, damaged) == rows_of(store, damaged)
    assert [row.id for row in elsewhere.journal.list_games(Shelf.ARCHIVE)] == [damaged]
    assert len(check_store(elsewhere, fold)) == len(check_store(store, fold)) > 0
    assert bring(elsewhere, save(elsewhere)) == Brought(1)
    assert sound not in str(document["damaged"])


def test_a_damaged_night_does_too(store: Store, elsewhere: Store) -> None:
    night = open_night(store, game_of(store, "Sound"))
    damage(store, f"update night_entry set body = '[' where night_id = '{night}' and seq = 3")

    assert bring(elsewhere, save(store)) == Brought(1, 1, damaged=1)
    (there,) = elsewhere.nights.every()
    assert (there.id, there.name) == (night, "Thursday")
    saved = [export_belongings(each, {"night": [night]})["damaged"] for each in (store, elsewhere)]
    assert saved[0] == saved[1]


def test_the_last_word_holds_wherever_it_was_said(store: Store, elsewhere: Store) -> None:
    store.sayings.say(Saying(Said.SEEN_BY, "Ann", SeenBy.EVERYBODY.value), OLD, AT)
    store.sayings.say(Saying(Said.SEEN_BY, "Bob", SeenBy.SELF.value), OLD, LATER)
    elsewhere.sayings.say(Saying(Said.SEEN_BY, "Ann", SeenBy.SELF.value), NEW, LATER)
    elsewhere.sayings.say(Saying(Said.SEEN_BY, "Bob", SeenBy.EVERYBODY.value), NEW, AT)

    bring(elsewhere, save(store))

    assert elsewhere.sayings.people().seen_by == {"ann": SeenBy.SELF, "bob": SeenBy.SELF}
    elsewhere.sayings.say(Saying(Said.SEEN_BY, "Bob", SeenBy.TABLES.value), NEW, LATER)
    assert elsewhere.sayings.people().seen_by["bob"] is SeenBy.TABLES


def test_a_season_whose_name_is_taken_is_numbered(store: Store, elsewhere: Store) -> None:
    store.seasons.add(Season("", "Winter", "2026-11-01"), AT)
    elsewhere.seasons.add(Season("", "winter", "2025-11-01"), AT)

    came = bring(elsewhere, save(store))
    assert came.seasons == 1
    assert came.says.endswith("Seasons with a number, since another here has their name: Winter (2).")
    assert [row.season.name for row in elsewhere.seasons.list_seasons()] == ["Winter (2)", "winter"]
    assert bring(elsewhere, save(store)).says == "New here: 0 of 0 games."


def test_a_season_that_is_numbered_keeps_what_it_left_out_and_the_one_of_its_name_too(
    store: Store, elsewhere: Store
) -> None:
    night = open_night(store)
    winter = store.seasons.add(Season("", "Winter", "2026-11-01"), AT).season.key
    store.seasons.choose_nights(winter, [night], [])
    elsewhere.seasons.add(Season("", "Winter", "2025-11-01"), AT)
    bring(elsewhere, save(store))
    (there,) = elsewhere.nights.every()
    left_out = {row.season.name: elsewhere.seasons.left_out(row.season.key) for row in elsewhere.seasons.list_seasons()}
    assert left_out == {"Winter (2)": {there.id}, "Winter": frozenset()}


def test_a_night_is_left_out_of_the_same_seasons_on_the_new_phone_and_there_the_last_word_holds(
    store: Store, elsewhere: Store
) -> None:
    night = open_night(store)
    cup = store.seasons.add(Season("", "Cup", "2026-11-01"), AT).season.key
    for season in (cup, "2026"):
        store.seasons.choose_nights(season, [night], [])
    saved = save(store)
    bring(elsewhere, saved)
    (there,), (row,) = elsewhere.nights.every(), elsewhere.seasons.list_seasons()
    assert all(elsewhere.seasons.left_out(season) == {there.id} for season in (row.season.key, "2026"))
    elsewhere.seasons.choose_nights("2026", [], [there.id])
    bring(elsewhere, saved)
    assert elsewhere.seasons.left_out("2026") == frozenset()
    with pytest.raises(StoreError, match="left-out night 1"):
        bring(elsewhere, {**saved, "left_out": ["2026"]})


def test_a_house_takes_games_alone_and_says_what_it_left_out(store: Store, elsewhere: Store) -> None:
    damage(store, DAMAGE["no JSON"].format(game_of(store, "Damaged")))
    game_of(store, "Sound")
    store.sayings.say(Saying(Said.LEFT_OUT, "Cy"), OLD, AT)

    came = bring(elsewhere, save(store), takes_belongings=False)

    assert came == Brought(1, 1, withheld=2)
    assert came.says.endswith(
        "Parts left out: 2. Seasons, who is who and damaged games come in with “companion import” alone."
    )
    assert [row.title for row in elsewhere.journal.list_games()] == ["Sound"]
    assert elsewhere.sayings.people().left_out == frozenset()


def test_who_is_who_leaves_a_phone_alone_and_no_house(store: Store) -> None:
    store.sayings.say(Saying(Said.LEFT_OUT, "Cy"), OLD, AT)
    document = save(store, phone="")
    assert "Cy" not in json.dumps(document) and not {"sayings", "seasons", "phone"} & document.keys()


def test_an_earlier_companion_reads_what_it_knows_and_this_one_reads_earlier_files(
    store: Store, elsewhere: Store
) -> None:
    game_of(store, "Sound")
    document = save(store)
    earlier = {name: document[name] for name in ("format", "games", "nights", "houses")}
    assert set(document["games"][0]) == {"format", "v", "id", "entries", "seal", *FRIDAY.__dataclass_fields__}
    assert bring(elsewhere, {**earlier, "v": 1}) == Brought(1, 1)
    assert bring(elsewhere, {**document, "archived": 7}) == Brought(1)
    with pytest.raises(StoreError, match="this file of games is of version 3; this companion reads 2"):
        bring(elsewhere, {**document, "v": 3})


GAME_ROW = {
    "id": "abc",
    "title": "A",
    "variant": "site",
    "options": "{",
    "table": "{}",
    "version": 1,
    "created_at": AT,
    "updated_at": AT,
    "turn": 1,
    "shelf": "open",
    "shelved_at": "",
    "places": 0,
}
ENTRY_ROW = {"seq": 1, "batch": 1, "kind": "K", "body": "{", "who": "w", "at": AT, "seal": "s"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"damaged": 7},
        {"damaged": ["x"]},
        {"damaged": [{}]},
        {"damaged": [{"game": GAME_ROW}]},
        {"damaged": [{"game": {"id": "abc"}, "entries": []}]},
        {"damaged": [{"game": {**GAME_ROW, "shelf": "attic"}, "entries": []}]},
        {"damaged": [{"game": {**GAME_ROW, "shelf": []}, "entries": []}]},
        {"damaged": [{"game": {**GAME_ROW, "id": "../x"}, "entries": []}]},
        {"damaged": [{"game": {**GAME_ROW, "created_at": "9999-12-31T23:59:59.999-14:00"}, "entries": []}]},
        {"damaged": [{"game": {**GAME_ROW, "version": 0}, "entries": []}]},
        {"damaged": [{"game": {**GAME_ROW, "version": 10**30}, "entries": []}]},
        {"damaged": [{"game": {**GAME_ROW, "title": None}, "entries": []}]},
        {"damaged": [{"game": {**GAME_ROW, "title": "\ud800"}, "entries": []}]},
        {"damaged": [{"game": {**GAME_ROW, "x; drop table game": "1"}, "entries": []}]},
        {"damaged": [{"game": GAME_ROW, "entries": [ENTRY_ROW, ENTRY_ROW]}]},
        {"damaged": [{"game": GAME_ROW, "entries": [{**ENTRY_ROW, "seq": True}]}]},
        {"seasons": {"name": "x"}},
        {"seasons": [{"name": "x", "first": "20261120", "last": ""}]},
        {"seasons": [{"name": "x" * 2000, "first": "2026-11-20", "last": ""}]},
        {"sayings": [{"said": "same", "name": "x", "other": "y", "who": "z"}]},
        {"sayings": [{"said": "shouted", "name": "x", "other": "y", "who": "z", "at": AT}]},
        {"sayings": [{"said": "seen-by", "name": "x", "other": "nobody", "who": "z", "at": AT}]},
    ],
    ids=lambda wrong: json.dumps(wrong)[:60],
)
def test_what_no_companion_saved_is_refused_and_all_else_comes(store: Store, elsewhere: Store, wrong: Any) -> None:
    game_of(store, "Sound")
    before = len(sqlite_of(elsewhere).faults())
    (part,) = wrong
    with pytest.raises(StoreError, match=f"not everything could be brought in. New here: 1 of 1 game.*Refused: {part}"):
        bring(elsewhere, {**save(store), **wrong})
    assert [row.title for row in elsewhere.journal.list_games()] == ["Sound"]
    assert (len(sqlite_of(elsewhere).faults()), elsewhere.seasons.list_seasons()) == (before, [])


def test_a_long_task_says_how_far_it_is(store: Store, elsewhere: Store) -> None:
    open_night(store, game_of(store, "One"))
    game_of(store, "Two")
    heard: list[tuple[int, int]] = []
    document = export_all(
        store, [row.id for row in store.journal.list_games()], [row.id for row in store.nights.every()], OLD,
        lambda done, most: heard.append((done, most)),
    )  # fmt: skip
    assert heard == [(0, 2), (1, 2)]
    heard.clear()
    bring(elsewhere, document, progress=lambda done, most: heard.append((done, most)))
    assert heard == [(0, 3), (1, 3), (2, 3)]
