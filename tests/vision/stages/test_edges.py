"""Two indices that stand alike: the corners of one edge, or of two cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.vision.stages.four import Edges, corners_to_cards, join_four, join_fourth, join_one_middle
from companion.vision.stages.indices import Index
from companion.vision.stages.spots import Spot
from tests.vision.stages.laid import ACROSS, corner, index

LEFT, RIGHT = (corner(300, 300, 0.0, side, -1) for side in (-1, 1))
BETWEEN = replace(LEFT, x=300.0)


def test_the_two_corners_of_an_edge_with_nothing_between_are_not_parted() -> None:
    assert not Edges([index(LEFT), index(RIGHT)]).part(LEFT, RIGHT)


@pytest.mark.parametrize("astray", [-13.0, 0.0, 6.0])
def test_an_index_that_stands_between_parts_them(astray: float) -> None:
    between = replace(BETWEEN, y=BETWEEN.y + astray)
    assert Edges([index(between)]).part(LEFT, RIGHT)
    assert Edges([index(between)]).part(RIGHT, LEFT)


@pytest.mark.parametrize(
    "elsewhere",
    [
        replace(BETWEEN, y=BETWEEN.y + 8),
        replace(BETWEEN, up=(0.0, -22.0)),
        replace(LEFT, x=LEFT.x + 13),
        replace(RIGHT, x=RIGHT.x + 13),
    ],
    ids=["below the edge", "of another size", "one of the two, found twice", "beyond"],
)
def test_what_stands_elsewhere_does_not(elsewhere: Spot) -> None:
    assert not Edges([index(elsewhere)]).part(LEFT, RIGHT)


@pytest.mark.parametrize("turn", [-0.4, 0.4])
def test_a_card_so_askew_that_one_corner_is_beyond_its_edge_parts_nothing(turn: float) -> None:
    assert not Edges([index(BETWEEN.leant(turn, 1.0))]).part(LEFT, RIGHT)
    assert Edges([index(BETWEEN.leant(turn / 4, 1.0))]).part(LEFT, RIGHT)


def test_what_is_hardly_an_index_parts_nothing() -> None:
    assert not Edges([replace(index(BETWEEN), real=0.8)]).part(LEFT, RIGHT)


def test_what_stands_alike_and_too_near_is_no_edge() -> None:
    beside = replace(LEFT, x=LEFT.x + ACROSS * 0.9)
    assert Edges([]).part(LEFT, beside)


def test_opposite_corners_may_have_anything_between_them() -> None:
    far = corner(300, 300, 0.0, 1, 1)
    assert not Edges([index(replace(BETWEEN, x=300.0, y=300.0))]).part(LEFT, far)


UPPER, LOWER = corner(300, 300, 0.0, -1, -1), corner(300, 300, 0.0, 1, 1)


@pytest.mark.parametrize(("turn", "end"), [(-0.1, -1), (0.0, -1), (0.3, -1), (3.1, 1)])
def test_a_card_that_lies_on_another_hides_its_end(turn: float, end: int) -> None:
    above = index(corner(320, 310, turn, end, end))
    assert Edges([above]).cover_an_end(UPPER, LOWER)
    assert Edges([above]).cover_an_end(LOWER, UPPER)
    assert not Edges([replace(above, real=0.8)]).cover_an_end(UPPER, LOWER)


@pytest.mark.parametrize(
    "elsewhere",
    [UPPER, LOWER, corner(285, 300, 0.0, -1, -1), corner(300, 340, -1.57, 1, -1), corner(300, 300, 0.05, 1, -1)],
    ids=["one of the two", "the other", "beneath it", "across it", "its own third corner"],
)
def test_what_lies_beside_beneath_or_across_hides_none(elsewhere: Spot) -> None:
    assert not Edges([index(elsewhere)]).cover_an_end(UPPER, LOWER)


def sizes(groups: Sequence[Sequence[Index]]) -> list[int]:
    return sorted(len(group) for group in groups)


CORNERS = [index(corner(300, 300, 0.0, side, end)) for side in (-1, 1) for end in (-1, 1)]
OVER_IT = [index(replace(BETWEEN, up=(0.0, 14.0 * end), y=300 + 55.0 * end), rank=5) for end in (-1, 1)]


def test_four_corners_are_one_card_and_with_another_over_it_two() -> None:
    assert sizes(join_four(CORNERS, Edges(CORNERS))[0]) == [4]
    assert join_four(CORNERS, Edges([*CORNERS, *OVER_IT])) == ([], CORNERS)
    assert sizes(corners_to_cards(CORNERS, [], Edges(CORNERS))) == [4]
    assert sizes(corners_to_cards(CORNERS, [], Edges([*CORNERS, *OVER_IT]))) == [2, 2]


def test_a_fourth_corner_does_not_join_its_three_past_another_card() -> None:
    *three, fourth = CORNERS
    assert sizes(join_fourth([three, [fourth]], Edges(CORNERS))) == [4]
    assert sizes(join_fourth([three, [fourth]], Edges(OVER_IT))) == [1, 3]


def test_twins_that_lie_nearly_on_each_other_stay_two() -> None:
    def side(x: float) -> list[Index]:
        """Both corners at one side, of which it is not clear to which side they point."""
        spots = [corner(x, 300, 0.0, 1, end) for end in (-1, 1)]
        return [index(replace(spot, to_centre=(0.0, spot.to_centre[1]))) for spot in spots]

    assert sizes(join_one_middle([side(300), side(285)], Edges([]))) == [2, 2]
