"""Doubts about a card that may be another one counted again, or two counted as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.cards import Card, parse_card
from companion.vision.reading import Settings
from companion.vision.stages.indices import Index
from companion.vision.stages.pairing import indices_to_cards, possible_halves
from tests.vision.stages.laid import ACROSS, ALONG, askew, both, corner, index


def doubted(cards: Sequence[list[Index]], names: Sequence[Card | None]) -> set[int]:
    """The numbers of the cards in doubt, where those with more indices are worth more and else the later ones."""
    return possible_halves(cards, names, [(len(card), number) for number, card in enumerate(cards)])


def test_two_halves_that_would_not_pair_but_say_the_same_are_doubted() -> None:
    queen, jack = parse_card("QS"), parse_card("JD")
    one, other = both(200, 200, 0.4, 0.5)
    cards = [[index(one)], [index(other)]]
    assert doubted(cards, [queen, queen]) == {0}
    assert doubted(cards, [queen, jack]) == set()


@pytest.mark.parametrize(("past", "expected"), [(1.3, {0}), (1.9, set())])
def test_twins_that_point_past_each_other_by_far_are_not_doubted(past: float, expected: set[int]) -> None:
    queen, (one, other) = parse_card("QS"), both(300, 300)
    aside = replace(other, x=other.x + past * ALONG, y=other.y - past * ACROSS)
    assert doubted([[index(one)], [index(aside)]], [queen, queen]) == expected


def test_two_ends_that_miss_each_other_are_one_card_to_look_at_if_they_say_the_same() -> None:
    joined = indices_to_cards([index(spot) for spot in askew(300, 300)], Settings())
    assert [len(card) for card in joined] == [2]
    assert doubted(joined, [parse_card("9S")]) == {0}


def test_twins_of_which_one_shows_the_corner_of_a_deck_with_four_indices_are_doubted() -> None:
    queen, left, right = parse_card("QS"), corner(300, 300, 0.0, -1, -1), corner(310, 315, 0.0, 1, -1)
    assert doubted([[index(left)], [index(right)]], [queen, queen]) == {0}


def test_twins_side_by_side_are_not_doubted() -> None:
    queen = parse_card("QS")
    twins = [[index(corner(200 + i * 30, 300, 0.0, -1, -1))] for i in range(2)]
    assert doubted(twins, [queen, queen]) == set()


@pytest.mark.parametrize(("wrong", "expected"), [(0.0, set()), (60.0, {0})])
def test_two_corners_of_one_side_are_doubted_only_if_they_miss_each_other(wrong: float, expected: set[int]) -> None:
    top, bottom = (corner(300, 300, 0.0, -1, end) for end in (-1, 1))
    card = [index(top), index(replace(bottom, to_centre=(ACROSS, -ALONG + wrong)))]
    assert doubted([card], [parse_card("9S")]) == expected


def test_two_sides_of_what_may_be_one_card_with_four_indices_are_doubted() -> None:
    left, right = ([index(corner(300, 300, 0.0, side, end)) for end in (-1, 1)] for side in (-1, 1))
    cards, nine, queen = [left, right, whole(600, 300, 3)], parse_card("9S"), parse_card("QS")
    assert doubted(cards, [nine, nine, queen]) == {0}
    other = [index(corner(300, 300, 0.0, 1, end), rank=3) for end in (-1, 1)]
    assert doubted([left, other, whole(600, 300, 3)], [nine, queen, queen]) == set()


def test_a_fourth_corner_beside_three_that_say_the_same_is_doubted() -> None:
    three = [index(corner(300, 300, 0.0, side, end)) for side, end in ((-1, -1), (-1, 1), (1, -1))]
    fourth, nine = [index(corner(300, 300, 0.0, 1, 1))], parse_card("9S")
    assert doubted([three, fourth], [nine, nine]) == {1}
    twin_below = [index(corner(340, 340, 0.0, 1, 1))]
    assert doubted([[*three, *fourth], twin_below], [nine, nine]) == set()


def test_twins_that_show_the_same_corner_are_no_halves() -> None:
    one, other = ([index(corner(x, 300, 0.0, -1, end)) for end in (-1, 1)] for x in (300, 350))
    nine, queen = parse_card("9S"), parse_card("QS")
    assert doubted([one, other, whole(600, 300, 3)], [nine, nine, queen]) == set()


def test_twins_that_lie_apart_are_no_halves() -> None:
    left, right = ([index(corner(x, 300, 0.0, side, end)) for end in (-1, 1)] for x, side in ((200, -1), (500, 1)))
    nine = parse_card("9S")
    assert doubted([left, right], [nine, nine]) == set()


def whole(x: float, y: float, rank: int) -> list[Index]:
    """A card with four indices."""
    return [index(corner(x, y, 0.0, side, end), rank) for side in (-1, 1) for end in (-1, 1)]


def at_the_wrong_side(across: float, along: float = 0.0) -> Index:
    """An index as far right of the upper left corner of the card about (300, 300), which points past that card."""
    return index(replace(corner(300, 300, 0.0, -1, -1), x=300 - ACROSS + across, y=300 - ALONG + along))


def beside(card: list[Index], whole: float) -> list[Index]:
    """The indices a short edge to the right, each visible as a whole by this chance."""
    return [replace(each, spot=replace(each.spot, x=each.spot.x + EDGE), whole=whole) for each in card]


EDGE = 2 * ACROSS
LEFT = [index(corner(300, 300, 0.0, -1, -1))]
HALF = [*LEFT, index(corner(300, 300, 0.0, 1, 1))]
SIDE = [*LEFT, index(corner(300, 300, 0.0, -1, 1))]


@pytest.mark.parametrize(
    ("one", "other", "between", "expected"),
    [
        (LEFT, [at_the_wrong_side(EDGE)], [], {0}),
        (LEFT, [at_the_wrong_side(EDGE, 0.3 * EDGE)], [], {0}),
        (LEFT, [at_the_wrong_side(EDGE, 0.5 * EDGE)], [], set()),
        (LEFT, [at_the_wrong_side(0.85 * EDGE)], [], {0}),
        (LEFT, [at_the_wrong_side(0.7 * EDGE)], [], set()),
        (LEFT, [at_the_wrong_side(1.2 * EDGE)], [], {0}),
        (LEFT, [at_the_wrong_side(1.4 * EDGE)], [], set()),
        (LEFT, [at_the_wrong_side(EDGE)], [at_the_wrong_side(0.5 * EDGE)], set()),
        (HALF, [at_the_wrong_side(EDGE)], [], {1}),
        ([*HALF, SIDE[1]], [at_the_wrong_side(EDGE)], [], {1}),
        ([*HALF, SIDE[1]], [at_the_wrong_side(1.4 * EDGE)], [], set()),
        (SIDE, beside(SIDE, whole=1.0), [], set()),
        (SIDE, beside(SIDE, whole=0.1), [], {0}),
    ],
)
def test_an_index_that_points_past_its_card_is_no_sure_second_one(
    one: list[Index], other: list[Index], between: list[Index], expected: set[int]
) -> None:
    nine, queen, king = parse_card("9S"), parse_card("QS"), parse_card("KS")
    cards, names = [one, other, whole(600, 300, 3)], [nine, nine, queen]
    if between:
        cards, names = [*cards, [replace(each, ranks=whole(0, 0, 4)[0].ranks) for each in between]], [*names, king]
    assert doubted(cards, names) == expected


def test_without_a_whole_card_nobody_knows_how_wide_a_card_is() -> None:
    nine, queen = parse_card("9S"), parse_card("QS")
    diagonal = [index(corner(600, 300, 0.0, side, -side), rank=3) for side in (-1, 1)]
    assert doubted([LEFT, [at_the_wrong_side(EDGE)], diagonal], [nine, nine, queen]) == set()


@pytest.mark.parametrize(
    ("right_of_the_edge", "like", "expected"),
    [(-30.0, 0.08, {0}), (-30.0, 0.02, set()), (30.0, 0.08, set()), (-30.0 - 2 * ACROSS, 0.08, set())],
)
def test_a_twin_that_covers_a_card_which_covers_it_is_an_index_of_that_card_misread(
    right_of_the_edge: float, like: float, expected: set[int]
) -> None:
    right_side = [index(corner(300, 300, 0.0, 1, end)) for end in (-1, 1)]
    spot = replace(corner(300, 300, 0.0, -1, -1), x=300 + ACROSS + right_of_the_edge)
    lone = replace(index(spot, rank=3), ranks=[like, 0.0, 0.0, 1 - like, 0.0, 0.0, 0.0])
    nine, queen = parse_card("9S"), parse_card("QS")
    assert doubted([[lone], whole(900, 300, 3), right_side], [queen, queen, nine]) == expected
    assert doubted([[lone], right_side], [queen, nine]) == set()


@pytest.mark.parametrize(("shift", "expected"), [(0.3, {1}), (1.1, set())])
def test_of_twins_pushed_over_each_other_one_hides_an_index_of_the_other(shift: float, expected: set[int]) -> None:
    lone = [index(corner(300 + shift * EDGE, 300, 0.0, -1, -1))]
    assert doubted([HALF, lone], [parse_card("9S")] * 2) == expected
