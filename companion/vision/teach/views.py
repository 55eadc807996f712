"""What the classifier says of crops that a careless detector in other light might have cut a little otherwise."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from companion.vision.stages.levels import Pixels
from companion.vision.stages.networks import Answers, crops_to_answers

VIEWS = 8
"""Each crop is looked at so many times, moved, turned and lit a little differently."""

MOST_KEPT = 1000
"""The answers of so many crops are remembered, 60 kB each."""


class Views:
    """Remembers what the classifier said of every view of a crop: most crops are learnt from in many lessons."""

    def __init__(self) -> None:
        self._kept: dict[bytes, Answers] = {}

    def answers(self, crops: Iterable[Pixels]) -> Answers:
        """The answers for all views of at least one crop, the :data:`VIEWS` of each together."""
        return Answers(*(np.concatenate(parts) for parts in zip(*map(self._answers_of, crops), strict=True)))

    def _answers_of(self, crop: Pixels) -> Answers:
        key = crop.tobytes()
        answers = self._kept.get(key)
        if answers is None:
            answers = crops_to_answers([_view(crop, number) for number in range(VIEWS)])
            if len(self._kept) < MOST_KEPT:
                self._kept[key] = answers
        return answers


def _view(crop: Pixels, number: int) -> Pixels:
    """The crop itself (view 0), or the same crop as a careless detector in other light would have cut it."""
    if number == 0:
        return crop
    rng = np.random.default_rng(number)
    height, width = crop.shape[:2]
    turn, size = float(rng.normal(0, 5)), float(np.exp(rng.normal(0, 0.07)))
    matrix = np.asarray(cv2.getRotationMatrix2D((width / 2, height / 2), turn, size), np.float64)
    matrix[:, 2] += rng.normal(0, 2, 2)
    moved = cv2.warpAffine(crop, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.clip(moved * rng.uniform(0.75, 1.2) + rng.normal(0, 6), 0, 255).astype(np.uint8)
