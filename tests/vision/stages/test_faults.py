"""A photo without cards says what was wrong with it, where that can be told."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision import read_photo
from companion.vision.samples import list_samples
from companion.vision.stages.decode import decode_photo
from companion.vision.stages.levels import BLURRED, TOO_BRIGHT, TOO_DARK, photo_to_faults
from companion.vision.stages.notes import NO_CARDS
from companion.vision.stages.pixels import Pixels


def plain(lightness: int) -> Pixels:
    return np.full((600, 800, 3), lightness, np.uint8)


def sample(number: int) -> Pixels:
    return decode_photo(list_samples()[number].picture.read_bytes())


@pytest.mark.parametrize(("lightness", "says"), [(10, TOO_DARK), (250, TOO_BRIGHT)])
def test_an_empty_photo_says_what_is_wrong_with_it_and_what_to_do(lightness: int, says: str) -> None:
    assert read_photo(plain(lightness)).notes == (says, NO_CARDS)


@pytest.mark.parametrize("shape", [(600, 800, 3), (1, 2600, 3), (2600, 1, 3)])
def test_an_empty_table_of_any_shape_is_not_called_blurred(shape: tuple[int, ...]) -> None:
    assert photo_to_faults(np.full(shape, 120, np.uint8)) == ()


@pytest.mark.parametrize("number", range(len(list_samples())))
def test_each_sample_is_well_and_blurred_when_it_is_out_of_focus(number: int) -> None:
    photo = sample(number)
    assert photo_to_faults(photo) == ()
    blurred: Pixels = np.asarray(cv2.GaussianBlur(photo, (0, 0), 15), np.uint8)
    assert photo_to_faults(blurred) == (BLURRED,)


def test_a_photo_with_cards_is_not_criticised() -> None:
    assert read_photo(sample(0)).notes == ()
