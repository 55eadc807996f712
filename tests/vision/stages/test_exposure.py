"""Dark photos are made brighter, others stay as they are; of a cut-out it is told how much is mere white."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.stages.levels import BRIGHT, brighten
from companion.vision.stages.pixels import share_burnt


def photo(paper: int, table: int = 5) -> np.ndarray:
    """A sheet of paper that fills a quarter of a dark table."""
    picture = np.full((300, 400, 3), table, np.uint8)
    picture[:150, :200] = paper
    return picture


def test_a_photo_at_dusk_is_brought_to_the_light_of_a_good_one() -> None:
    assert np.max(brighten(photo(80))) == BRIGHT


@pytest.mark.parametrize("paper", [200, 230, 255])
def test_a_bright_photo_stays_as_it_is(paper: int) -> None:
    picture = photo(paper)
    assert brighten(picture) is picture


def test_black_is_not_blown_up_beyond_measure() -> None:
    assert np.max(brighten(photo(12))) == 48
    assert not brighten(np.zeros((40, 60, 3), np.uint8)).any()


def test_one_shining_spot_does_not_hide_that_a_photo_is_dark() -> None:
    picture = photo(80)
    picture[290:293, 390:393] = 255
    assert brighten(picture)[10, 10].tolist() == [BRIGHT] * 3


@pytest.mark.parametrize(("paper", "share"), [(249, 0.0), (250, 0.25), (255, 0.25)])
def test_mere_white_is_told_as_a_share(paper: int, share: float) -> None:
    assert share_burnt(photo(paper)) == share


def test_a_bright_colour_is_not_white() -> None:
    red = photo(255)
    red[:, :, 2] = 249
    assert share_burnt(red) == 0
