"""Indices that stand in the corners of one card, though their vectors do not say so."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from companion.vision.stages.corners import points_left
from companion.vision.stages.geometry import Vector, axes, other_diagonal
from companion.vision.stages.spots import Spot

SAME_MIDDLE, SAME_SHAPE = 0.25, 0.5
"""How far two diagonals of one card may miss each other, as a share of half their length."""

OPEN_CORNER, INWARDS = 0.3, 0.5
"""How near to the open corner of three a fourth must be, and how well it must point inwards (a cosine)."""

EXACT_CORNER = 0.15
"""So near to it, one that says what the three say may point anywhere but to where one of them does."""


def crossed(one: Sequence[Spot], other: Sequence[Spot]) -> bool:
    """Whether two pairs of spots are the diagonals of one upright rectangle.

    Of a card with four indices one diagonal's point to the right and the other's to the left; of two cards pushed over
    each other both diagonals may be alike.
    """
    if len(one) != 2 or len(other) != 2 or _count_left(one) == _count_left(other):
        return False
    (middle, half), (other_middle, other_half) = _diagonal(one), _diagonal(other)
    length = float(np.hypot(*half))
    if float(np.hypot(*(middle - other_middle))) > SAME_MIDDLE * length:
        return False
    mirrored = other_diagonal(half, axes(one[0], one[1])[0])
    off = min(float(np.hypot(*(mirrored - turn * other_half))) for turn in (1, -1))
    return off < SAME_SHAPE * length


def fourth_misfit(spot: Spot, card: Sequence[Spot], inwards: float = INWARDS) -> float:
    """How far a spot is from the corner that three others of a card leave open, as a share of half a diagonal.

    However the card is seen, its corners are nearly those of a parallelogram; so this does not ask which way it stands.
    Infinite if it does not point ``inwards`` so well; -1 lets it point anywhere.
    """
    misfit = float("inf")
    for one, other, between in permutations(card, 3):
        if np.dot(one.up, other.up) >= 0 or np.dot(spot.up, between.up) >= 0:
            continue
        open_corner = np.array([one.x + other.x - between.x, one.y + other.y - between.y])
        half = float(np.hypot(one.x - other.x, one.y - other.y)) / 2
        way = np.array([(one.x + other.x) / 2, (one.y + other.y) / 2]) - (spot.x, spot.y)
        if np.dot(way, spot.to_centre) >= inwards * np.hypot(*way) * np.hypot(*spot.to_centre):
            misfit = min(misfit, float(np.hypot(*(open_corner - (spot.x, spot.y)))) / max(half, 1.0))
    return misfit


def _count_left(pair: Sequence[Spot]) -> int:
    return sum(points_left(spot) for spot in pair)


def _diagonal(pair: Sequence[Spot]) -> tuple[Vector, Vector]:
    one, other = (np.array([spot.x, spot.y]) for spot in pair)
    return (one + other) / 2, (other - one) / 2
