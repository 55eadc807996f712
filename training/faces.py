"""A card's face as a picture, with the places of its indices."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]

FACE_WIDTH, FACE_HEIGHT = 300, 420
SUITS = ("S", "H", "D", "C")
RANKS = ("9", "10", "J", "Q", "K", "A")
LOW_RANKS = ("2", "3", "4", "5", "6", "7", "8")


@dataclass(frozen=True)
class Mark:
    """One index on a face, in face pixels: its middle and half its size, and whether it stands on its head."""

    x: float
    y: float
    half_width: float
    half_height: float
    inverted: bool = False


@dataclass(frozen=True)
class Face:
    """A face (or a back, which has no marks) as BGRA pixels, and half-size copies for small cards."""

    name: str
    levels: tuple[Pixels, ...]
    marks: tuple[Mark, ...] = ()
    letter: str = ""
    """What the indices say above the suit, where that is not the rank."""


def make_face(name: str, image: Pixels, marks: tuple[Mark, ...], letter: str = "") -> Face:
    """Round the corners of a BGR face and prepare its smaller copies."""
    bgra = np.dstack([image, rounded_mask(image.shape[1], image.shape[0])])
    levels = [bgra]
    while levels[-1].shape[0] > 80:
        levels.append(cv2.resize(levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    return Face(name, tuple(levels), marks, letter)


def rounded_mask(width: int, height: int, radius: int = 16) -> Pixels:
    """255 inside a rectangle with round corners, 0 outside."""
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - radius - 1, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - radius - 1), 255, -1)
    for x in (radius, width - radius - 1):
        for y in (radius, height - radius - 1):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask


def both_ends(mark: Mark) -> tuple[Mark, Mark]:
    """The mark at the top left and its twin at the bottom right."""
    twin = Mark(FACE_WIDTH - mark.x, FACE_HEIGHT - mark.y, mark.half_width, mark.half_height, inverted=True)
    return mark, twin


def four_corners(mark: Mark) -> tuple[Mark, ...]:
    """The mark in every corner, as on decks with four indices."""
    across = Mark(FACE_WIDTH - mark.x, mark.y, mark.half_width, mark.half_height)
    return both_ends(mark) + both_ends(across)
