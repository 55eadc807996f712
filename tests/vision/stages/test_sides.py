"""On decks with an index in every corner each index points to the side on which its card lies."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.vision.stages.geometry import points_left, share_to_the_left
from companion.vision.stages.indices import indices_to_sided, spot_to_view
from companion.vision.stages.levels import Levels
from companion.vision.stages.pixels import Pixels
from companion.vision.stages.spots import Spot
from tests.vision.stages.laid import ACROSS, ALONG, both, corner, index

CORNERS = [(side, end) for end in (-1, 1) for side in (-1, 1)]
BLACK, CLOTH = (20, 20, 20), (60, 120, 60)


def upright_index(photo: Pixels, x: int, y: int) -> None:
    """A letter above a diamond."""
    cv2.putText(photo, "A", (x - 6, y - 1), cv2.FONT_HERSHEY_SIMPLEX, 0.55, BLACK, 2, cv2.LINE_AA)
    cv2.fillPoly(photo, [np.array([(x, y + 1), (x + 6, y + 8), (x, y + 15), (x - 6, y + 8)])], BLACK, cv2.LINE_AA)


def card_with_four_indices(x: int, y: int) -> Pixels:
    """A picture in which one such card lies on green cloth, its middle there."""
    photo: Pixels = np.full((400, 400, 3), CLOTH, np.uint8)
    half = round(ACROSS + 13), round(ALONG + 21)
    cv2.rectangle(photo, (x - half[0], y - half[1]), (x + half[0], y + half[1]), (250, 250, 250), -1)
    for _ in range(2):
        for side in (-1, 1):
            upright_index(photo, x + round(side * ACROSS), y - round(ALONG))
        photo = np.ascontiguousarray(photo[::-1, ::-1])
        x, y = 399 - x, 399 - y
    return photo


def with_share(spot: Spot, left: float) -> Spot:
    """The spot, of whose vector such a share goes to the left, seen upright."""
    end = -1 if spot.up[1] < 0 else 1
    across, along = -left * ACROSS, (1 - left**2) ** 0.5 * ACROSS
    return replace(spot, to_centre=(-end * across, -end * along))


@pytest.mark.parametrize(("side", "end"), CORNERS)
@pytest.mark.parametrize("share", [-0.25, 0.0, 0.25])
def test_a_vector_that_leaves_the_side_open_is_turned_by_the_look(side: int, end: int, share: float) -> None:
    levels = Levels(card_with_four_indices(200, 200))
    clear = [index(corner(200, 200, 0.0, *which)) for which in CORNERS]
    asked = index(with_share(corner(200, 200, 0.0, side, end), share))
    *_, sided = indices_to_sided(levels, [*clear, asked])
    assert points_left(sided.spot) == (side == end * -1)
    assert abs(share_to_the_left(sided.spot)) > 0.5
    assert np.dot(sided.spot.to_centre, sided.spot.up) == pytest.approx(np.dot(asked.spot.to_centre, asked.spot.up))


def test_a_vector_that_is_clear_and_right_stays_to_the_digit() -> None:
    spots = [index(corner(200, 200, 0.0, *which)) for which in CORNERS]
    sided = indices_to_sided(Levels(card_with_four_indices(200, 200)), spots)
    assert [each.spot for each in sided] == [each.spot for each in spots]


def test_a_deck_with_two_indices_is_not_looked_at() -> None:
    indices = [index(spot) for spot in both(200, 200)]
    assert indices_to_sided(Levels(np.zeros((400, 400, 3), np.uint8)), indices) == indices


def test_no_indices_have_no_sides() -> None:
    assert indices_to_sided(Levels(np.zeros((100, 100, 3), np.uint8)), []) == []


@pytest.mark.parametrize(("side", "column"), [(-1, 0), (1, -1)])
def test_a_view_shows_the_edge_beside_the_index(side: int, column: int) -> None:
    view = spot_to_view(Levels(card_with_four_indices(200, 200)), corner(200, 200, 0.0, side, -1))
    assert view[32, column].tolist() == pytest.approx(CLOTH, abs=6)
