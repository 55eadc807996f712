"""Which evenings a season holds, and which seasons there can’t be."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.figures.scope import Season, season_problems, year_season
from companion.rules.names import LONGEST_NAME

FIRST, LAST = "2026-10-01", "2027-04-30"


@pytest.mark.parametrize(
    ("evening", "held"),
    [
        ("2026-09-30", False),
        ("2026-10-01", True),
        ("2027-04-30", True),
        ("2027-05-01", False),
        ("", False),
    ],
)
def test_a_season_holds_its_first_day_its_last_and_what_lies_between(evening: str, held: bool) -> None:
    assert Season("x", "Winter", FIRST, LAST).holds(evening) is held


def test_a_season_that_goes_on_holds_whatever_comes() -> None:
    going_on = Season("x", "Winter", FIRST)
    assert [going_on.holds(each) for each in ("2026-09-30", "2026-10-01", "9999-12-31", "")] == [
        False,
        True,
        True,
        False,
    ]


@given(day=st.dates(), first=st.dates(), days=st.integers(0, 400))
def test_days_are_compared_as_days(day: date, first: date, days: int) -> None:
    last = first + timedelta(days=min(days, (date.max - first).days))
    assert Season("x", "Winter", first.isoformat(), last.isoformat()).holds(day.isoformat()) is (first <= day <= last)


@given(day=st.dates())
def test_each_day_lies_in_the_year_that_its_figures_begin_with_and_in_no_other(day: date) -> None:
    key = day.isoformat()[:4]
    year, next_year = year_season(key), year_season(f"{day.year + 1:04}")
    assert year is not None
    assert year.is_year
    assert year.holds(day.isoformat())
    assert next_year is None or not next_year.holds(day.isoformat())


@pytest.mark.parametrize("key", ["", "26", "0000", "20266", "２０２６", "-202", "year"])
def test_what_is_no_year_names_none(key: str) -> None:
    assert year_season(key) is None


@pytest.mark.parametrize(
    ("name", "last", "wrong"),
    [
        ("Winter league", LAST, {}),
        ("Winter league", FIRST, {}),
        ("Winter league", "", {}),
        ("Winter league", "2026-09-30", {"last": "The last day lies before the first"}),
        ("", "", {"name": "Please give the season a name"}),
        ("x" * LONGEST_NAME, "", {}),
        ("x" * (LONGEST_NAME + 1), "", {"name": "at most 60 letters"}),
        ("2026", "", {"name": "2026 is a year"}),
        ("Ann\u202e", "2026-01-01", {"name": "can be seen", "last": "before the first"}),
    ],
)
def test_what_is_wrong_is_said_field_by_field(name: str, last: str, wrong: dict[str, str]) -> None:
    found = season_problems(name, FIRST, last)
    assert found.keys() == wrong.keys()
    assert all(words in found[field] for field, words in wrong.items())
