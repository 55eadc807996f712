"""Melds by their cards: every figure of the table, every multiple, every option on them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.cards import Suit, parse_cards
from companion.cli.ask.answers import answer
from companion.rules.meld import best_meld, meld_by_trump
from companion.rules.meld.kinds import MeldKind, meld_cards, split_figures
from companion.rules.variants import find_variant
from tests.rules.asking import cases, check_answer

SITE, DOUBLES = find_variant("site"), find_variant("doubles")


@pytest.mark.parametrize("case", cases("melds"))
def test_these_cards_meld_so_much(case: dict[str, Any]) -> None:
    check_answer("meld", case)
    if "names" in case:
        assert [meld["name"] for meld in answer("meld", case["request"])["melds"]] == case["names"]


def test_every_figure_of_the_single_table_is_ten_times_as_much_in_tens() -> None:
    tens = best_meld(SITE, Suit.SPADES, parse_cards("AS 10S KS QS JS 9S JD"))
    ones = best_meld(replace(DOUBLES, pack=SITE.pack), Suit.SPADES, parse_cards("AS 10S KS QS JS 9S JD"))
    assert tens.total == 10 * ones.total == 200


def test_the_part_that_the_dixes_made_is_told_apart() -> None:
    count = best_meld(SITE, Suit.SPADES, parse_cards("9S 9S KS QS"))
    assert (count.total, count.dix) == (60, 20)


def test_without_trump_each_suit_is_priced_as_trump() -> None:
    assert meld_by_trump(SITE, parse_cards("KS QS 9H KH QH")) == {
        Suit.SPADES: 60,
        Suit.HEARTS: 70,
        Suit.CLUBS: 40,
        Suit.DIAMONDS: 40,
    }


@pytest.mark.parametrize(
    ("figures", "copies", "parts"),
    [
        ((10, 100, 150, 200), 0, ()),
        ((10, 100, 150, 200), 4, (4,)),
        ((10, 100, 150, 200), 6, (4, 2)),
        ((15, 150), 3, (2, 1)),
        ((15,), 3, (1, 1, 1)),
        ((10, 5), 2, (1,)),
        ((10, 5), 3, (1, 1, 1)),
    ],
)
def test_copies_are_parted_into_the_figures_that_pay_most(
    figures: tuple[int, ...], copies: int, parts: tuple[int, ...]
) -> None:
    assert split_figures(figures, copies) == parts


def test_a_pack_without_nines_has_no_dix_to_show() -> None:
    with pytest.raises(ValueError, match="this pack has no dix"):
        meld_cards(DOUBLES, MeldKind.DIX, Suit.SPADES)
