"""Why a photo shows no cards: too dark, too bright, or blurred."""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.stages.levels import Pixels

LOOKED_AT = 640
"""The longer side, in pixels, at which a photo is judged."""
DARK, BRIGHT = 30, 235
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
    scale = min(1.0, LOOKED_AT / max(height, width))
    size = max(1, round(width * scale)), max(1, round(height * scale))
    small = cv2.resize(photo, size, interpolation=cv2.INTER_AREA)
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    lightness = float(np.mean(grey))
    if lightness < DARK:
        return (TOO_DARK,)
    if lightness > BRIGHT:
        return (TOO_BRIGHT,)
    blurred = float(cv2.Laplacian(grey, cv2.CV_64F).var()) < SHARP and float(np.std(grey)) > VARIED
    return (BLURRED,) if blurred else ()
