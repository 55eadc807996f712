"""What lies between a card's corners: a court's picture is no nine's, whatever the index looks like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.vision.reading import Point
from companion.vision.stages.chances import Chances, softmax
from companion.vision.stages.crops import cut_out
from companion.vision.stages.guesses import Index
from companion.vision.stages.levels import Levels, Pixels
from companion.vision.stages.networks import faces_to_kinds
from companion.vision.stages.outline import spots_to_outline

FACE_WIDTH, FACE_HEIGHT = 48, 64

KIND_OF = (0, 1, 2, 2, 2, 3, 4)
"""Of which kind each of the seven ranks is that an index may have: nine, ten, court, ace, two to eight."""

USUAL = (0.134, 0.134, 0.402, 0.134, 0.196)
"""How often each kind lay in the scenes of the training: what is answered where nothing of the face can be seen."""

WEIGHT = 0.5
"""As if the face and the index were half independent: both see the same blur, and unknown courts are no surprise."""


def weigh_by_faces(levels: Levels, cards: Sequence[Sequence[Index]]) -> list[list[Index]]:
    """The same cards, whose indices' ranks are likelier or less by the kind that each card's face shows."""
    if not cards:
        return []
    faces = [outline_to_face(levels, spots_to_outline([index.spot for index in card])) for card in cards]
    likelier = (softmax(faces_to_kinds(faces)) / USUAL)[:, KIND_OF] ** WEIGHT
    return [[_weighed(index, by) for index in card] for card, by in zip(cards, likelier, strict=True)]


def outline_to_face(levels: Levels, outline: Sequence[Point]) -> Pixels:
    """The card upright and 48 × 64, with whatever lies upon it."""
    upright = np.array([[0, 0], [FACE_WIDTH, 0], [FACE_WIDTH, FACE_HEIGHT]], np.float32)
    to_photo = cv2.getAffineTransform(upright, np.array(outline[:3], np.float32))
    return cut_out(levels, np.asarray(to_photo, np.float64), (FACE_WIDTH, FACE_HEIGHT))


def _weighed(index: Index, by: Chances) -> Index:
    ranks = index.ranks * by
    return replace(index, ranks=ranks / ranks.sum())
