"""Looks at a true index that are off, and its pose as they see it."""

from __future__ import annotations

import numpy as np

from companion.vision.stages.geometry import axes, dot
from companion.vision.stages.spots import Spot

FAR = 0.4
"""How often a look is as far off as the detector is where it wavers; else it is a little askew."""


def far_askew(spot: Spot, rng: np.random.Generator) -> Spot:
    """The spot as the detector gives it: a little off, or turned, moved and of another size."""
    far = rng.random() < FAR
    turn = rng.uniform(-1.4, 1.4) if far else rng.normal(0, 0.12)
    size = float(np.exp(rng.normal(0, 0.22 if far else 0.12)))
    shift = np.clip(rng.normal(0, 0.25 if far else 0.12, 2), -0.5, 0.5) * spot.half_height
    return spot.leant(turn, size).moved(float(shift[0]), float(shift[1]))


def stands_in(true: Spot, look: Spot) -> list[float]:
    """Return the pose of the true index in the look's half heights: its middle, then its vector up.

    Each is how far to the right, then how far down.
    """
    down, right = axes(look)
    off = (true.at - look.at, true.upward)
    return [dot(vector, axis) / look.half_height for vector in off for axis in (right, down)]
