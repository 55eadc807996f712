"""A photograph at full, half, quarter and eighth size: what is looked at small need not be read off large."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]

MOST_HALVINGS = 3
LEAST_SIDE = 32
"""A picture with a shorter side is not halved."""


class Levels:
    """The sizes of one photograph; each is made when it is first asked for."""

    def __init__(self, photo: Pixels) -> None:
        self._made = [photo]

    @property
    def photo(self) -> Pixels:
        """The photograph itself."""
        return self._made[0]

    def halved(self, times: int) -> tuple[Pixels, int]:
        """The photograph halved so many times, or as often as it can be, and how often that was."""
        while len(self._made) <= min(times, MOST_HALVINGS) and min(self._made[-1].shape[:2]) >= LEAST_SIDE:
            self._made.append(halved(self._made[-1]))
        level = min(times, len(self._made) - 1)
        return self._made[level], level


def halved(picture: Pixels) -> Pixels:
    """The picture at half its size; an odd row or column at its end is left out, for exact halves are made fast."""
    height, width = (side // 2 for side in picture.shape[:2])
    even = picture[: 2 * height, : 2 * width]
    return np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
