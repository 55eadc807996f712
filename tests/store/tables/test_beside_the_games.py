"""Links, names and photographs, whatever they are written in."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from companion.rules.house import make_house
from companion.store import Link, NewEntry, NotFound, Photo, Role, Store, open_store
from companion.store.moments import at as moment
from companion.store.people import NAMES_KEPT
from companion.store.photos import MOST_EXAMPLES, Example
from companion.web.photo.desk import forget_old
from tests.store.examples import FRIDAY, event

MONDAY, TUESDAY, WEDNESDAY = (f"2026-11-{day}T20:00:00.000+00:00" for day in (16, 17, 18))
LATER, EARLIER = "2026-11-20T19:00:00.000+00:00", "1970-01-01T00:00:00.000+00:00"


@pytest.fixture
def game(each_store: Store) -> str:
    return each_store.journal.create_game(FRIDAY, [event(1)]).game_id


@pytest.mark.parametrize("role", Role)
def test_a_link_opens_its_game_in_its_role(each_store: Store, game: str, role: Role) -> None:
    seat = 2 if role is Role.PLAYER else None
    token = each_store.links.make_link(game, role, MONDAY, seat)
    assert each_store.links.find_link(token) == Link(game, role, seat)


def test_a_link_that_nobody_made_opens_nothing(each_store: Store) -> None:
    assert each_store.links.find_link("made-up") is None


def test_revoking_a_role_closes_all_its_links_and_no_others(each_store: Store, game: str) -> None:
    scorers = [each_store.links.make_link(game, Role.SCORER, MONDAY) for _ in range(2)]
    watcher = each_store.links.make_link(game, Role.WATCHER, MONDAY)
    assert each_store.links.revoke(game, Role.SCORER, TUESDAY) == 2
    assert each_store.links.revoke(game, Role.SCORER, TUESDAY) == 0
    assert [each_store.links.find_link(token) for token in scorers] == [None, None]
    assert each_store.links.find_link(watcher) is not None
    assert each_store.links.find_link(each_store.links.make_link(game, Role.SCORER, WEDNESDAY)) == Link(
        game, Role.SCORER
    )


def test_a_link_to_no_game_is_not_made(each_store: Store) -> None:
    with pytest.raises(NotFound):
        each_store.links.make_link("nowhere", Role.WATCHER, MONDAY)


def test_names_come_back_as_they_sat_last_time_with_older_ones_after(each_store: Store) -> None:
    each_store.people.remember_names("phone", ["Ann", "Ben", "Zoë", "Dee"], MONDAY)
    each_store.people.remember_names("phone", ["Dee", "Eve", "Dee"], TUESDAY)
    assert each_store.people.remembered_names("phone") == ["Dee", "Eve", "Ann", "Ben", "Zoë"]


def test_each_device_remembers_its_own_people(each_store: Store) -> None:
    each_store.people.remember_names("phone", ["Ann"], MONDAY)
    assert each_store.people.remembered_names("tablet") == []


def test_only_so_many_names_are_remembered(each_store: Store) -> None:
    each_store.people.remember_names("phone", [f"Old {n}" for n in range(NAMES_KEPT)], MONDAY)
    each_store.people.remember_names("phone", ["New"], TUESDAY)
    names = each_store.people.remembered_names("phone")
    assert len(names) == NAMES_KEPT
    assert (names[0], names[-1]) == ("New", f"Old {NAMES_KEPT - 2}")


def test_a_photograph_is_kept_corrected_and_forgotten(each_store: Store, game: str) -> None:
    photo = each_store.photos.keep_photo(game, b"\xff\xd8jpeg", {"cards": ["QS"]}, MONDAY)
    assert each_store.photos.find_photo(photo) == Photo(photo, game, b"\xff\xd8jpeg", {"cards": ["QS"]}, MONDAY)
    changed = each_store.photos.change_reading(photo, lambda now: {"cards": [*now["cards"], "JD"]})
    assert changed == {"cards": ["QS", "JD"]}
    found = each_store.photos.find_photo(photo)
    assert found is not None
    assert found.reading == changed
    each_store.photos.prune(before=WEDNESDAY)
    assert each_store.photos.find_photo(photo) is None
    assert each_store.photos.change_reading(photo, dict) is None


def test_many_who_change_a_reading_at_once_all_leave_their_mark(each_store: Store) -> None:
    photo = each_store.photos.keep_photo(None, b"jpeg", {"cards": []}, MONDAY)

    def add(number: int) -> None:
        each_store.photos.change_reading(photo, lambda now: {"cards": [*now["cards"], number]})

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(add, range(12)))
    found = each_store.photos.find_photo(photo)
    assert found is not None
    assert sorted(found.reading["cards"]) == list(range(12))


@pytest.mark.parametrize("of_game", [True, False])
def test_of_a_game_and_of_none_the_newest_photographs_are_kept(
    each_store: Store, game: str, of_game: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.photos.MOST_PHOTOS", 2)
    photos, whose = each_store.photos, game if of_game else None
    other = photos.keep_photo(None if of_game else game, b"jpeg", {}, MONDAY)
    old, *new = (photos.keep_photo(whose, b"jpeg", {}, at) for at in (MONDAY, TUESDAY, WEDNESDAY))
    assert photos.find_photo(old) is None
    assert all(photos.find_photo(each) for each in (*new, other))


def test_no_backup_holds_a_photograph(each_store: Store, game: str, tmp_path: Path) -> None:
    photo = each_store.photos.keep_photo(game, b"\xff\xd8 of the table", {"cards": ["QS"]}, MONDAY)
    backup = tmp_path / "kept" / "backup.db"
    each_store.backup(backup)
    assert b"of the table" not in backup.read_bytes()
    with closing(open_store(database=f"sqlite:{backup}")) as copy:
        assert copy.journal.read(game).version == 1
        assert copy.photos.find_photo(photo) is None
    assert each_store.photos.find_photo(photo) is not None


def test_pruning_removes_the_old_photographs_only(each_store: Store) -> None:
    old, new = (each_store.photos.keep_photo(None, b"jpeg", {}, at) for at in (MONDAY, WEDNESDAY))
    assert each_store.photos.prune(before=TUESDAY) == 1
    assert each_store.photos.find_photo(old) is None
    assert each_store.photos.find_photo(new) is not None


def test_pruning_removes_photographs_dated_after_a_time(each_store: Store) -> None:
    photos = each_store.photos
    now, later = (photos.keep_photo(None, b"jpeg", {}, at) for at in (MONDAY, WEDNESDAY))
    assert photos.prune(before=MONDAY, after=TUESDAY) == 1
    assert photos.find_photo(later) is None
    assert photos.find_photo(now) is not None


def test_a_photograph_dated_in_the_future_by_a_wrong_clock_is_removed_with_the_old_ones(each_store: Store) -> None:
    photos, now = each_store.photos, datetime.now(timezone.utc)
    ages = (timedelta(hours=25), timedelta(0), timedelta(hours=-25))
    old, new, future = (photos.keep_photo(None, b"jpeg", {}, moment(now - age)) for age in ages)
    assert forget_old(photos) == 2
    assert [photos.find_photo(each) is not None for each in (old, new, future)] == [False, True, False]


def test_a_large_photograph_comes_back_as_it_was(each_store: Store) -> None:
    jpeg = bytes(range(256)) * 1000
    photo = each_store.photos.keep_photo(None, jpeg, {"note": "100 %s?"}, MONDAY)
    found = each_store.photos.find_photo(photo)
    assert found is not None
    assert (found.jpeg, found.reading) == (jpeg, {"note": "100 %s?"})


@pytest.mark.parametrize("name", ["O’Neill's", "%s ? \\' --", "100 %", "'); delete from game; --", "Zoë 📱"])
def test_whatever_a_name_holds_it_is_kept_as_a_name(each_store: Store, name: str) -> None:
    each_store.people.remember_names("phone", [name], MONDAY)
    assert each_store.people.remembered_names("phone") == [name]


def test_the_key_that_signs_is_made_once(each_store: Store) -> None:
    key = each_store.secret.key()
    assert (len(key), each_store.secret.key()) == (43, key)


def test_a_beat_shows_that_a_tap_can_be_written(each_store: Store) -> None:
    each_store.beat()
    assert each_store.database.faults() == []


def test_what_was_written_last_comes_first_whatever_the_clocks_said(each_store: Store) -> None:
    before = each_store.journal.create_game(FRIDAY, [event(1)]).game_id
    after = each_store.journal.create_game(FRIDAY, [event(1)]).game_id
    each_store.journal.append(before, 1, "k", [NewEntry("Counted", {"v": 1, "number": 2}, "Ann", EARLIER)])
    assert [row.id for row in each_store.journal.list_games()] == [before, after]


def test_names_houses_and_kept_photos_outlast_a_clock_that_was_set_back(each_store: Store) -> None:
    for name, at in (("Ann", LATER), ("Ben", EARLIER)):
        each_store.people.remember_names("phone", [name], at)
        each_store.houses.add(make_house(f"{name}’s", "site", {"end.target": 900}), at)
    assert each_store.people.remembered_names("phone") == ["Ben", "Ann"]
    assert [row.house.name for row in each_store.houses.list_houses()] == ["Ben’s", "Ann’s"]
    for number in range(MOST_EXAMPLES):
        each_store.examples.keep("table", Example(f"x{number}", b"jpeg", {}, LATER))
    each_store.examples.keep("table", Example("last", b"jpeg", {}, EARLIER))
    assert each_store.examples.find("table", "last") is not None
    assert len(each_store.examples.all_of("table")) == MOST_EXAMPLES
