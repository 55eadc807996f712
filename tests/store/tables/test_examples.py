"""Labelled photographs: kept for those who agreed, apart for each owner, and gone when deleted."""

from __future__ import annotations

import pytest

from companion.store import Store
from companion.store.photos import MOST_EXAMPLES, Example, Examples, TaughtDeck, named_deck

AT = "2026-11-20T19:00:00.000+00:00"
LATER = "2026-11-20T20:00:00.000+00:00"


@pytest.fixture
def examples(each_store: Store) -> Examples:
    return each_store.examples


def photo(name: str, at: str = AT, cards: str = "QS") -> Example:
    return Example(name, b"jpeg", {"cards": cards}, at)


def test_nobody_has_agreed_before_saying_so(examples: Examples) -> None:
    assert not examples.agrees("friday")
    for _ in range(2):
        examples.agree("friday", AT)
    assert (examples.agrees("friday"), examples.agrees("monday")) == (True, False)
    examples.disagree("friday")
    assert not examples.agrees("friday")


def test_a_photograph_of_one_owner_is_not_taken_by_another(examples: Examples) -> None:
    examples.keep("friday", photo("a"))
    examples.keep("monday", photo("a", cards="JD"))
    assert examples.all_of("friday") == (photo("a"),)
    assert examples.all_of("monday") == ()


def test_a_photograph_is_kept_once_with_its_newest_names(examples: Examples) -> None:
    examples.keep("friday", photo("a"))
    examples.keep("friday", photo("a", cards="JD"))
    assert examples.all_of("friday") == (photo("a", cards="JD"),)


def test_each_owner_sees_and_deletes_its_own_only(examples: Examples) -> None:
    examples.keep("friday", photo("a"))
    examples.delete("monday", "a")
    assert examples.find("monday", "a") is None
    assert examples.find("friday", "a") == photo("a")
    examples.delete("friday", "a")
    assert examples.all_of("friday") == ()


def test_of_too_many_the_oldest_go(examples: Examples) -> None:
    examples.keep("monday", photo("other"))
    examples.keep("friday", photo("oldest"))
    for number in range(MOST_EXAMPLES):
        examples.keep("friday", photo(f"{number}", LATER))
    kept = examples.all_of("friday")
    assert len(kept) == MOST_EXAMPLES
    assert photo("oldest") not in kept
    assert examples.all_of("monday") == (photo("other"),)


def test_a_deck_taught_again_takes_the_place_of_the_first(examples: Examples) -> None:
    for content in (b"first", b"second"):
        examples.keep_deck("friday", TaughtDeck(content, {"cards": 20}, AT))
    assert examples.find_deck("friday") == TaughtDeck(b"second", {"cards": 20}, AT)
    assert examples.find_deck("monday") is None
    examples.delete_deck("friday")
    assert examples.find_deck("friday") is None


def test_decks_with_a_name_are_listed_and_those_of_a_table_are_not(examples: Examples) -> None:
    for owner in (named_deck("Grandmother's"), "friday", named_deck("club")):
        examples.keep_deck(owner, TaughtDeck(b"deck", {}, AT))
    assert examples.deck_names() == ("club", "grandmother's")
