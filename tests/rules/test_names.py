"""A person's name: what is taken, what is refused, and how one that was kept before is shown."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.rules.names import (
    LONGEST_PERSON,
    NameRefused,
    is_shown_otherwise,
    person_name,
    same_name,
    shown_name,
    table_problems,
    tidy_name,
)
from tests.rules.option_strategies import NAMES, SIGNS


def taken(typed: str) -> str | None:
    """The name as it is taken; None where it is refused."""
    try:
        return person_name(typed)
    except NameRefused:
        return None


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        (" Ann \t Lee\n", "Ann Lee"),
        ("Rene\u0301", "René"),
        ("Zoë 👩\u200d👧", "Zoë 👩\u200d👧"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("Ann\u200d", "Ann"),
        ("O’Brien, Jr.", "O’Brien, Jr."),
        ("x" * LONGEST_PERSON, "x" * LONGEST_PERSON),
    ],
)
def test_a_name_is_tidied(typed: str, name: str) -> None:
    assert person_name(typed) == name


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "write a name"),
        (" \n ", "write a name"),
        ("x" * (LONGEST_PERSON + 1), "at most 30 letters; this name has 31"),
        *((f"Ann{sign}e", "can be seen") for sign in "\0\x1b\u00ad\u200b\u202e\u2066\ufeff\u3164\u2800\ud800\ue000"),
        *((blank, "can be seen") for blank in ("\u200d", "\u3164", "\u2800\u2800", "\u0301", "\ufe0f")),
    ],
)
def test_a_name_that_cannot_be_seen_whole_is_refused_with_the_reason(typed: str, says: str) -> None:
    with pytest.raises(NameRefused, match=says):
        person_name(typed)


@given(NAMES)
def test_a_name_that_was_taken_is_taken_again_as_it_is(typed: str) -> None:
    name = taken(typed)
    if name is not None:
        assert person_name(name) == tidy_name(name) == name
        assert name == " ".join(name.split()) and 0 < len(name) <= LONGEST_PERSON
        assert shown_name(typed) == name and not is_shown_otherwise(typed)


@given(st.text(SIGNS))
@example("ev\u202eil")
@example("y" * 10_000)
@example("\u0301")
def test_whatever_was_kept_is_shown_under_a_name_that_is_taken(kept: str) -> None:
    shown = shown_name(kept)
    assert taken(shown) == shown
    assert is_shown_otherwise(kept) is (taken(kept) is None)


@given(NAMES)
def test_one_name_stays_one_however_often_it_is_compared(typed: str) -> None:
    key = same_name(typed)
    assert same_name(key) == same_name(typed.upper().lower() if typed.isascii() else typed) == key


@given(st.lists(NAMES, min_size=2, max_size=4))
def test_people_at_one_table_can_be_told_apart(typed: list[str]) -> None:
    if not table_problems(typed):
        assert len({same_name(name) for name in map(person_name, typed)}) == len(typed)
