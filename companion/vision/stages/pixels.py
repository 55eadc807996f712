"""All that is done with a photograph's pixels, by OpenCV; with :mod:`.networks` all of the reader that needs NumPy.

Every other stage takes what these two give as it is, or as plain numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
"""A picture, (height, width, 3) BGR. Of its attributes other stages use ``shape`` alone."""

Maps = npt.NDArray[np.float32]
"""The detector's answer, (5, rows, columns): the heat as a logit, then two vectors in pixels of the pass."""


def mirrored(photo: Pixels) -> Pixels:
    """The photo with left and right exchanged."""
    return np.asarray(cv2.flip(photo, 1), np.uint8)


def halved(picture: Pixels) -> Pixels:
    """The picture at half its size; an odd row or column at its end is left out, for exact halves are made fast."""
    height, width = (side // 2 for side in picture.shape[:2])
    even = picture[: 2 * height, : 2 * width]
    return np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def brightest(photo: Pixels, step: int) -> float:
    """How bright the brightest hundredth of the photo is, 0 to 255, by every ``step``-th pixel across and down.

    A pixel is as bright as the brightest of its three colors.
    """
    return float(np.percentile(photo[::step, ::step].max(axis=2), 99))


def lightened(photo: Pixels, gain: float) -> Pixels:
    """The photo ``gain`` times as bright."""
    return np.asarray(cv2.convertScaleAbs(photo, alpha=gain), np.uint8)


WHITE = 250
"""Paper still shows its shade where one of the three colors stays below this."""


def share_burnt(crop: Pixels) -> float:
    """How much of a cut-out index is mere white, from 0 to 1: thin strokes and pale colors are lost there."""
    white = cv2.inRange(crop, np.full(3, WHITE), np.full(3, 255))
    return cv2.countNonZero(white) / white.size


class Light(NamedTuple):
    """How a photo is lit."""

    mean: float
    """Of its lightness, 0 to 255."""
    deviation: float
    sharpness: float
    """The variance of the Laplacian."""


def photo_to_light(photo: Pixels, size: tuple[int, int]) -> Light:
    """How the photo is lit, seen at ``size``, width and height."""
    small = cv2.resize(photo, size, interpolation=cv2.INTER_AREA)
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    return Light(float(np.mean(grey)), float(np.std(grey)), float(cv2.Laplacian(grey, cv2.CV_64F).var()))


PADDING = (96, 96, 96)


def resized(picture: Pixels, box: Sequence[int], size: tuple[int, int], padded: tuple[int, int]) -> Pixels:
    """What the picture shows in the box (left, top, right, bottom) at ``size``, grey to the right and below.

    ``size`` and ``padded`` are width and height.
    """
    left, top, right, bottom = box
    smaller = cv2.resize(picture[top:bottom, left:right], size, interpolation=cv2.INTER_LINEAR)
    beside, below = padded[0] - size[0], padded[1] - size[1]
    whole = cv2.copyMakeBorder(smaller, 0, below, 0, beside, cv2.BORDER_CONSTANT, value=PADDING)
    return np.asarray(whole, np.uint8)


BEYOND = (128, 128, 128)
"""What a crop shows beyond the photograph's edge; pixels drawn out there would look like strokes of a letter."""


def warped(picture: Pixels, across: complex, down: complex, corner: complex, size: tuple[int, int]) -> Pixels:
    """A cut-out of ``size``, width and height, whose first pixel is at ``corner`` of the picture.

    The next one to the right is ``across`` from there, the next one below ``down``.
    """
    steps = np.array([(one.real, one.imag) for one in (across, down, corner)]).T
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(picture, steps, size, flags=flags, borderMode=cv2.BORDER_CONSTANT, borderValue=BEYOND)
    return np.asarray(cut, np.uint8)


class Peak(NamedTuple):
    """A place of the detector's maps that is hotter than those around it."""

    row: int
    column: int
    logit: float
    beside: Sequence[float]
    """The logits from its left neighbor to its right one, as far as there are any."""
    along: Sequence[float]
    """Those from the one above it to the one below."""
    vectors: Sequence[float]
    """To the middle of the card, right and down, and to the index's top."""


def maps_to_peaks(maps: Maps, floor: float, most: int) -> list[Peak]:
    """The places with a logit above ``floor`` and no hotter neighbor, the hottest first, ``most`` at most."""
    logits = np.ascontiguousarray(maps[0])
    rows, columns = np.nonzero((logits >= cv2.dilate(logits, np.ones((3, 3), np.uint8))) & (logits > floor))
    order = np.argsort(-logits[rows, columns], kind="stable")[:most]
    return [_peak(maps, row, column) for row, column in zip(rows[order].tolist(), columns[order].tolist(), strict=True)]


def _peak(maps: Maps, row: int, column: int) -> Peak:
    heat = maps[0]
    beside = heat[row, max(0, column - 1) : column + 2].tolist()
    along = heat[max(0, row - 1) : row + 2, column].tolist()
    return Peak(row, column, float(heat[row, column]), beside, along, maps[1:, row, column].tolist())
