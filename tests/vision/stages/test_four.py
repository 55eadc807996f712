"""Decks with an index in every corner: which groups of them are one card."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from companion.vision.stages.four import Edges, corners_to_cards, join_crossed, join_four, join_fourth, join_one_middle
from companion.vision.stages.spots import Spot
from tests.vision.stages.laid import ACROSS, ALONG, both, corner, index

NOTHING = Edges([])
"""Nothing stands between any two."""


@pytest.mark.parametrize("turn", [0.0, 0.8, 4.0])
def test_two_pairs_that_cross_in_the_middle_are_one_card(turn: float) -> None:
    falling, rising = (
        [index(corner(300, 300, turn, side, end)) for side, end in ends]
        for ends in (((-1, -1), (1, 1)), ((1, -1), (-1, 1)))
    )
    assert [len(card) for card in join_crossed([falling, rising])] == [4]


def test_two_pairs_that_cross_but_both_have_their_middle_to_the_right_are_two_cards() -> None:
    falling = [index(spot) for spot in both(300, 300)]
    rising = [corner(300, 300, 0.0, side, end) for side, end in ((1, -1), (-1, 1))]
    alike = [index(replace(spot, to_centre=(-spot.to_centre[0], spot.to_centre[1]))) for spot in rising]
    assert [len(card) for card in join_crossed([falling, alike])] == [2, 2]


def test_the_fourth_corner_joins_its_three_however_the_card_is_seen() -> None:
    slant = np.array([[1.0, 0.45], [0.0, 0.6]])
    at = [slant @ corner for corner in np.array([(-40.0, -60.0), (40.0, 60.0), (40.0, -60.0), (-40.0, 60.0)])]
    ends = [-1, 1, -1, 1]
    spots = [
        Spot(300 + float(x), 300 + float(y), (-float(x), -float(y)), (0.0, 14.0 * end), 0.9)
        for (x, y), end in zip(at, ends, strict=True)
    ]
    three, fourth = [index(spot) for spot in spots[:3]], [index(spots[3])]
    assert [len(card) for card in join_fourth([three, fourth], NOTHING)] == [4]
    elsewhere = [index(replace(spots[3], x=spots[3].x - 40))]
    assert [len(card) for card in join_fourth([three, elsewhere], NOTHING)] == [3, 1]
    assert [len(card) for card in join_fourth([three, [index(spots[3], rank=5)]], NOTHING)] == [3, 1]


def test_a_fourth_corner_that_points_astray_joins_only_what_it_says_itself() -> None:
    three = [index(corner(300, 300, 0.0, side, end)) for side, end in ((-1, -1), (-1, 1), (1, -1))]
    astray = replace(corner(300, 300, 0.0, 1, 1), to_centre=(0.0, ALONG))
    assert [len(card) for card in join_fourth([three, [index(astray)]], NOTHING)] == [4]
    assert [len(card) for card in join_fourth([three, [index(astray, rank=5)]], NOTHING)] == [3, 1]
    farther = replace(astray, x=astray.x + 0.2 * math.hypot(ACROSS, ALONG))
    assert [len(card) for card in join_fourth([three, [index(farther)]], NOTHING)] == [3, 1]


def test_a_lone_index_right_at_the_open_corner_is_the_fourth_even_if_it_points_away() -> None:
    """A twin has evidence of its own: another corner, or a place that is not quite the card's."""
    three = [index(corner(300, 300, 0.0, side, end)) for side, end in ((-1, -1), (-1, 1), (1, -1))]
    lower, upper = (index(corner(300 + 2 * ACROSS, 300, 0.0, -1, end)) for end in (1, -1))
    assert [len(card) for card in join_fourth([three, [lower]], NOTHING)] == [4]
    assert [len(card) for card in join_fourth([three, [lower, upper]], NOTHING)] == [3, 2]
    farther = index(corner(300 + 2 * ACROSS + 0.06 * math.hypot(ACROSS, ALONG), 300, 0.0, -1, 1))
    assert [len(card) for card in join_fourth([three, [farther]], NOTHING)] == [3, 1]


def test_pairs_beside_each_other_stay_two_cards() -> None:
    pairs = [[index(spot) for spot in both(x, 300)] for x in (300, 340)]
    assert [len(card) for card in join_crossed(pairs)] == [2, 2]


def test_two_sides_that_point_at_one_middle_and_say_the_same_are_one_card() -> None:
    left, right = ([corner(300, 300, 0.0, side, end) for end in (-1, 1)] for side in (-1, 1))

    def sizes(*sides: list[Spot], rank: int = 0) -> list[int]:
        one, other = sides
        groups = [[index(spot) for spot in one], [index(spot, rank=rank) for spot in other]]
        return [len(card) for card in join_one_middle(groups, NOTHING)]

    assert sizes(left, right) == [4]
    assert sizes(left, right, rank=5) == [2, 2]
    assert sizes(left, [replace(spot, x=spot.x + 0.5 * math.hypot(ACROSS, ALONG)) for spot in right]) == [2, 2]
    assert sizes(left, [replace(spot, x=spot.x + 3) for spot in left]) == [2, 2]


def test_two_that_stand_alike_and_point_to_one_side_are_of_two_cards() -> None:
    """A twin pushed over a card as far as it is broad: all four indices in sight stand in a rectangle."""
    lower, upper = ([corner(x, 300, 0.0, -1, -1), corner(x, 300, 0.0, -1, 1)] for x in (300, 300 + 2 * ACROSS))
    indices = [index(spot) for spot in (*lower, *upper)]
    fours, rest = join_four(indices, NOTHING)
    assert fours == []
    assert sorted(len(card) for card in corners_to_cards(rest, fours, NOTHING)) == [2, 2]


def test_of_two_that_stand_alike_one_may_leave_its_side_open() -> None:
    spots = [corner(300, 300, 0.0, side, end) for end in (-1, 1) for side in (-1, 1)]
    spots[1] = replace(spots[1], to_centre=(0.0, ALONG))
    fours, _ = join_four([index(spot) for spot in spots], NOTHING)
    assert [len(card) for card in fours] == [4]
