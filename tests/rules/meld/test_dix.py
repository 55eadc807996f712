"""Dixes as a line of their own: what they can come to, and where they are kept apart."""

from __future__ import annotations

import pytest

from companion.cards import Suit
from companion.rules.meld.best import dix_name, dix_values, dix_words, judge_dix, keeps_dix_apart
from companion.rules.options import with_options
from companion.rules.variants import VARIANTS, find_variant


def test_only_bruces_games_keep_nines_apart() -> None:
    assert {variant.key for variant in VARIANTS if keeps_dix_apart(variant)} == {"bruce-5", "bruce-7"}


@pytest.mark.parametrize(
    ("variant", "values"),
    [("bruce-5", (0, 1, 2)), ("site", (0, 10, 20)), ("eight-handed", (0, 10, 20, 30, 40)), ("doubles", (0,))],
)
def test_the_values_follow_the_pack_and_the_unit(variant: str, values: tuple[int, ...]) -> None:
    assert dix_values(find_variant(variant), Suit.HEARTS) == values


def test_the_sevens_are_the_dixes_of_the_large_pack() -> None:
    assert dix_words(with_options(find_variant("two-handed"), {"pack": "64"})) == "sevens of trump"
    assert dix_name(find_variant("doubles")) == ""


@pytest.mark.parametrize(
    ("dix", "meld", "others", "allowed"),
    [(0, 0, 2, True), (1, 1, 1, True), (2, 6, 0, True), (3, 6, 0, False), (1, 6, 2, False), (1, 0, 0, False)],
)
def test_no_more_nines_than_the_pack_and_the_meld_hold(dix: int, meld: int, others: int, allowed: bool) -> None:
    assert bool(judge_dix(find_variant("bruce-5"), Suit.CLUBS, dix, meld, others)) is allowed


def test_a_turned_up_trump_need_not_be_known_for_its_dixes() -> None:
    assert judge_dix(find_variant("two-handed"), None, 10, 40)


def test_without_trump_there_are_no_nines_of_it() -> None:
    assert not judge_dix(find_variant("bruce-5"), None, 1, 4)
