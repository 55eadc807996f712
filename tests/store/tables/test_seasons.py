"""Seasons are kept, changed by one writer at a time, removed, and found where they are damaged."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.figures.scope import Season
from companion.store import NameTaken, Overtaken, Store
from companion.store.errors import KeyUsed
from companion.store.files import check_store
from companion.store.games import judge_game

AT = "2026-11-20T19:00:00.000+00:00"
WINTER = Season("", "Winter league", "2026-10-01")
CUP = Season("", "Spring cup", "2026-03-01", "2026-05-31")


def test_a_season_comes_back_as_it_was_kept_and_the_last_begun_comes_first(each_store: Store) -> None:
    cup, winter = each_store.seasons.add(CUP, AT), each_store.seasons.add(WINTER, AT)
    assert cup.season == replace(CUP, key=cup.season.key)
    assert each_store.seasons.list_seasons() == [winter, cup]
    assert each_store.seasons.find(cup.season.key) == cup
    assert each_store.seasons.find("nowhere") is None


def test_a_form_sent_twice_makes_one(each_store: Store) -> None:
    assert each_store.seasons.add(CUP, AT, "form") == each_store.seasons.add(CUP, AT, "form")
    assert len(each_store.seasons.list_seasons()) == 1


def test_a_season_is_renamed_and_ended_and_the_same_again_writes_nothing(each_store: Store) -> None:
    made = each_store.seasons.add(WINTER, AT)
    ended = replace(made.season, name="Winter 2026", last="2027-04-30")
    changed = each_store.seasons.change(ended, 1)
    assert (changed.season, changed.version) == (ended, 2)
    assert each_store.seasons.change(ended, 1) == changed == each_store.seasons.find(made.season.key)


def test_who_has_not_seen_the_last_change_overwrites_nothing(each_store: Store) -> None:
    made = each_store.seasons.add(WINTER, AT).season
    each_store.seasons.change(replace(made, name="Winter 2026"), 1)
    with pytest.raises(Overtaken):
        each_store.seasons.change(replace(made, last="2027-01-01"), 1)
    with pytest.raises(Overtaken):
        each_store.seasons.change(replace(made, key="nowhere"), 1)
    assert [row.season.name for row in each_store.seasons.list_seasons()] == ["Winter 2026"]


def test_two_seasons_cannot_have_one_name_whatever_its_capitals(each_store: Store) -> None:
    cup = each_store.seasons.add(CUP, AT).season
    each_store.seasons.add(WINTER, AT)
    with pytest.raises(NameTaken, match="a season called WINTER LEAGUE already"):
        each_store.seasons.add(replace(CUP, name="WINTER LEAGUE"), AT)
    with pytest.raises(NameTaken):
        each_store.seasons.change(replace(cup, name="winter league"), 1)
    with pytest.raises(NameTaken):
        each_store.seasons.add(replace(CUP, name="Winter lea\u200dgue"), AT)


def test_a_season_that_was_removed_leaves_its_name_to_another(each_store: Store) -> None:
    made = each_store.seasons.add(CUP, AT).season
    each_store.seasons.remove(made.key)
    each_store.seasons.remove("nowhere")
    assert each_store.seasons.list_seasons() == []
    assert each_store.seasons.add(CUP, AT).season.key != made.key


def test_a_damaged_season_is_found_by_a_check_and_hides_no_other(each_store: Store) -> None:
    damaged, cup = each_store.seasons.add(WINTER, AT).season, each_store.seasons.add(CUP, AT)
    with each_store.database.write() as rows:
        rows.run("update season set first_day = 'spring' where id = ?", damaged.key)
    assert each_store.seasons.list_seasons() == [cup]
    assert each_store.seasons.find(damaged.key) is None
    found = check_store(each_store, judge_game)
    assert [finding.partition(": ")[0] for finding in found] == [f"season {damaged.key} (Winter league)"]


def test_a_key_that_comes_again_with_another_season_is_refused_and_writes_nothing(each_store: Store) -> None:
    made = each_store.seasons.add(CUP, AT, "form")
    with pytest.raises(KeyUsed):
        each_store.seasons.add(WINTER, AT, "form")
    assert each_store.seasons.list_seasons() == [made]
