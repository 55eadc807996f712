"""What may be one card counted twice, or two counted as one, is shown to the person."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.cards import parse_card
from companion.vision.reading import Settings
from companion.vision.stages.pairing import indices_to_cards, possible_halves
from tests.vision.stages.laid import ACROSS, ALONG, askew, both, corner, index


def test_two_halves_that_would_not_pair_but_say_the_same_are_doubted() -> None:
    queen, jack = parse_card("QS"), parse_card("JD")
    one, other = both(200, 200, 0.4, 0.5)
    cards = [[index(one)], [index(other)]]
    assert possible_halves(cards, [queen, queen]) == {0, 1}
    assert possible_halves(cards, [queen, jack]) == set()


@pytest.mark.parametrize(("past", "doubted"), [(1.3, {0, 1}), (1.9, set())])
def test_twins_that_point_past_each_other_by_far_are_not_doubted(past: float, doubted: set[int]) -> None:
    queen, (one, other) = parse_card("QS"), both(300, 300)
    aside = replace(other, x=other.x + past * ALONG, y=other.y - past * ACROSS)
    assert possible_halves([[index(one)], [index(aside)]], [queen, queen]) == doubted


def test_two_ends_that_miss_each_other_are_one_card_to_look_at_if_they_say_the_same() -> None:
    joined = indices_to_cards([index(spot) for spot in askew(300, 300)], Settings())
    assert [len(card) for card in joined] == [2]
    assert possible_halves(joined, [parse_card("9S")]) == {0}


def test_twins_of_which_one_shows_the_corner_of_a_deck_with_four_indices_are_doubted() -> None:
    queen, left, right = parse_card("QS"), corner(300, 300, 0.0, -1, -1), corner(310, 315, 0.0, 1, -1)
    assert possible_halves([[index(left)], [index(right)]], [queen, queen]) == {0, 1}


def test_twins_side_by_side_are_not_doubted() -> None:
    queen = parse_card("QS")
    twins = [[index(corner(200 + i * 30, 300, 0.0, -1, -1))] for i in range(2)]
    assert possible_halves(twins, [queen, queen]) == set()


@pytest.mark.parametrize(("wrong", "doubted"), [(0.0, set()), (60.0, {0})])
def test_two_corners_of_one_side_are_doubted_only_if_they_miss_each_other(wrong: float, doubted: set[int]) -> None:
    top, bottom = (corner(300, 300, 0.0, -1, end) for end in (-1, 1))
    card = [index(top), index(replace(bottom, to_centre=(ACROSS, -ALONG + wrong)))]
    assert possible_halves([card], [parse_card("9S")]) == doubted


def test_two_sides_of_what_may_be_one_card_with_four_indices_are_doubted() -> None:
    left, right = ([index(corner(300, 300, 0.0, side, end)) for end in (-1, 1)] for side in (-1, 1))
    whole = [index(corner(600, 300, 0.0, side, end), rank=3) for side in (-1, 1) for end in (-1, 1)]
    cards, nine, queen = [left, right, whole], parse_card("9S"), parse_card("QS")
    assert possible_halves(cards, [nine, nine, queen]) == {0, 1}
    assert possible_halves(cards, [nine, queen, queen]) == set()


def test_a_fourth_corner_beside_three_that_say_the_same_is_doubted() -> None:
    three = [index(corner(300, 300, 0.0, side, end)) for side, end in ((-1, -1), (-1, 1), (1, -1))]
    fourth, nine = [index(corner(300, 300, 0.0, 1, 1))], parse_card("9S")
    assert possible_halves([three, fourth], [nine, nine]) == {0, 1}
    whole = [*three, *fourth]
    assert possible_halves([whole, fourth], [nine, nine]) == set()


def test_twins_that_show_the_same_corner_are_no_halves() -> None:
    one, other = ([index(corner(x, 300, 0.0, -1, end)) for end in (-1, 1)] for x in (300, 350))
    whole = [index(corner(600, 300, 0.0, side, end), rank=3) for side in (-1, 1) for end in (-1, 1)]
    nine, queen = parse_card("9S"), parse_card("QS")
    assert possible_halves([one, other, whole], [nine, nine, queen]) == set()


def test_twins_that_lie_apart_are_no_halves() -> None:
    left, right = ([index(corner(x, 300, 0.0, side, end)) for end in (-1, 1)] for x, side in ((200, -1), (500, 1)))
    nine = parse_card("9S")
    assert possible_halves([left, right], [nine, nine]) == set()
