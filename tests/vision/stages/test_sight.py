"""What is half covered is known to be."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.read import levels_to_spots
from companion.vision.reading import Settings
from companion.vision.samples import find_sample
from companion.vision.stages.decode import decode_photo
from companion.vision.stages.indices import indices_to_sighted
from companion.vision.stages.levels import Levels, brighten
from companion.vision.stages.pixels import Pixels
from companion.vision.stages.spots import Spot
from tests.vision.stages.laid import index

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
        (whole,) = indices_to_sighted(Levels(photo), [index(spot)])
        (half,) = indices_to_sighted(Levels(covered(photo, spot)), [index(spot)])
        assert half.whole < 0.5 < whole.whole


def test_no_indices_are_not_looked_at() -> None:
    assert indices_to_sighted(Levels(np.full((100, 100, 3), TABLE, np.uint8)), []) == []
