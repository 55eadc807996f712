"""What is half covered is known to be, and counts for less."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.cards import parse_cards
from companion.vision.samples import find_sample
from companion.vision.search import levels_to_spots
from companion.vision.settings import Settings
from companion.vision.stages.decode import decode_photo
from companion.vision.stages.exposure import brighten
from companion.vision.stages.guesses import Index, indices_to_name
from companion.vision.stages.levels import Levels, Pixels
from companion.vision.stages.sight import indices_to_seen
from companion.vision.stages.spots import Spot
from tests.vision.stages.laid import both, index

QUEEN, NINE = 3, 0
PAPER, TABLE = (245, 245, 245), (60, 110, 60)


@pytest.fixture(scope="module")
def photo() -> Pixels:
    return brighten(decode_photo(find_sample("roundhouse").picture.read_bytes()))


@pytest.fixture(scope="module")
def hottest(photo: Pixels) -> list[Spot]:
    return sorted(levels_to_spots(Levels(photo), Settings()), key=lambda spot: -spot.heat)[:6]


def covered(photo: Pixels, spot: Spot) -> Pixels:
    """The photograph with another card's edge over the lower half of the index."""
    down = -np.array(spot.up)
    right = np.array([down[1], -down[0]])
    corners = [(spot.x, spot.y) + along * down + across * right for along, across in ((0, -3), (0, 3), (4, 3), (4, -3))]
    hidden = photo.copy()
    cv2.fillPoly(hidden, [np.array(corners, np.int32)], PAPER, cv2.LINE_AA)
    cv2.polylines(hidden, [np.array(corners, np.int32)], True, (120, 120, 120), 1, cv2.LINE_AA)
    return hidden


def test_the_reader_tells_a_whole_index_from_the_same_half_covered(photo: Pixels, hottest: list[Spot]) -> None:
    for spot in hottest:
        (whole,) = indices_to_seen(Levels(photo), [index(spot)])
        (half,) = indices_to_seen(Levels(covered(photo, spot)), [index(spot)])
        assert half.whole < 0.5 < whole.whole


def test_no_indices_are_not_looked_at() -> None:
    assert indices_to_seen(Levels(np.full((100, 100, 3), TABLE, np.uint8)), []) == []


def says(rank: int, chance: float, whole: float, spot: Spot) -> Index:
    """A spade of this rank, as far as it can be told."""
    ranks, suits = np.full(7, (1 - chance) / 6), np.array([1.0, 0, 0, 0])
    ranks[rank] = chance
    return Index(spot, ranks, suits, 0.9, whole=whole)


def test_what_is_covered_does_not_talk_a_card_out_of_what_its_whole_index_says() -> None:
    one, other = both(200, 200)
    open_, hidden = says(QUEEN, 0.7, 0.98, one), says(NINE, 0.9, 0.04, other)
    assert (indices_to_name([open_, hidden])[0],) == parse_cards("QS")
    assert (indices_to_name([open_, replace(hidden, whole=0.98)])[0],) == parse_cards("9S")


def test_alone_an_index_says_what_it_says_however_much_of_it_is_covered() -> None:
    spot = both(200, 200)[0]
    assert indices_to_name([says(QUEEN, 0.7, 0.04, spot)]) == indices_to_name([says(QUEEN, 0.7, 0.98, spot)])
