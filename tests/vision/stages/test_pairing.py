"""Indices belong together by where they stand and point; by what they say only when nothing else is left."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from companion.vision.reading import Settings
from companion.vision.stages.chances import likeliest
from companion.vision.stages.geometry import deck_stretch
from companion.vision.stages.indices import Index, likeness
from companion.vision.stages.pairing import indices_to_cards
from companion.vision.stages.spots import Spot
from tests.vision.stages.laid import ALONG, askew, both, corner, from_the_side, index

SETTINGS = Settings()


def said(card: Sequence[Index]) -> list[int]:
    """The ranks that a card's indices say."""
    return [likeliest(each.ranks) for each in card]


def sizes(spots: Sequence[Spot]) -> list[int]:
    """How many indices each card has, the most first."""
    return sorted((len(group) for group in indices_to_cards([index(spot) for spot in spots], SETTINGS)), reverse=True)


def test_the_upper_edge_of_the_front_card_in_a_fan_is_one_card_and_what_it_covers_are_others() -> None:
    front = [index(corner(400, 300, 0.3, side, -1, 0.7)) for side in (-1, 1)]
    behind = [index(corner(400 - 25 * n, 300 - 8 * n, 0.3 - 0.1 * n, -1, -1), rank=n) for n in range(1, 6)]
    cards = indices_to_cards([*front, *behind], SETTINGS)
    assert sorted(len(card) for card in cards) == [1, 1, 1, 1, 1, 2]


@pytest.mark.parametrize("rank", [0, 5])
def test_what_says_something_else_is_no_end_of_the_same_edge(rank: int) -> None:
    left, right = corner(300, 300, 0.0, -1, -1), corner(300, 300, 0.0, 1, -1)
    cards = indices_to_cards([index(left), index(right, rank=rank)], SETTINGS)
    assert len(cards) == (1 if rank == 0 else 2)


@pytest.mark.parametrize("turn", [0.0, 0.7, 1.9, 3.1, 5.0])
def test_two_opposite_corners_are_one_card(turn: float) -> None:
    assert sizes(both(300, 300, turn)) == [2]


def test_equal_cards_side_by_side_are_counted_each() -> None:
    spots = [spot for i in range(4) for spot in both(100 + i * 110, 200)]
    assert sizes(spots) == [2, 2, 2, 2]


def test_the_names_play_no_part_in_it() -> None:
    one, other = both(200, 200)
    cards = indices_to_cards([index(one, rank=0), index(other, rank=5)], SETTINGS)
    assert [len(card) for card in cards] == [2]


def test_a_neighbour_that_says_otherwise_fits_worse_than_the_cards_own_end() -> None:
    top, bottom = both(200, 200)
    ace, king = index(replace(top, x=top.x + 10.0), rank=5), index(replace(top, x=top.x - 7.0), rank=4)
    beside = [index(spot) for i in range(3) for spot in both(400 + i * 130, 200)]
    cards = indices_to_cards([king, ace, index(bottom, rank=5), *beside], SETTINGS)
    assert [said(card) for card in cards if len(card) == 2] == [[5, 5], [0, 0], [0, 0], [0, 0]]


@pytest.mark.parametrize("step", [22, 30, 45, 70])
def test_each_card_of_an_overlapped_row_is_counted_by_its_one_visible_corner(step: int) -> None:
    hidden = [corner(200 + i * step, 300, 0.0, -1, -1) for i in range(8)]
    assert sizes([*hidden, *both(200 + 8 * step, 300)]) == [2] + [1] * 8


def test_a_fan_is_counted_card_by_card() -> None:
    spots = []
    for i in range(12):
        turn = -0.6 + i * 0.11
        x, y = 500 + 300 * math.sin(turn), 600 - 300 * math.cos(turn)
        spots += [corner(x, y, turn, -1, -1)] if i < 11 else both(x, y, turn)
    assert sizes(spots) == [2] + [1] * 11


@pytest.mark.parametrize("stretched", [0.8, 1.25])
def test_the_far_end_of_the_front_card_in_a_fan_is_not_the_end_of_a_card_beneath(stretched: float) -> None:
    front, end = both(400, 300, 0.3, stretched)
    beneath = corner(375, 292, 0.2, -1, -1)
    exact = beneath.pointing((end.at - beneath.at) / 2)
    end = end.pointing(-exact.arrow)
    cards = indices_to_cards([index(exact, rank=1), index(front, rank=2), index(end, rank=2)], SETTINGS)
    assert sorted(said(card) for card in cards) == [[1], [2, 2]]


def test_a_twin_beneath_the_front_card_is_one_more_even_if_only_its_far_end_is_found() -> None:
    twin, between = (corner(400 - 40 * n, 300 - 12 * n, 0.3 - 0.15 * n, -1, -1) for n in (2, 1))
    end = corner(400, 300, 0.3, 1, 1)
    cards = indices_to_cards([index(twin), index(between, rank=3), index(end)], SETTINGS)
    assert sorted(said(card) for card in cards) == [[0], [0], [3]]


@pytest.mark.parametrize("length", [0.7, 0.85, 1.2, 1.35])
def test_a_deck_whose_vectors_are_all_too_short_or_too_long_is_still_paired(length: float) -> None:
    spots = [spot for i in range(3) for spot in both(150 + i * 130, 200, 0.1, length)]
    assert deck_stretch(spots) == pytest.approx((1 / length, 1 / length), rel=0.02)
    assert sizes(spots) == [2, 2, 2]


@pytest.mark.parametrize("length", [0.5, 0.55, 1.8])
def test_one_odd_pair_alone_stretches_nothing(length: float) -> None:
    assert deck_stretch(both(150, 200, 0.1, length)) == pytest.approx((1, 1), abs=0.03)


def test_twins_nearer_than_one_cards_corners_are_two_cards() -> None:
    top, bottom = both(300, 300)
    near = replace(bottom, x=top.x + 0.4 * (bottom.x - top.x), y=top.y + 0.4 * (bottom.y - top.y))
    assert [len(card) for card in indices_to_cards([index(top), index(near)], SETTINGS)] == [1, 1]


def test_without_a_pair_nothing_is_stretched() -> None:
    assert deck_stretch([corner(100, 100, 0, -1, -1), corner(140, 100, 0, -1, -1)]) == (1.0, 1.0)


def test_four_indices_in_the_corners_of_one_card_are_one_card() -> None:
    spots = [corner(300, 300, 0.4, side, end) for side in (-1, 1) for end in (-1, 1)]
    assert sizes(spots) == [4]


def test_three_of_four_corners_are_one_card() -> None:
    spots = [*both(300, 300, 0.4), corner(300, 300, 0.4, 1, -1)]
    assert sizes(spots) == [3]


def test_what_lies_between_two_corners_and_says_otherwise_is_another_card() -> None:
    pair, between = [index(spot) for spot in both(300, 300, 0.4)], index(corner(300, 300, 0.4, 1, -1), rank=5)
    assert sorted(len(card) for card in indices_to_cards([*pair, between], SETTINGS)) == [1, 2]


def test_the_more_two_indices_differ_in_what_they_say_the_less_alike_they_are() -> None:
    nine, ace, torn = (
        index(corner(100, 100, 0, -1, -1), rank=rank, suit=suit) for rank, suit in ((0, 0), (5, 0), (0, 1))
    )
    torn = replace(torn, ranks=[*torn.ranks[:5], 0.5, *torn.ranks[6:]])
    assert [likeness(each, each) for each in (nine, ace, torn)] == pytest.approx([1, 1, 1])
    assert likeness(nine, ace) < 0.01
    assert likeness(nine, torn) < 0.01
    same_suit = replace(torn, suits=nine.suits)
    assert 0.8 < likeness(nine, same_suit) < 0.95


def test_a_fan_of_cards_with_four_indices_is_counted_by_its_left_edges() -> None:
    spots = []
    for i in range(8):
        turn = -0.5 + i * 0.14
        x, y = 500 + 300 * math.sin(turn), 600 - 300 * math.cos(turn)
        seen = [(-1, -1), (-1, 1)] if i < 7 else [(side, end) for side in (-1, 1) for end in (-1, 1)]
        spots += [corner(x, y, turn, side, end) for side, end in seen]
    assert sizes(spots) == [4] + [2] * 7


@pytest.mark.parametrize("length", [0.75, 1.3])
def test_four_indices_are_found_with_vectors_of_the_wrong_length_where_one_card_lies_open(length: float) -> None:
    whole = [corner(300, 300, 0.0, side, end, length) for side in (-1, 1) for end in (-1, 1)]
    edge = [corner(450, 300, 0.0, 1, end, length) for end in (-1, 1)]
    assert sizes(whole + edge) == [4, 2]


def test_an_index_that_points_to_the_wrong_side_still_finds_its_card() -> None:
    whole = [corner(300, 300, 0.0, side, end) for side in (-1, 1) for end in (-1, 1)]
    left, right = (corner(450, 300, 0.0, side, -1) for side in (-1, 1))
    assert sizes([*whole, left, replace(right, to_centre=(18.0, ALONG))]) == [4, 2]


def test_ends_that_fit_fairly_and_contradict_each_other_are_two_cards() -> None:
    one, other = askew(200, 200, 0.3)
    assert sizes([one, other]) == [2]
    named = [index(one, rank=0), index(other, rank=5)]
    assert [len(card) for card in indices_to_cards(named, SETTINGS)] == [1, 1]


def test_no_index_is_no_card() -> None:
    assert sizes([]) == []


def test_two_ends_that_miss_each_other_are_two_cards_if_they_say_otherwise() -> None:
    one, other = askew(300, 300)
    assert [len(card) for card in indices_to_cards([index(one, rank=0), index(other, rank=5)], SETTINGS)] == [1, 1]


@pytest.mark.parametrize("elevation", [25, 35, 50, 90])
def test_two_to_four_indices_of_one_card_are_one_card_from_a_quarter_up(elevation: int) -> None:
    for turn in np.linspace(0, math.tau, 24, endpoint=False):
        indices = [index(spot) for spot in from_the_side(elevation, float(turn))]
        for count in (2, 3, 4):
            apart = [few for few in combinations(indices, count) if len(indices_to_cards(few, SETTINGS)) != 1]
            assert apart == []


def test_twins_side_by_side_seen_from_the_side_stay_two_cards() -> None:
    indices = [index(spot) for spot in from_the_side(35, 0.3)]
    beside = [index(replace(each.spot, x=each.spot.x + 160)) for each in indices]
    for few in combinations(range(4), 2):
        cards = indices_to_cards([*(indices[n] for n in few), *(beside[n] for n in few)], SETTINGS)
        assert len(cards) == 2
