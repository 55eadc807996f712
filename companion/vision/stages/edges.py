"""Decks with an index in every corner: two indices that stand alike are the corners of one edge, or of two cards.

Cards are flat. An index in sight between the two corners of an edge is that of a card which lies over it. Whichever of
its corners that is, the card reaches to one side or the other as far as its own edge goes: it covers one of the two,
unless it lies so much askew that one is beyond that edge, and it may be on that one's side.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from companion.vision.stages.corners import stand_alike
from companion.vision.stages.geometry import Vector, axes
from companion.vision.stages.guesses import Index
from companion.vision.stages.spots import Spot

LEAST_REAL = 0.9
"""What is an index by this chance tells of a card that lies above."""

MOST_UNLIKE = 1.4
"""The indices of cards that lie on each other look at most so many times as high as one another."""

BESIDE = 1.0
"""An index lies on an edge if it is not farther beside it, and between its corners if it is farther from both, than so
many half heights of theirs."""

ASTRAY = 0.5
"""What is not farther beyond a card's edge, in half heights as well, is covered."""

NEAREST = 0.6
"""The two corners of an edge are at least so far apart, as a share of their vectors."""


class Edges:
    """All indices of a photograph, to tell which two of them can't be the corners of one edge."""

    def __init__(self, indices: Sequence[Index]) -> None:
        spots = [index.spot for index in indices if index.real >= LEAST_REAL]
        self._at = np.array([(spot.x, spot.y) for spot in spots]).reshape(-1, 2)
        self._high = np.array([spot.half_height for spot in spots])
        self._down = np.array([axes(spot)[0] for spot in spots]).reshape(-1, 2)

    def part(self, one: Spot, other: Spot) -> bool:
        """Whether two spots stand alike and are too near each other for an edge, or have an index between them."""
        if not stand_alike(one, other):
            return False
        edge = np.array([other.x - one.x, other.y - one.y])
        length = float(np.hypot(*edge))
        near = NEAREST * (np.hypot(*one.to_centre) + np.hypot(*other.to_centre)) / 2
        return bool(length < near) or self._stands_between(one, other, edge / max(length, 1.0), length)

    def _stands_between(self, one: Spot, other: Spot, ahead: Vector, length: float) -> bool:
        high = (one.half_height + other.half_height) / 2
        away = self._at - (one.x, one.y)
        along, aside = away @ ahead, np.abs(away @ (ahead[1], -ahead[0]))
        alike = np.maximum(self._high / high, high / self._high) < MOST_UNLIKE
        between = (along > BESIDE * high) & (along < length - BESIDE * high) & (aside < BESIDE * high)
        return bool((alike & between & self._reach(one, high) & self._reach(other, high)).any())

    def _reach(self, spot: Spot, high: float) -> npt.NDArray[np.bool_]:
        """Whether the edge at each index leaves the spot on its card's side, so that the card may cover it."""
        down = ((spot.x, spot.y) - self._at) * self._down
        return np.asarray(down.sum(axis=1) > -ASTRAY * high)
