"""How two spots of one card stand to each other, and how long this deck's vectors are.

One deck lies in a photograph, so all its cards answer together for the length.

The detector judges a card's size by its index. Decks differ in that, so its vectors may all be too short or
too long by the same share; opposite indices tell by how much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from companion.vision.stages.spots import Spot

Vector = npt.NDArray[np.float64]

NEAREST, FARTHEST = 0.5, 2.2
"""Opposite corners are so far apart, as a share of what their vectors say together: nearer ones are a twin's."""

LENGTH_WEIGHT, LEFT_OVER_WEIGHT = 0.6, 0.3
"""A vector's direction is surer than its length: an error along it counts only so much, and less still
between spots for which nothing better is left."""

MOST_STRETCH = float(np.log(2.2))
NEAR = 0.12
USUAL = 0.27
"""How far, as a logarithm, stretches agree, and how far they usually are from none."""

BY_CHANCE = 0.1
"""How often two spots that are none of one card agree on a stretch: the twins at both ends of a wide fan may."""


def spots_to_stretched(spots: Sequence[Spot]) -> list[Spot]:
    """The same spots, their vectors to the centre stretched along and across the card as the photograph tells."""
    along, across = deck_stretch(spots)
    return [_stretch(spot, along, across) for spot in spots]


def likely_opposites(spots: Sequence[Spot]) -> list[tuple[int, int]]:
    """The numbers of every two spots that may be opposite corners of a card.

    One stands on its head as the other sees it, and they are about as far apart as their vectors say.
    """
    if len(spots) < 2:
        return []
    at = np.array([(spot.x, spot.y) for spot in spots])
    up = np.array([spot.up for spot in spots])
    size = np.hypot(up[:, 0], up[:, 1])
    length = np.hypot(*np.array([spot.to_centre for spot in spots]).T)
    apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1)) / np.maximum(length[:, None] + length[None], 1e-6)
    opposed = up @ up.T < -0.6 * np.outer(size, size)
    first, second = np.nonzero(np.triu(opposed & (apart > NEAREST) & (apart < FARTHEST), 1))
    return [(int(i), int(j)) for i, j in zip(first, second, strict=True)]


def deck_stretch(spots: Sequence[Spot]) -> tuple[float, float]:
    """The factors along and across the card on which most opposite spots agree; nearly 1, 1 where only few do."""
    votes = [vote for i, j in likely_opposites(spots) if (vote := _vote(spots[i], spots[j])) is not None]
    if not votes:
        return 1.0, 1.0
    logs = np.array(votes)
    apart = np.hypot(*(logs[:, None] - logs[None]).transpose(2, 0, 1))
    likely, fellows = np.exp(-((logs / USUAL) ** 2).sum(axis=1)), np.exp(-((apart / NEAR) ** 2)).sum(axis=1)
    best = int((likely * fellows).argmax())
    believed = likely[best] / (likely[best] + BY_CHANCE ** fellows[best])
    along, across = np.exp(logs[apart[best] < NEAR].mean(axis=0) * believed)
    return float(along), float(across)


def _vote(one: Spot, other: Spot) -> tuple[float, float] | None:
    """The logarithms of the stretch that would make two spots exact opposites, if they may be."""
    size = one.half_height, other.half_height
    if not 0.7 < size[0] / size[1] < 1.4:
        return None
    if np.dot(one.up, other.up) > -0.9 * size[0] * size[1]:
        return None
    down, right = axes(one, other)
    half = np.array([other.x - one.x, other.y - one.y]) / 2
    guess = np.subtract(one.to_centre, other.to_centre) / 2
    shares = [float(half @ axis) / _away_from_zero(float(guess @ axis)) for axis in (down, right)]
    if any(share <= 0 or abs(np.log(share)) > MOST_STRETCH for share in shares):
        return None
    return float(np.log(shares[0])), float(np.log(shares[1]))


def axes(spot: Spot, other: Spot | None = None) -> tuple[Vector, Vector]:
    """Down and right on the card as ``spot`` stands; ``other``, on its head, makes it more exact."""
    down = -np.asarray(spot.up) if other is None else np.subtract(other.up, spot.up)
    down = down / max(float(np.hypot(*down)), 1e-6)
    return down, np.array([down[1], -down[0]])


def other_diagonal(half: Vector, down: Vector) -> Vector:
    """Half the other diagonal of an upright rectangle, of which ``half`` is half of one and ``down`` a unit vector."""
    right = np.array([down[1], -down[0]])
    return np.asarray(down * (half @ down) - right * (half @ right))


def _away_from_zero(value: float) -> float:
    return value if abs(value) > 1e-6 else 1e-6


def _stretch(spot: Spot, along: float, across: float) -> Spot:
    down, right = axes(spot)
    vector = np.asarray(spot.to_centre)
    x, y = down * (vector @ down) * along + right * (vector @ right) * across
    return replace(spot, to_centre=(float(x), float(y)))


def opposite_misfit(one: Spot, other: Spot, length_weight: float = LENGTH_WEIGHT) -> float:
    """How badly two spots fit as opposite corners of a card, as a share of their vectors; 0 fits exactly."""
    if float(np.dot(one.up, other.up)) > -0.6 * one.half_height * other.half_height:
        return float("inf")
    length = max(float(np.hypot(*one.to_centre) + np.hypot(*other.to_centre)) / 2, 1.0)
    turned = float(np.hypot(*np.add(one.to_centre, other.to_centre)))
    along = np.subtract(one.to_centre, other.to_centre) / (2 * length)
    apart = np.subtract(middle_of(one), middle_of(other))
    ahead = float(apart @ along)
    aside = float(apart @ (along[1], -along[0]))
    return max(float(np.hypot(ahead * length_weight, aside)), turned * 0.6) / length


def middle_of(spot: Spot) -> tuple[float, float]:
    """Where the spot's vector says that its card's middle is."""
    return spot.x + spot.to_centre[0], spot.y + spot.to_centre[1]
