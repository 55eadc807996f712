"""Draws what was read over the photograph."""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.reading import Reading, SeenCard
from companion.vision.stages.levels import Pixels

SURE, UNSURE = (60, 200, 60), (0, 150, 255)


def overlay(image: Pixels, reading: Reading) -> Pixels:
    """A copy of the photograph with each card outlined and named; orange marks the ones to look at."""
    picture = image.copy()
    thick = max(1, round(max(image.shape[:2]) / 500))
    for seen in reading.cards:
        colour = SURE if seen.sure else UNSURE
        cv2.polylines(picture, [np.asarray(seen.outline).round().astype(np.int32)], True, colour, thick, cv2.LINE_AA)
    for seen in reading.cards:
        _write_name(picture, seen, thick)
    return picture


def _write_name(picture: Pixels, seen: SeenCard, thick: int) -> None:
    """The card's name on a plate at the first corner of its outline, moved inside the picture."""
    text = str(seen.card) if seen.sure else f"{seen.card}?"
    size = 0.35 * thick + 0.2
    (width, height), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    x = int(np.clip(seen.outline[0][0], 0, max(0, picture.shape[1] - width - 4)))
    y = int(np.clip(seen.outline[0][1], height + 4, max(height + 4, picture.shape[0] - below)))
    cv2.rectangle(picture, (x, y - height - 4), (x + width + 4, y + below), SURE if seen.sure else UNSURE, -1)
    cv2.putText(picture, text, (x + 2, y), cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), thick, cv2.LINE_AA)
