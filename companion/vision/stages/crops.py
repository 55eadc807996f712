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
    """The index at ``spot`` upright and 48 × 64, taken from the level that needs the least shrinking."""
    picture, halvings = levels.halved(_halvings_for(spot.half_height))
    share = 1 / 2**halvings
    matrix = _crop_to_photo(spot.x * share, spot.y * share, (spot.up[0] * share, spot.up[1] * share))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crop = cv2.warpAffine(
        picture,
        matrix,
        (CROP_WIDTH, CROP_HEIGHT),
        flags=flags,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=BEYOND,
    )
    return np.asarray(crop, np.uint8)


def _halvings_for(half_height: float) -> int:
    """How often the photograph may be halved before a crop of such an index would have to be enlarged."""
    return int(math.log2(max(half_height * 2 * REACH / CROP_HEIGHT, 1.0)))


def _crop_to_photo(x: float, y: float, up: tuple[float, float]) -> npt.NDArray[np.float64]:
    """Crop pixels to photograph pixels."""
    step = REACH / (CROP_HEIGHT / 2)
    down = np.array([-up[0], -up[1]]) * step
    right = np.array([-up[1], up[0]]) * step
    middle = np.array([x, y]) - right * (CROP_WIDTH / 2 - 0.5) - down * (CROP_HEIGHT / 2 - 0.5)
    return np.column_stack([right, down, middle])
