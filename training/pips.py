"""The four suit signs as outlines, each with a little freedom in its shape."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Outline = npt.NDArray[np.float64]
Pixels = npt.NDArray[np.uint8]


def suit_outlines(suit: str, rng: np.random.Generator) -> list[Outline]:
    """Closed outlines of a suit sign inside a box from -0.5 to 0.5, y down."""
    plump = rng.uniform(0.85, 1.1)
    return {"H": _heart, "D": _diamond, "S": _spade, "C": _club}[suit](plump, rng)


def draw_pip(
    image: Pixels,
    outlines: list[Outline],
    middle: tuple[float, float],
    size: float,
    colour: tuple[int, int, int],
    *,
    inverted: bool = False,
) -> None:
    """Fill a suit sign ``size`` pixels high into a BGR picture."""
    turn = -1.0 if inverted else 1.0
    for outline in outlines:
        points = (outline * size * turn + np.asarray(middle)) * 16
        cv2.fillPoly(image, [points.round().astype(np.int32)], colour, cv2.LINE_AA, 4)


def _heart(plump: float, _: np.random.Generator) -> list[Outline]:
    t = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    x = 16 * np.sin(t) ** 3 * plump
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
    return [np.column_stack([x / 33, (y - 2.5) / 29])]


def _diamond(plump: float, rng: np.random.Generator) -> list[Outline]:
    bend = rng.uniform(0.8, 1.02)
    t = np.linspace(0, 1, 8, endpoint=False)
    corners = np.array([[0, -0.5], [0.39 * plump, 0], [0, 0.5], [-0.39 * plump, 0]])
    sides = [(1 - t)[:, None] * a + t[:, None] * b for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    pull = 1 - (1 - bend) * 4 * t * (1 - t)
    return [np.vstack([side * pull[:, None] for side in sides])]


def _stem(width: float, top: float) -> Outline:
    return np.array([[0.0, top], [0.035, 0.25], [width, 0.5], [-width, 0.5], [-0.035, 0.25]])


def _spade(plump: float, rng: np.random.Generator) -> list[Outline]:
    leaf = _heart(plump, rng)[0] * (1.0, -0.84)
    return [np.add(leaf, (0, -0.08)), _stem(rng.uniform(0.13, 0.22), 0.0)]


def _club(plump: float, rng: np.random.Generator) -> list[Outline]:
    radius = 0.225 * plump
    t = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    disc = np.column_stack([np.cos(t), np.sin(t)]) * radius
    spread = rng.uniform(0.22, 0.27)
    leaves = [np.add(disc, (0, -0.5 + radius)), np.add(disc, (-spread, 0.07)), np.add(disc, (spread, 0.07))]
    return [*leaves, _stem(rng.uniform(0.13, 0.22), -0.1)]
