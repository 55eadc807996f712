"""The photograph at full, half, quarter and eighth size, how it is lit, and what may be wrong with it."""

from __future__ import annotations

from companion.vision.stages.pixels import Pixels, brightest, halved, lightened, photo_to_light

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


BRIGHT = 200
"""The brightness, from 0 to 255, of the brightest hundredth of a photo of cards in good light."""

MOST_GAIN = 4.0
LIGHT_SAMPLES = 160
"""This many pixels along the long side are enough to measure how bright a photo is."""


def brighten(photo: Pixels) -> Pixels:
    """Make the brightest places of a photo as bright as in good light; one that is bright enough stays as it is."""
    step = max(1, max(photo.shape[:2]) // LIGHT_SAMPLES)
    gain = min(MOST_GAIN, BRIGHT / max(brightest(photo, step), 1.0))
    return photo if gain <= 1.0 else lightened(photo, gain)


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
    light = photo_to_light(photo, (max(1, round(width * scale)), max(1, round(height * scale))))
    if light.mean < TOO_DARK_BELOW:
        return (TOO_DARK,)
    if light.mean > TOO_BRIGHT_FROM:
        return (TOO_BRIGHT,)
    return (BLURRED,) if light.sharpness < SHARP and light.deviation > VARIED else ()
