"""The photograph at full, half, quarter and eighth size, how it is lit, and what may be wrong with it."""

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
        """The photograph halved ``times`` times, or as often as it can be, and how often that was."""
        while len(self._made) <= min(times, MOST_HALVINGS) and min(self._made[-1].shape[:2]) >= LEAST_SIDE:
            self._made.append(halved(self._made[-1]))
        level = min(times, len(self._made) - 1)
        return self._made[level], level


def halved(picture: Pixels) -> Pixels:
    """The picture at half its size; an odd row or column at its end is left out, for exact halves are made fast."""
    height, width = (side // 2 for side in picture.shape[:2])
    even = picture[: 2 * height, : 2 * width]
    return np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


BRIGHT = 200
"""How bright the brightest hundredth of a photo is where cards lie in good light, from 0 to 255."""

MOST_GAIN = 4.0
LIGHT_SAMPLES = 160
"""This many pixels along the long side are enough to measure how bright a photo is."""

WHITE = 250
"""Paper still shows its shade where one of the three colors stays below this."""


def brighten(photo: Pixels) -> Pixels:
    """The same photo with its brightest places as bright as in good light; one that is bright enough as it is."""
    step = max(1, max(photo.shape[:2]) // LIGHT_SAMPLES)
    brightest = float(np.percentile(photo[::step, ::step].max(axis=2), 99))
    gain = min(MOST_GAIN, BRIGHT / max(brightest, 1.0))
    return photo if gain <= 1.0 else np.asarray(cv2.convertScaleAbs(photo, alpha=gain), np.uint8)


def share_burnt(crop: Pixels) -> float:
    """How much of a cut-out index is mere white, from 0 to 1: thin strokes and pale colors are lost there."""
    white = cv2.inRange(crop, np.full(3, WHITE), np.full(3, 255))
    return cv2.countNonZero(white) / white.size


JUDGED_AT = 640
"""The longer side, in pixels, at which a photo is judged."""
TOO_DARK_BELOW, TOO_BRIGHT_FROM = 30, 235
"""Mean lightness, 0 to 255."""
SHARP = 30.0
"""The variance of the Laplacian from which on something in the photo is sharp."""
VARIED = 12.0
"""The deviation of lightness from which on there is something to be seen, sharp or not."""

TOO_DARK = "The photo is very dark. Turn a lamp on, or hold the phone so that it throws no shadow."
TOO_BRIGHT = "The photo is almost white. Take it without the flash, away from the glare of the lamp."
BLURRED = "The photo is blurred. Hold the phone still, tap the cards to focus, and take it again."


def photo_to_faults(photo: Pixels) -> tuple[str, ...]:
    """Plain sentences on what a person can do better; none where the photo itself seems well."""
    height, width = photo.shape[:2]
    scale = min(1.0, JUDGED_AT / max(height, width))
    size = max(1, round(width * scale)), max(1, round(height * scale))
    small = cv2.resize(photo, size, interpolation=cv2.INTER_AREA)
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    lightness = float(np.mean(grey))
    if lightness < TOO_DARK_BELOW:
        return (TOO_DARK,)
    if lightness > TOO_BRIGHT_FROM:
        return (TOO_BRIGHT,)
    blurred = float(cv2.Laplacian(grey, cv2.CV_64F).var()) < SHARP and float(np.std(grey)) > VARIED
    return (BLURRED,) if blurred else ()
