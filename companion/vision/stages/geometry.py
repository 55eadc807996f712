"""How indices lie to each other on one card: in opposite corners, and on decks with one in every corner."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

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
    """The same spots, their vectors to the centre stretched along and across the card as the photograph shows."""
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


Floats = npt.NDArray[np.float64]

LEFT = 0.2
"""An index points to the left if the share of its vector that does so is greater than this."""

CLEARLY = 0.5
"""From this share on the side is clear; and from this cosine on two indices stand alike."""

LEAST_LEFT, LEAST_SHARE = 2, 0.15
"""How many indices, and which share of all, must point to the left."""

REACH, LATE_REACH = 0.5, 1.2
"""How far apart the middles may be, as a share of the vectors' length; and where both indices say the same."""

PARALLEL = 0.85
"""Two indices of one card stand alike or upside down to each other: so great is the cosine between them at least."""

MOST_UNLIKE = 1.67
"""How many times as high as the other of a card an index may look."""


def has_four_indices(spots: Sequence[Spot]) -> bool:
    """Whether these are the indices of a deck with four a card."""
    left = sum(points_left(spot) for spot in spots)
    return left >= LEAST_LEFT and left >= LEAST_SHARE * len(spots)


def share_pointing_left(spots: Sequence[Spot]) -> float:
    """Which share of the indices, seen upright, has its card's middle to the left; 0 without any."""
    return sum(points_left(spot) for spot in spots) / max(len(spots), 1)


class Arrows(NamedTuple):
    """For each spot, ways in which its card's middle may lie from it."""

    vectors: Floats
    """(spots, ways, 2), in pixels."""
    left: npt.NDArray[np.bool_]
    """(spots, ways): whether that is to the left."""
    costs: Floats
    """(spots, ways): how much less likely than the likeliest way it is, as a misfit."""


def group_by_middle(
    spots: Sequence[Spot],
    size: Floats,
    names: Sequence[Hashable],
    ease: Floats,
    are_parted: Callable[[Spot, Spot], bool],
) -> list[list[int]]:
    """The numbers of the spots of each card, the best fit joined first; one that fits none is alone.

    Two fit as their own vectors say or as the corners of a card of this ``size`` (:func:`deck_size`), whichever is
    better: seen from the side, cards of one deck differ in size. Each misfit is divided by the ``ease``,
    (spots, spots), with which the two agree otherwise. What is left over and has one name may fit worse. Two that
    ``are_parted`` are never of one card.
    """
    misfits = np.minimum(corner_misfits(spots, _own_arrows(spots)), corner_misfits(spots, _sized_arrows(spots, size)))
    misfits /= ease
    near = [(i, j) for i, j in np.argwhere(np.triu(misfits < LATE_REACH, 1)).tolist()]
    fits = {(i, j): float(misfits[i, j]) for i, j in near if not are_parted(spots[i], spots[j])}
    groups = {number: [number] for number in range(len(spots))}
    _join(groups, {pair: misfit for pair, misfit in fits.items() if misfit < REACH})
    _join(groups, {(i, j): misfit for (i, j), misfit in fits.items() if names[i] == names[j]})
    return [group for number, group in groups.items() if group[0] == number]


def _join(groups: dict[int, list[int]], fits: Mapping[tuple[int, int], float]) -> None:
    """Join, the best fit first, the groups of which every two spots fit."""
    for _, i, j in sorted((misfit, i, j) for (i, j), misfit in fits.items()):
        one, other = groups[i], groups[j]
        if one is not other and all((min(a, b), max(a, b)) in fits for a in one for b in other):
            one += other
            groups.update(dict.fromkeys(other, one))


def deck_size(spots: Sequence[Spot], whole: Sequence[Sequence[Spot]]) -> Floats:
    """How far this deck's indices are from the middle, along and across the card, in half heights of the index.

    Measured on ``whole`` cards if there are any: one vector's length is a guess, but cards of a deck are of one size.
    """
    cards = [(spot, np.mean([(each.x, each.y) for each in card], axis=0)) for card in whole for spot in card]
    arrows = [(spot, middle - (spot.x, spot.y)) for spot, middle in cards]
    arrows = arrows or [(spot, np.asarray(spot.to_centre)) for spot in spots]
    sizes = [np.abs((arrow @ axes(spot)[0], arrow @ axes(spot)[1])) / spot.half_height for spot, arrow in arrows]
    return np.asarray(np.median(sizes, axis=0), np.float64)


def _own_arrows(spots: Sequence[Spot]) -> Arrows:
    vectors = np.array([[spot.to_centre] for spot in spots])
    return Arrows(vectors, np.array([[points_left(spot)] for spot in spots]), np.zeros((len(spots), 1)))


def _sized_arrows(spots: Sequence[Spot], size: Floats) -> Arrows:
    """The right and the left corner of a card of this size; the less either fits the spot's own vector, the dearer."""
    along, across = size
    ways = [[down * along + right * across * side for side in (1, -1)] for down, right in map(axes, spots)]
    vectors = np.array(ways) * np.array([spot.half_height for spot in spots])[:, None, None]
    own = np.array([[spot.to_centre] for spot in spots])
    off = np.hypot(*np.moveaxis(vectors - own, 2, 0)) / np.hypot(*np.moveaxis(vectors, 2, 0))
    left = np.tile([False, True], (len(spots), 1))
    return Arrows(vectors, left, off - off.min(axis=1, keepdims=True))


def own_misfit(one: Spot, other: Spot) -> float:
    """How far apart the middles are at which two corners of one card point, as a share of their vectors."""
    return float(corner_misfits((one, other), _own_arrows((one, other)))[0, 1])


def corner_misfits(spots: Sequence[Spot], arrows: Arrows) -> Floats:
    """How far apart the middles of every two corners are, (spots, spots), as a share of their vectors; 0 fits exactly.

    Infinite for two that cannot be different corners of one card.
    """
    up = np.array([spot.up for spot in spots])
    high = np.array([spot.half_height for spot in spots])
    cosine = up @ up.T / np.outer(high, high)
    unlike = np.maximum(high[:, None] / high, high / high[:, None])
    middles = np.array([[(spot.x, spot.y)] for spot in spots]) + arrows.vectors
    far = np.hypot(*np.moveaxis(middles[:, :, None, None] - middles, 4, 0))
    long = np.hypot(*np.moveaxis(arrows.vectors, 2, 0))
    misfits = 2 * far / np.maximum(long[:, :, None, None] + long, 2.0)
    misfits += arrows.costs[:, :, None, None] + arrows.costs
    one_corner = (cosine > 0)[:, None, :, None] & (arrows.left[:, :, None, None] == arrows.left)
    misfits[one_corner] = np.inf
    best = misfits.min(axis=(1, 3))
    best[(np.abs(cosine) < PARALLEL) | (unlike > MOST_UNLIKE)] = np.inf
    return np.asarray(best)


def points_left(spot: Spot) -> bool:
    """Whether the spot, seen upright, has its card's middle to the left."""
    return share_to_the_left(spot) > LEFT


def share_to_the_left(spot: Spot) -> float:
    """Which share of the vector to the card's middle goes to the left, seen upright, from -1 to 1."""
    _, right = axes(spot)
    return -float(np.dot(spot.to_centre, right)) / max(float(np.hypot(*spot.to_centre)), 1e-6)


def stand_alike(one: Spot, other: Spot) -> bool:
    """Whether two spots stand more or less the same way up."""
    return bool(np.dot(one.up, other.up) >= CLEARLY * one.half_height * other.half_height)


def are_one_corner(one: Spot, other: Spot) -> bool:
    """Whether two spots clearly are the same corner of two cards: they stand alike and point to one side."""
    if not stand_alike(one, other):
        return False
    sides = share_to_the_left(one), share_to_the_left(other)
    return min(sides) > CLEARLY or max(sides) < -CLEARLY
