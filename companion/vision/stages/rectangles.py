"""Cards with an index in every corner: four spots that make a rectangle, two upright above two on their heads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.vision.stages.geometry import axes, likely_opposites, opposite_misfit, other_diagonal
from companion.vision.stages.spots import Spot

Vector = npt.NDArray[np.float64]
Rectangle = tuple[int, int, int, int]

REACH = 0.15
"""How far from exact a rectangle may be, as a share of half its diagonal."""


OWN_WEIGHT, MOST_OWN = 0.25, 0.5
"""The vectors of at least one diagonal must fit so well, and the better they fit, the better the rectangle."""


SETTLED = 0.25
"""Two spots that fit each other so well need no rectangle."""


@dataclass(frozen=True)
class Diagonal:
    """Two spots that may be opposite corners: their numbers, middle, and half the way from one to the other."""

    one: int
    other: int
    middle: Vector
    half: Vector
    down: Vector
    misfit: float
    """How badly the spots' own vectors fit it."""

    @property
    def length(self) -> float:
        return float(np.hypot(*self.half))

    def is_shaped_like(self, other: Diagonal) -> bool:
        """Whether both would be diagonals of cards of one size, within a fifth."""
        right, other_right = (np.array([one.down[1], -one.down[0]]) for one in (self, other))
        along = (self.half @ self.down) / (other.half @ other.down)
        across = (self.half @ right) / (other.half @ other_right)
        return bool(0.8 < along < 1.25 and 0.8 < across < 1.25)


def find_rectangles(spots: Sequence[Spot]) -> list[Rectangle]:
    """The numbers of the four spots of each such card; no spot twice, the most exact first."""
    diagonals = [
        found for i, j in likely_opposites(spots) if (found := _diagonal(i, spots[i], j, spots[j])) is not None
    ]
    settled = [diagonal for diagonal in diagonals if diagonal.misfit < SETTLED]
    fits = []
    for one, other in _crossing(diagonals):
        misfit = rectangle_misfit(one, other)
        if misfit < REACH + OWN_WEIGHT * MOST_OWN and not _has_cards_of_its_own(one, other, settled):
            fits.append((misfit, (one.one, one.other, other.one, other.other)))
    chosen: list[Rectangle] = []
    taken: set[int] = set()
    for _, rectangle in sorted(fits):
        if len(set(rectangle)) == 4 and taken.isdisjoint(rectangle):
            chosen.append(rectangle)
            taken.update(rectangle)
    return chosen


def _crossing(diagonals: Sequence[Diagonal]) -> list[tuple[Diagonal, Diagonal]]:
    """Every two diagonals whose middles nearly meet."""
    if not diagonals:
        return []
    middles = np.array([diagonal.middle for diagonal in diagonals])
    reach = REACH * np.array([max(diagonal.length, 1.0) for diagonal in diagonals])
    apart = np.hypot(*(middles[:, None] - middles[None]).transpose(2, 0, 1))
    first, second = np.nonzero(np.triu(apart < reach[:, None], 1))
    return [(diagonals[int(i)], diagonals[int(j)]) for i, j in zip(first, second, strict=True)]


def rectangle_misfit(one: Diagonal, other: Diagonal) -> float:
    """How far two diagonals are from being those of one upright rectangle, as a share of their length."""
    length = max(one.length, 1.0)
    apart = float(np.hypot(*(one.middle - other.middle)))
    if apart > REACH * length:
        return float("inf")
    mirrored = other_diagonal(one.half, one.down)
    half = other.half if one.down @ other.down > 0 else -other.half
    off = float(np.hypot(*(mirrored - half))) * 0.4
    if off > REACH * length:
        return float("inf")
    own = min(one.misfit, other.misfit)
    return max(apart, off) / length + own * OWN_WEIGHT if own < MOST_OWN else float("inf")


def _has_cards_of_its_own(one: Diagonal, other: Diagonal, settled: Sequence[Diagonal]) -> bool:
    """Whether a spot of the worse diagonal is well paired elsewhere, in a card shaped like the better diagonal's.

    In a row of cards the neighbours' indices make a rectangle about each card, but they have their own.
    """
    better, worse = sorted((one, other), key=lambda diagonal: diagonal.misfit)
    return any(
        {worse.one, worse.other} & {own.one, own.other} and own is not worse and own.is_shaped_like(better)
        for own in settled
    )


def _diagonal(i: int, one: Spot, j: int, other: Spot) -> Diagonal | None:
    """The diagonal from the upright one of two spots to the other, if the card would have a likely size and shape."""
    if float(np.dot(one.up, other.up)) > -0.85 * one.half_height * other.half_height:
        return None
    down, right = axes(one, other)
    half = np.array([other.x - one.x, other.y - one.y]) / 2
    length = float(np.hypot(*half))
    guess = float(np.hypot(*one.to_centre) + np.hypot(*other.to_centre)) / 2
    if not 0.7 * guess < length < 1.9 * guess or abs(half @ right) < 0.35 * length:
        return None
    # A spot and its opposite can be named either way round; the upright one is the upper one.
    if half @ down < 0.35 * length:
        return None
    middle = np.array([one.x + other.x, one.y + other.y]) / 2
    return Diagonal(i, j, middle, half, down, opposite_misfit(one, other))
