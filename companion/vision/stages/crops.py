"""Index crops: each spot cut out upright and at one size."""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.stages.levels import Levels, Pixels
from companion.vision.stages.spots import Spot

CROP_WIDTH, CROP_HEIGHT = 48, 64
REACH = 1.45
"""A crop reaches this many half heights up and down from the index's middle."""

BEYOND = (128, 128, 128)
"""What a crop shows beyond the photograph's edge; pixels drawn out there would look like strokes of a letter."""


def spot_to_crop(levels: Levels, spot: Spot) -> Pixels:
    """The index at ``spot`` upright and 48 × 64."""
    return cut_around(levels, spot, REACH)


def cut_around(levels: Levels, spot: Spot, reach: float) -> Pixels:
    """What lies about the middle of an index, upright and 48 × 64, as many half heights up and down as ``reach``."""
    return cut_out(levels, _crop_to_photo(spot.x, spot.y, spot.up, reach), (CROP_WIDTH, CROP_HEIGHT))


def cut_out(levels: Levels, to_photo: npt.NDArray[np.float64], size: tuple[int, int]) -> Pixels:
    """A picture of ``size``, width and height, taken from the level that needs the least shrinking.

    ``to_photo``, (2, 3), leads from its pixels to those of the photograph.
    """
    picture, halvings = levels.halved(_halvings_for(float(np.hypot(*to_photo[:, 1]))))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(
        picture,
        to_photo / 2**halvings,
        size,
        flags=flags,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=BEYOND,
    )
    return np.asarray(cut, np.uint8)


def _halvings_for(step: float) -> int:
    """How often the photograph may be halved before what takes so many of its pixels would have to be enlarged."""
    return int(math.log2(max(step, 1.0)))


def _crop_to_photo(x: float, y: float, up: tuple[float, float], reach: float) -> npt.NDArray[np.float64]:
    """Crop pixels to photograph pixels."""
    step = reach / (CROP_HEIGHT / 2)
    down = np.array([-up[0], -up[1]]) * step
    right = np.array([-up[1], up[0]]) * step
    middle = np.array([x, y]) - right * (CROP_WIDTH / 2 - 0.5) - down * (CROP_HEIGHT / 2 - 0.5)
    return np.column_stack([right, down, middle])
