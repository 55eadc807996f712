"""Each card on the photo carries the numbers of the melds in which it scores."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Suit, parse_card, parse_cards
from companion.rules.meld import best_meld
from companion.rules.variants import VARIANTS, find_variant
from companion.web.photo.outcome import COLORS, color_of, mark_copies


def marks(spelled: str, trump: Suit = Suit.SPADES) -> dict[str, list[int]]:
    """By card and copy, as ``KS`` and ``KS'``, the names' first letters of its melds."""
    cards = parse_cards(spelled)
    melds = best_meld(find_variant("site"), trump, cards).melds
    return {f"{card}{chr(39) * copy}": list(found) for (card, copy), found in mark_copies(melds, cards).items()}


def test_a_card_scores_once_in_each_class() -> None:
    found = marks("QS JD KS")
    assert found == {"KS": [1], "QS": [1, 2], "JD": [2]}


def test_a_double_meld_takes_both_copies() -> None:
    assert marks("QS QS JD JD") == {"QS": [1], "QS'": [1], "JD": [1], "JD'": [1]}


def test_a_card_without_a_meld_carries_nothing() -> None:
    assert (parse_card("9H"), 0) not in mark_copies([], parse_cards("9H"))


@given(st.data())
def test_every_mark_is_on_a_copy_that_is_held(data: st.DataObject) -> None:
    variant = data.draw(st.sampled_from(VARIANTS))
    pack = [card for card, copies in variant.pack.counts.items() for _ in range(copies)]
    cards = data.draw(st.lists(st.sampled_from(pack), max_size=20))
    melds = best_meld(variant, data.draw(st.sampled_from(Suit)), cards).melds
    for (card, copy), numbers in mark_copies(melds, cards).items():
        assert copy < cards.count(card)
        assert all(card in melds[number - 1].cards for number in numbers)


@pytest.mark.parametrize(("number", "color"), [(1, 1), (COLORS, COLORS), (COLORS + 1, 1)])
def test_colors_come_round_again(number: int, color: int) -> None:
    assert color_of(number) == color
