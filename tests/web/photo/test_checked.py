"""Where the names of the cards are drawn over a photo."""

from __future__ import annotations

import pytest

from companion.cards import parse_card
from companion.web.photo.checked import FoundCard, Point

SIZE = (800, 600)


def upright(left: int, top: int) -> FoundCard:
    """A card of 100 by 140 pixels."""
    right, bottom = left + 100, top + 140
    outline: tuple[Point, ...] = ((left, top), (right, top), (right, bottom), (left, bottom))
    return FoundCard(parse_card("10S"), False, outline)


def test_a_name_is_drawn_at_the_upper_left_of_its_card() -> None:
    assert upright(300, 200).label_in(SIZE) == (320, 192)


@pytest.mark.parametrize(("left", "top"), [(0, 0), (-20, 300), (760, 300), (760, -10), (300, 590)])
def test_a_name_with_the_numbers_of_its_melds_stays_within_the_photo(left: int, top: int) -> None:
    found = upright(left, top)
    letter = found.label_size
    x, y = found.label_in(SIZE)
    assert 1.4 * letter <= x <= SIZE[0] - 1.4 * letter
    assert letter / 2 <= y <= SIZE[1] - 1.5 * letter
