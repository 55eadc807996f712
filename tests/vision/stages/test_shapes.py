"""Whole cards that lie apart are known by their shape, whatever is printed on them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision import read_photo
from companion.vision.stages.levels import TOO_DARK
from companion.vision.stages.notes import NO_CARDS, NO_LETTERS
from companion.vision.stages.pixels import Pixels
from companion.vision.stages.shapes import shows_cards

PAPER, TABLE = (225, 230, 228), (70, 110, 60)


def table(*shapes: tuple[tuple[float, float], tuple[float, float], float]) -> Pixels:
    """A table with light rectangles: middle, width and height, degrees."""
    photo = np.full((900, 1200, 3), TABLE, np.uint8)
    for shape in shapes:
        cv2.fillConvexPoly(photo, cv2.boxPoints(shape).astype(np.int32), PAPER)
    return photo


def pips(photo: Pixels) -> Pixels:
    """The photo with a pip in its middle."""
    cv2.circle(photo, (600, 450), 60, (30, 20, 160), -1)
    return photo


CARD = ((600.0, 450.0), (300.0, 460.0), 20.0)


@pytest.mark.parametrize("turn", [0, 10, 45, 90, 133])
def test_a_card_is_known_by_its_shape_however_it_lies(turn: int) -> None:
    assert shows_cards(pips(table((*CARD[:2], turn))))


def test_a_card_beside_another_thing_is_found() -> None:
    assert shows_cards(table(((300.0, 300.0), (250.0, 380.0), 30.0), ((900.0, 600.0), (90.0, 500.0), 0.0)))


@pytest.mark.parametrize(
    "shape",
    [
        pytest.param(((600.0, 450.0), (400.0, 400.0), 10.0), id="a square"),
        pytest.param(((600.0, 450.0), (150.0, 500.0), 10.0), id="a strip"),
        pytest.param(((600.0, 450.0), (40.0, 60.0), 10.0), id="a crumb"),
        pytest.param(((100.0, 450.0), (300.0, 460.0), 10.0), id="cut by the edge"),
    ],
)
def test_other_light_rectangles_are_no_cards(shape: tuple[tuple[float, float], tuple[float, float], float]) -> None:
    assert not shows_cards(table(shape))


def test_what_is_round_is_no_card() -> None:
    photo = table()
    cv2.ellipse(photo, (600, 450), (150, 230), 0, 0, 360, PAPER, -1)
    assert not shows_cards(photo)


@pytest.mark.parametrize("shape", [(900, 1200, 3), (1, 2600, 3), (2600, 1, 3), (1, 1, 3)])
def test_an_empty_table_of_any_shape_shows_none(shape: tuple[int, ...]) -> None:
    assert not shows_cards(np.full(shape, TABLE[0], np.uint8))


def test_a_card_without_a_letter_is_no_question_of_light_unless_the_photo_is_dark() -> None:
    photo = pips(table(CARD))
    assert read_photo(photo).notes == (NO_LETTERS,)
    assert read_photo(table()).notes == (NO_CARDS,)
    assert read_photo(np.asarray(photo // 12, np.uint8)).notes == (TOO_DARK, NO_CARDS)
