"""Fingers over the cards: one reaching into the picture, or those of a hand with a fan."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from training.canvas import Canvas

Vector = npt.NDArray[np.float64]

_SKINS = ((140, 170, 215), (95, 130, 180), (60, 85, 130), (170, 195, 230))


def add_finger(canvas: Canvas, rng: np.random.Generator) -> None:
    """A finger or thumb that reaches in from an edge over the cards, darker towards its sides."""
    size = canvas.image.shape[0]
    tip = rng.uniform(0.25, 0.75, 2) * size
    angle = rng.uniform(0, 2 * np.pi)
    wide = size * rng.uniform(0.02, 0.06)
    skin = np.array(_SKINS[rng.integers(len(_SKINS))]) * rng.uniform(0.8, 1.1)
    _draw_finger(canvas, tip, angle, wide, skin)


def add_hand(canvas: Canvas, rng: np.random.Generator, tip: Vector | None = None) -> None:
    """Two to four fingers side by side, all reaching in from one edge, the first to ``tip`` if that is given."""
    size = canvas.image.shape[0]
    angle, wide = rng.uniform(0, 2 * np.pi), size * rng.uniform(0.02, 0.035)
    skin = np.array(_SKINS[rng.integers(len(_SKINS))]) * rng.uniform(0.7, 1.15)
    reach = np.array([np.cos(angle), np.sin(angle)])
    if tip is None:
        tip = size / 2 + reach * size * rng.uniform(0.15, 0.35)
    for number in range(int(rng.integers(2, 5))):
        beside = np.array([-reach[1], reach[0]]) * wide * 2.1 * number
        _draw_finger(canvas, tip + beside + reach * rng.normal(0, wide), angle, wide, skin)


def _draw_finger(canvas: Canvas, tip: Vector, angle: float, wide: float, skin: Vector) -> None:
    reach = np.array([np.cos(angle), np.sin(angle)])
    side = np.array([-reach[1], reach[0]]) * wide
    for share in np.linspace(1, 0.2, 7):
        outline = _finger_outline(tip, reach, side * share, canvas.image.shape[0])
        canvas.cover(outline.round().astype(np.int32), (skin * (1.05 - 0.4 * share**2)).tolist())


def _finger_outline(tip: Vector, reach: Vector, side: Vector, size: int) -> Vector:
    """A strip from ``tip`` (its round end) along ``reach`` to beyond the picture."""
    t = np.linspace(-np.pi / 2, np.pi / 2, 12)[:, None]
    rounded = tip - reach * np.cos(t) * np.hypot(*side) * 1.3 + side * np.sin(t)
    return np.vstack([rounded, tip + side + reach * size, tip - side + reach * size])
