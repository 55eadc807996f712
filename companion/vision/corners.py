"""Decks with an index in every corner: all indices that point at one middle are one card, each corner at most once.

On an ordinary card an index, seen upright, has its card's middle below it to the right. Where some have it to the
left, the deck has four indices a card.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Mapping, Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np

from .geometry import Vector, axes, middle_of
from .spots import Spot

LEFT = 0.2
"""An index points to the left if the share of its vector that does so is greater than this."""

LEAST_LEFT, LEAST_SHARE = 2, 0.15
"""So many indices, and such a share of all, must point to the left."""

REACH, LATE_REACH = 0.3, 0.9
"""How far apart the middles may be, as a share of the vectors' length; and where both indices say the same."""

SAME_MIDDLE, SAME_SHAPE = 0.25, 0.5
"""How far two diagonals of one card may miss each other, as a share of half their length."""

OPEN_CORNER, INWARDS = 0.3, 0.5
"""How near to the open corner of three a fourth must be, and how well it must point inwards (a cosine)."""

PARALLEL = 0.85


def has_four_indices(spots: Sequence[Spot]) -> bool:
    """Whether these are the indices of a deck with four a card."""
    left = sum(points_left(spot) for spot in spots)
    return left >= LEAST_LEFT and left >= LEAST_SHARE * len(spots)


def share_pointing_left(spots: Sequence[Spot]) -> float:
    """Which share of the indices, seen upright, has its card's middle to the left; 0 without any."""
    return sum(points_left(spot) for spot in spots) / max(len(spots), 1)


def group_by_middle(
    spots: Sequence[Spot], sized: Sequence[Spot], names: Sequence[Hashable], apart: Container[tuple[int, int]] = ()
) -> list[list[int]]:
    """The numbers of the spots of each card, the best fit joined first; one that fits none is alone.

    Two fit as they are or as ``sized`` (:func:`spots_to_sized`), whichever is better: seen from the side, cards of one
    deck differ in size. What is left over and has one name may fit worse; two that are ``apart`` never fit.
    """
    misfits = {
        (i, j): min(corner_misfit(spots[i], spots[j]), corner_misfit(sized[i], sized[j]))
        for i in range(len(spots))
        for j in range(i + 1, len(spots))
        if (i, j) not in apart
    }
    groups = {number: [number] for number in range(len(spots))}
    _join(groups, {pair: misfit for pair, misfit in misfits.items() if misfit < REACH})
    alike = {(i, j): misfit for (i, j), misfit in misfits.items() if misfit < LATE_REACH and names[i] == names[j]}
    _join(groups, alike)
    return [group for number, group in groups.items() if group[0] == number]


def _join(groups: dict[int, list[int]], fits: Mapping[tuple[int, int], float]) -> None:
    """Join, the best fit first, the groups of which every two spots fit."""
    for _, i, j in sorted((misfit, i, j) for (i, j), misfit in fits.items()):
        one, other = groups[i], groups[j]
        if one is not other and all((min(a, b), max(a, b)) in fits for a in one for b in other):
            one += other
            groups.update(dict.fromkeys(other, one))


def spots_to_sized(spots: Sequence[Spot], whole: Sequence[Sequence[Spot]]) -> list[Spot]:
    """The same spots, with vectors as long as this deck's cards are: measured on ``whole`` cards, or the usual length.

    One vector's length is a guess; all cards of a deck are of one size, told in half heights of the index.
    """
    cards = [(spot, _half_diagonal(spot, card)) for card in whole for spot in card]
    arrows = cards or [(spot, np.asarray(spot.to_centre)) for spot in spots]
    sizes = [np.abs((arrow @ axes(spot)[0], arrow @ axes(spot)[1])) / spot.half_height for spot, arrow in arrows]
    along, across = np.median(sizes, axis=0)
    return [_resize(spot, float(along), float(across)) for spot in spots]


def _half_diagonal(spot: Spot, card: Sequence[Spot]) -> Vector:
    middle = np.mean([(each.x, each.y) for each in card], axis=0)
    return np.asarray(middle - (spot.x, spot.y))


def _resize(spot: Spot, along: float, across: float) -> Spot:
    down, right = axes(spot)
    side = -1 if points_left(spot) else 1
    x, y = (down * along + right * across * side) * spot.half_height
    return replace(spot, to_centre=(float(x), float(y)))


def crossed(one: Sequence[Spot], other: Sequence[Spot]) -> bool:
    """Whether two pairs of spots are the diagonals of one upright rectangle."""
    if len(one) != 2 or len(other) != 2:
        return False
    (middle, half), (other_middle, other_half) = _diagonal(one), _diagonal(other)
    length = float(np.hypot(*half))
    if float(np.hypot(*(middle - other_middle))) > SAME_MIDDLE * length:
        return False
    down, right = axes(one[0], one[1])
    mirrored = down * (half @ down) - right * (half @ right)
    off = min(float(np.hypot(*(mirrored - turn * other_half))) for turn in (1, -1))
    return off < SAME_SHAPE * length


def fourth_misfit(spot: Spot, card: Sequence[Spot]) -> float:
    """How far a spot is from the corner that three others of a card leave open, as a share of half a diagonal.

    However the card is seen, its corners are nearly those of a parallelogram; so this does not ask which way it stands.
    """
    misfit = float("inf")
    for one, other, between in permutations(card, 3):
        if np.dot(one.up, other.up) >= 0 or np.dot(spot.up, between.up) >= 0:
            continue
        open_corner = np.array([one.x + other.x - between.x, one.y + other.y - between.y])
        half = float(np.hypot(one.x - other.x, one.y - other.y)) / 2
        inwards = np.array([(one.x + other.x) / 2, (one.y + other.y) / 2]) - (spot.x, spot.y)
        if np.dot(inwards, spot.to_centre) > INWARDS * np.hypot(*inwards) * np.hypot(*spot.to_centre):
            misfit = min(misfit, float(np.hypot(*(open_corner - (spot.x, spot.y)))) / max(half, 1.0))
    return misfit


def _diagonal(pair: Sequence[Spot]) -> tuple[Vector, Vector]:
    one, other = (np.array([spot.x, spot.y]) for spot in pair)
    return (one + other) / 2, (other - one) / 2


def corner_misfit(one: Spot, other: Spot) -> float:
    """How far apart the middles of two different corners are, as a share of their vectors; 0 fits exactly."""
    size = one.half_height * other.half_height
    along = float(np.dot(one.up, other.up)) / max(size, 1e-6)
    same_way = along > 0
    if abs(along) < PARALLEL or (same_way and points_left(one) == points_left(other)):
        return float("inf")
    if not 0.6 < one.half_height / max(other.half_height, 1e-6) < 1.67:
        return float("inf")
    length = float(np.hypot(*one.to_centre) + np.hypot(*other.to_centre)) / 2
    apart = float(np.hypot(*np.subtract(middle_of(one), middle_of(other))))
    return apart / max(length, 1.0)


def points_left(spot: Spot) -> bool:
    """Whether the spot, seen upright, has its card's middle to the left."""
    _, right = axes(spot)
    return float(np.dot(spot.to_centre, right)) < -LEFT * float(np.hypot(*spot.to_centre))
