"""A card's face as a picture, with the places of its indices."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

FACE_WIDTH, FACE_HEIGHT = 300, 420
SUITS = ("S", "H", "D", "C")
RANKS = ("9", "10", "J", "Q", "K", "A")
LOW_RANKS = ("2", "3", "4", "5", "6", "7", "8")


@dataclass(frozen=True)
class Mark:
    """One index on a face, in face pixels: its middle and half its size, and whether it is on its head."""

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
    """The text of the indices above the suit, where that is not the rank."""


def make_face(name: str, image: Pixels, marks: tuple[Mark, ...], letter: str = "") -> Face:
    """Round the corners of a BGR face and prepare its smaller copies."""
    bgra = np.dstack([image, rounded_mask(image.shape[1], image.shape[0])])
    levels = [bgra]
    while levels[-1].shape[0] > 80:
        levels.append(cv2.resize(levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    return Face(name, tuple(levels), marks, letter)


def bent(face: Face, bow: float, curl: float) -> Face:
    """The face on a card that is no longer flat.

    :param bow: how much higher the card's middle line lies than its two long edges, as a share of its height
    :param curl: how much narrower the strip along its right edge looks, or along its left one where it is less than 0
    """
    u = np.linspace(-1, 1, 129)
    across = np.interp(u, u, (u - curl * (u + 1) ** 2 / 4 * (curl > 0) - curl * (1 - u) ** 2 / 4 * (curl < 0)))
    return replace(
        face,
        levels=tuple(_bent_level(level, bow, u, across) for level in face.levels),
        marks=tuple(_bent_mark(mark, bow, u, across) for mark in face.marks),
    )


def _bent_level(level: Pixels, bow: float, u: Floats, across: Floats) -> Pixels:
    height, width = level.shape[:2]
    to_u = (np.arange(width) + 0.5) / width * 2 - 1
    from_u = np.interp(to_u, across, u, left=-2, right=2)
    rows = (np.arange(height) + 0.5 - height / 2) / (1 - abs(bow))
    drop = bow * height * (from_u**2 - 0.5)
    down = (rows[:, None] - drop[None] / (1 - abs(bow)) + height / 2 - 0.5).astype(np.float32)
    right = np.broadcast_to(((from_u + 1) / 2 * width - 0.5).astype(np.float32), down.shape)
    shaded = cv2.remap(level, np.ascontiguousarray(right), down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    light = np.clip(np.interp(to_u, across, np.gradient(u, across)) ** -0.5, 0.4, 1.1)[None, :, None]
    shaded[..., :3] = np.clip(shaded[..., :3] * light, 0, 255)
    return np.asarray(shaded, np.uint8)


def _bent_mark(mark: Mark, bow: float, u: Floats, across: Floats) -> Mark:
    at = mark.x / FACE_WIDTH * 2 - 1
    x = (float(np.interp(at, u, across)) + 1) / 2 * FACE_WIDTH
    y = (mark.y - FACE_HEIGHT / 2) * (1 - abs(bow)) + FACE_HEIGHT / 2 + bow * FACE_HEIGHT * (at**2 - 0.5)
    narrower = float(np.interp(at, u, np.gradient(across, u)))
    return replace(mark, x=x, y=y, half_width=mark.half_width * narrower, half_height=mark.half_height * (1 - abs(bow)))


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
