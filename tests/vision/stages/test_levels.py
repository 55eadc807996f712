"""A photograph at its sizes."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.stages.levels import Levels
from companion.vision.stages.pixels import halved


@pytest.mark.parametrize("size", [(400, 600), (401, 601), (2, 3)])
def test_a_picture_is_halved_exactly(size: tuple[int, int]) -> None:
    picture = np.zeros((*size, 3), np.uint8)
    picture[:, ::2] = 200
    half = halved(picture)
    assert half.shape == (size[0] // 2, size[1] // 2, 3)
    assert (half == 100).all()


def test_a_photograph_is_halved_as_often_as_is_asked_for_and_can_be() -> None:
    levels = Levels(np.zeros((1024, 512, 3), np.uint8))
    assert levels.halved(0)[0] is levels.photo
    shapes = [(picture.shape[0], times) for picture, times in map(levels.halved, (0, 1, 2, 3, 4))]
    assert shapes == [(1024, 0), (512, 1), (256, 2), (128, 3), (128, 3)]


def test_a_small_picture_is_left_as_it_is() -> None:
    picture, times = Levels(np.zeros((31, 400, 3), np.uint8)).halved(2)
    assert (picture.shape, times) == ((31, 400, 3), 0)


def test_a_size_is_made_once() -> None:
    levels = Levels(np.zeros((64, 64, 3), np.uint8))
    assert levels.halved(1)[0] is levels.halved(1)[0]
