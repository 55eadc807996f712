"""Places of indices on one card: in opposite corners, and on decks with one in every corner."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import combinations
from statistics import median
from typing import NamedTuple

from companion.vision.stages.spots import Spot

TO_END, TO_SIDE = 1.45, 0.85
"""From the index's middle to the card's edges, in half heights of the index."""

NEAREST, FARTHEST = 0.5, 2.2
"""Opposite corners are so far apart, as a share of what their vectors say together: nearer ones are a twin's."""

LENGTH_WEIGHT, LEFT_OVER_WEIGHT = 0.6, 0.3
"""A vector's direction is surer than its length: an error along it counts only so much, and less still
between spots for which nothing better is left."""

MOST_STRETCH = math.log(2.2)
NEAR = 0.12
USUAL = 0.27
"""How far, as a logarithm, stretches agree, and how far they usually are from none."""

BY_CHANCE = 0.1
"""The chance that two spots of different cards agree on a stretch: the twins at both ends of a wide fan may."""


def spots_to_stretched(spots: Sequence[Spot]) -> list[Spot]:
    """Stretch the spots' vectors to the centre along and across the card, by as much as the photograph shows."""
    along, across = deck_stretch(spots)
    return [_stretch(spot, along, across) for spot in spots]


def likely_opposites(spots: Sequence[Spot]) -> list[tuple[int, int]]:
    """The numbers of every two spots that may be opposite corners of a card.

    One stands on its head as the other sees it, and they are about as far apart as their vectors say.
    """
    rows = [(spot.at, spot.up, spot.half_height, abs(spot.arrow)) for spot in spots]
    found = []
    for i, (at, (right, down), high, long) in enumerate(rows):
        for j, (there, (its_right, its_down), its_high, its_long) in enumerate(rows[i + 1 :], i + 1):
            if right * its_right + down * its_down < -0.6 * high * its_high:
                apart = abs(at - there) / max(long + its_long, 1e-6)
                if NEAREST < apart < FARTHEST:
                    found.append((i, j))
    return found


def deck_stretch(spots: Sequence[Spot]) -> tuple[float, float]:
    """The factors along and across the card on which most opposite spots agree; nearly 1, 1 where only few do."""
    votes = [vote for i, j in likely_opposites(spots) if (vote := _vote(spots[i], spots[j])) is not None]
    if not votes:
        return 1.0, 1.0
    weighed = [(math.exp(-((abs(vote) / USUAL) ** 2)), _fellows(vote, votes), vote) for vote in votes]
    likely, fellows, best = max(weighed, key=lambda one: one[0] * one[1])
    believed = likely / (likely + BY_CHANCE**fellows)
    agreeing = [vote for vote in votes if abs(vote - best) < NEAR]
    stretch = sum(agreeing) / len(agreeing) * believed
    return math.exp(stretch.real), math.exp(stretch.imag)


def _fellows(vote: complex, votes: Sequence[complex]) -> float:
    """How many agree with a vote, the less the farther they are from it."""
    return sum(math.exp(-((abs(other - vote) / NEAR) ** 2)) for other in votes)


def _vote(one: Spot, other: Spot) -> complex | None:
    """The logarithms of the stretch along and across that would make two spots exact opposites, if they may be."""
    size = one.half_height, other.half_height
    if not 0.7 < size[0] / size[1] < 1.4:
        return None
    if dot(one.upward, other.upward) > -0.9 * size[0] * size[1]:
        return None
    half, guess = (other.at - one.at) / 2, (one.arrow - other.arrow) / 2
    shares = [dot(half, axis) / _away_from_zero(dot(guess, axis)) for axis in axes(one, other)]
    if any(share <= 0 or abs(math.log(share)) > MOST_STRETCH for share in shares):
        return None
    return complex(math.log(shares[0]), math.log(shares[1]))


def dot(one: complex, other: complex) -> float:
    """How far one vector goes along the other, times the other's length."""
    return one.real * other.real + one.imag * other.imag


def axes(spot: Spot, other: Spot | None = None) -> tuple[complex, complex]:
    """Return the directions down and right on the card, from ``spot``, more exactly with ``other`` on its head."""
    down = -spot.upward if other is None else other.upward - spot.upward
    down /= max(abs(down), 1e-6)
    return down, down * -1j


def other_diagonal(half: complex, down: complex) -> complex:
    """Half the other diagonal of an upright rectangle, of which ``half`` is half of one and ``down`` a unit vector."""
    right = down * -1j
    return down * dot(half, down) - right * dot(half, right)


def _away_from_zero(value: float) -> float:
    return value if abs(value) > 1e-6 else 1e-6


def _stretch(spot: Spot, along: float, across: float) -> Spot:
    down, right = axes(spot)
    return spot.pointing(down * dot(spot.arrow, down) * along + right * dot(spot.arrow, right) * across)


def opposite_misfit(one: Spot, other: Spot, length_weight: float = LENGTH_WEIGHT) -> float:
    """How badly two spots fit as opposite corners of a card, as a share of their vectors; 0 fits exactly."""
    if dot(one.upward, other.upward) > -0.6 * one.half_height * other.half_height:
        return math.inf
    length = max((abs(one.arrow) + abs(other.arrow)) / 2, 1.0)
    turned = abs(one.arrow + other.arrow)
    along = (one.arrow - other.arrow) / (2 * length)
    apart = middle_of(one) - middle_of(other)
    missed = math.hypot(dot(apart, along) * length_weight, dot(apart, along * -1j))
    return max(missed, turned * 0.6) / length


def middle_of(spot: Spot) -> complex:
    """Return the card's middle by the spot's vector."""
    return spot.at + spot.arrow


LEFT = 0.2
"""An index points to the left if the share of its vector that does so is greater than this."""

CLEARLY = 0.5
"""The share from which the side is clear; and the cosine from which two indices are the same way up."""

LEAST_LEFT, LEAST_SHARE = 2, 0.15
"""How many indices, and which share of all, must point to the left."""

REACH, LATE_REACH = 0.5, 1.2
"""How far apart the middles may be, as a share of the vectors' length; and where both indices say the same."""

PARALLEL = 0.85
"""The least cosine between two indices of one card, which are the same way up or upside down to each other."""

MOST_UNLIKE = 1.67
"""How many times as high as the other of a card an index may look."""


def has_four_indices(spots: Sequence[Spot]) -> bool:
    """Return True if these are the indices of a deck with four a card."""
    left = sum(points_left(spot) for spot in spots)
    return left >= LEAST_LEFT and left >= LEAST_SHARE * len(spots)


def share_pointing_left(spots: Sequence[Spot]) -> float:
    """Return the share of the indices, seen upright, with their card's middle to the left; 0 without any."""
    return sum(points_left(spot) for spot in spots) / max(len(spots), 1)


class Arrow(NamedTuple):
    """A possible way from a spot to its card's middle."""

    vector: complex
    left: bool
    """True if that is to the left, seen upright."""
    cost: float
    """How much less likely than the likeliest way it is, as a misfit."""


def group_by_middle(
    spots: Sequence[Spot],
    size: tuple[float, float],
    names: Sequence[Hashable],
    ease: Callable[[int, int], float],
    are_parted: Callable[[Spot, Spot], bool],
) -> list[list[int]]:
    """The numbers of the spots of each card, the best fit joined first; one that fits none is alone.

    Two fit as their own vectors say or as the corners of a card of this ``size`` (:func:`deck_size`), whichever is
    better: seen from the side, cards of one deck differ in size. Each misfit is divided by the ``ease``, at most 1,
    with which the two agree otherwise. What is left over and has one name may fit worse. Two that ``are_parted`` are
    never of one card.
    """
    fits = {}
    for (i, j), misfit in corner_misfits(spots, size).items():
        eased = misfit / ease(i, j)
        if eased < LATE_REACH and not are_parted(spots[i], spots[j]):
            fits[i, j] = eased
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


def deck_size(spots: Sequence[Spot], whole: Sequence[Sequence[Spot]]) -> tuple[float, float]:
    """How far this deck's indices are from the middle, along and across the card, in half heights of the index.

    Measured on ``whole`` cards if there are any: one vector's length is a guess, but cards of a deck are of one size.
    """
    arrows = [(spot, sum(each.at for each in card) / len(card) - spot.at) for card in whole for spot in card]
    arrows = arrows or [(spot, spot.arrow) for spot in spots]
    along, across = zip(*(_shares(spot, arrow) for spot, arrow in arrows), strict=True)
    return median(along), median(across)


def _shares(spot: Spot, arrow: complex) -> tuple[float, float]:
    """Return how far the arrow goes along and across the card from the spot, in half heights of the index."""
    down, right = axes(spot)
    return abs(dot(arrow, down)) / spot.half_height, abs(dot(arrow, right)) / spot.half_height


def _own_arrow(spot: Spot) -> list[Arrow]:
    return [Arrow(spot.arrow, points_left(spot), 0.0)]


def _sized_arrows(spot: Spot, size: tuple[float, float]) -> list[Arrow]:
    """The right and the left corner of a card of this size; the less either fits the spot's own vector, the dearer."""
    down, right = (axis * length * spot.half_height for axis, length in zip(axes(spot), size, strict=True))
    ways = down + right, down - right
    off = [abs(way - spot.arrow) / max(abs(way), 1e-6) for way in ways]
    return [Arrow(way, left, far - min(off)) for way, left, far in zip(ways, (False, True), off, strict=True)]


def own_misfit(one: Spot, other: Spot) -> float:
    """How far apart the middles are at which two corners of one card point, as a share of their vectors."""
    return _corner_misfit(one, _own_arrow(one), other, _own_arrow(other))


def corner_misfits(spots: Sequence[Spot], size: tuple[float, float]) -> dict[tuple[int, int], float]:
    """For the numbers of every two spots that may be corners of one card how badly they fit; 0 fits exactly.

    Those are left out that fit worse than :data:`LATE_REACH`.
    """
    own, sized = [_own_arrow(spot) for spot in spots], [_sized_arrows(spot, size) for spot in spots]
    longest = [max(abs(arrow.vector) for arrow in (*one, *two)) for one, two in zip(own, sized, strict=True)]
    misfits = {}
    for i, j in combinations(range(len(spots)), 2):
        one, other, long = spots[i], spots[j], longest[i] + longest[j]
        # From farther apart the middles cannot come near enough, whichever way the vectors lead.
        if abs(one.at - other.at) < long + LATE_REACH * max(long, 2.0) / 2:
            misfit = min(_corner_misfit(one, arrows[i], other, arrows[j]) for arrows in (own, sized))
            if misfit < LATE_REACH:
                misfits[i, j] = misfit
    return misfits


def _corner_misfit(one: Spot, arrows: Sequence[Arrow], other: Spot, others: Sequence[Arrow]) -> float:
    """How far apart the middles are at best, as a share of the vectors; infinite for no two corners of one card."""
    high, its_high = one.half_height, other.half_height
    cosine = dot(one.upward, other.upward) / (high * its_high)
    if abs(cosine) < PARALLEL or max(high / its_high, its_high / high) > MOST_UNLIKE:
        return math.inf
    return min(
        (
            2 * abs(one.at + a.vector - other.at - b.vector) / max(abs(a.vector) + abs(b.vector), 2.0) + a.cost + b.cost
            for a in arrows
            for b in others
            if cosine <= 0 or a.left != b.left
        ),
        default=math.inf,
    )


def points_left(spot: Spot) -> bool:
    """Return True if the spot, seen upright, has its card's middle to the left."""
    return share_to_the_left(spot) > LEFT


def share_to_the_left(spot: Spot) -> float:
    """Return the share of the vector to the card's middle that goes to the left, seen upright, from -1 to 1."""
    _, right = axes(spot)
    return -dot(spot.arrow, right) / max(abs(spot.arrow), 1e-6)


def stand_alike(one: Spot, other: Spot) -> bool:
    """Return True if two spots are more or less the same way up."""
    return dot(one.upward, other.upward) >= CLEARLY * one.half_height * other.half_height


def are_one_corner(one: Spot, other: Spot) -> bool:
    """Return True if two spots clearly are one corner of two cards: the same way up, and pointing to one side."""
    if not stand_alike(one, other):
        return False
    sides = share_to_the_left(one), share_to_the_left(other)
    return min(sides) > CLEARLY or max(sides) < -CLEARLY
