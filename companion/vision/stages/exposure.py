"""How a photo is lit: one taken at dusk is made brighter before it is read, and what is burnt out is told."""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.stages.levels import Pixels

BRIGHT = 200
"""How bright the brightest hundredth of a photo is where cards lie in good light, from 0 to 255."""

MOST_GAIN = 4.0
LOOKED_AT = 160
"""So many pixels along the long side are enough to tell how bright a photo is."""

WHITE = 250
"""Paper still shows its shade where one of the three colours stays below this."""


def brighten(photo: Pixels) -> Pixels:
    """The same photo with its brightest places as bright as in good light; one that is bright enough as it is."""
    step = max(1, max(photo.shape[:2]) // LOOKED_AT)
    brightest = float(np.percentile(photo[::step, ::step].max(axis=2), 99))
    gain = min(MOST_GAIN, BRIGHT / max(brightest, 1.0))
    return photo if gain <= 1.0 else np.asarray(cv2.convertScaleAbs(photo, alpha=gain), np.uint8)


def share_burnt(crop: Pixels) -> float:
    """How much of a cut-out index is mere white, from 0 to 1: thin strokes and pale colours are lost there."""
    white = cv2.inRange(crop, np.full(3, WHITE), np.full(3, 255))
    return cv2.countNonZero(white) / white.size
