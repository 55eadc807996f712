"""A card's outline from its indices."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from companion.vision.reading import Point
from companion.vision.stages.spots import Spot

Vector = npt.NDArray[np.float64]

# From the index's middle to the card's edges, in half heights of the index.
TO_END, TO_SIDE = 1.45, 0.85


def spots_to_outline(spots: Sequence[Spot]) -> tuple[Point, ...]:
    """Four corners, clockwise on an upright card from its top left, from one or more of its indices.

    Lengths along and across the card come from the index's own direction; where two opposite indices
    were seen, their middle is the card's.
    """
    middle = np.mean([np.add((spot.x, spot.y), spot.to_centre) for spot in spots], axis=0)
    down = _direction(spots)
    right = np.array([down[1], -down[0]])
    half_height = float(np.mean([abs(np.dot(spot.to_centre, down)) + TO_END * spot.half_height for spot in spots]))
    half_width = float(np.mean([abs(np.dot(spot.to_centre, right)) + TO_SIDE * spot.half_height for spot in spots]))
    corners = (
        middle - down * half_height - right * half_width,
        middle - down * half_height + right * half_width,
        middle + down * half_height + right * half_width,
        middle + down * half_height - right * half_width,
    )
    return tuple((float(x), float(y)) for x, y in corners)


def _direction(spots: Sequence[Spot]) -> Vector:
    """Down the card as the first spot stands: the mean of all, those on their heads turned round."""
    first = -np.asarray(spots[0].up)
    downs = [-np.asarray(spot.up) for spot in spots]
    total = np.sum([down if np.dot(down, first) >= 0 else -down for down in downs], axis=0)
    return np.asarray(total / max(float(np.hypot(*total)), 1e-6))
