"""Indices cut out of a photograph."""

from __future__ import annotations

import numpy as np

from companion.vision.stages.levels import Levels
from companion.vision.stages.pixels import BEYOND, Pixels
from companion.vision.stages.spots import CROP_HEIGHT, CROP_WIDTH, Spot, spot_to_crop


def striped() -> Pixels:
    """A photograph of upright stripes."""
    photo = np.full((200, 200, 3), 255, np.uint8)
    photo[:, ::8] = photo[:, 1::8] = photo[:, 2::8] = 0
    return photo


def test_a_crop_shows_nothing_of_the_photograph_beyond_its_edge() -> None:
    crop = spot_to_crop(Levels(striped()), Spot(100.0, 0.0, (0.0, 50.0), (0.0, -22.0), 1.0))
    beyond, inside = crop[: CROP_HEIGHT // 2 - 2], crop[CROP_HEIGHT // 2 + 2 :]
    assert (beyond == BEYOND).all()
    assert (inside == 0).any() and (inside == 255).any()


def test_a_turned_index_stands_upright_in_its_crop() -> None:
    photo = np.zeros((200, 200, 3), np.uint8)
    photo[:, 100:] = 255
    crop = spot_to_crop(Levels(photo), Spot(100.0, 100.0, (-50.0, 0.0), (20.0, 0.0), 1.0))
    assert crop.shape == (CROP_HEIGHT, CROP_WIDTH, 3)
    assert (crop[: CROP_HEIGHT // 2 - 2] == 255).all()
    assert (crop[CROP_HEIGHT // 2 + 2 :] == 0).all()
