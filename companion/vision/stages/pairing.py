"""Indices → cards; each card's outline, and which cards may be one counted twice."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from statistics import fmean

from companion.cards import Card
from companion.vision.reading import Point, Settings
from companion.vision.stages.four import Edges, Group, corners_to_cards, join_edge, join_four, join_sides
from companion.vision.stages.geometry import (
    LEFT_OVER_WEIGHT,
    LENGTH_WEIGHT,
    TO_END,
    TO_SIDE,
    are_one_corner,
    axes,
    dot,
    has_four_indices,
    likely_opposites,
    middle_of,
    opposite_misfit,
    other_diagonal,
    own_misfit,
    points_left,
    spots_to_stretched,
    stand_alike,
)
from companion.vision.stages.indices import Index, contradict, indices_to_name, likeness, likeness_to_ease
from companion.vision.stages.spots import Spot


def indices_to_cards(indices: Sequence[Index], settings: Settings) -> list[Group]:
    """Group the indices by card; an index that fits no other is a card by itself.

    On decks with an index in every corner, four that make a rectangle join first, and then all that point at one
    middle. On others opposite corners join one to one, the best fit first; of a deck with four there may be in sight
    but one card's upper edge, as of the front card in a fan.
    """
    edges = Edges(indices)
    fours, rest = join_four(indices, edges)
    if has_four_indices([index.spot for index in indices]):
        groups = corners_to_cards(rest, fours, edges)
        return fours + join_halves(join_between(groups, settings), edges, settings)
    stretched = spots_to_stretched([index.spot for index in rest])
    groups = join_opposite([replace(i, spot=spot) for i, spot in zip(rest, stretched, strict=True)], edges, settings)
    halves = join_halves(join_between(groups, settings), edges, settings)
    return fours + join_sides(join_edge(halves, edges), edges)


def join_opposite(indices: Sequence[Index], edges: Edges, settings: Settings) -> list[Group]:
    """Pairs of opposite corners and, after them, the indices that are left over.

    What the first round leaves over is looked at again with less regard to the vectors' length.
    """
    pairs, left = _pair_up(indices, edges, LENGTH_WEIGHT, settings.pair_reach)
    late_pairs, left = _pair_up(left, edges, LEFT_OVER_WEIGHT, settings.pair_reach)
    return pairs + late_pairs + [[index] for index in left]


def join_halves(groups: Sequence[Group], edges: Edges, settings: Settings) -> list[Group]:
    """Join single indices that say the same and are somewhat like opposite corners.

    Seen from the side, a card's two vectors may miss each other by far. Of two such indices with one name nearly all
    are one card; that it may be two is for the person to see (`possible_halves`).
    """
    by_name: dict[Card | None, list[Index]] = {}
    for group in groups:
        if len(group) == 1:
            by_name.setdefault(indices_to_name(group)[0], []).append(group[0])
    joined = [group for group in groups if len(group) > 1]
    for same in by_name.values():
        pairs, left = _pair_up(same, edges, LEFT_OVER_WEIGHT, settings.late_reach)
        joined += pairs + [[index] for index in left]
    return joined


def _pair_up(
    indices: Sequence[Index], edges: Edges, length_weight: float, reach: float
) -> tuple[list[Group], list[Index]]:
    """Pairs one to one, the best fit first, and the rest."""
    fits = []
    for i, j in likely_opposites([index.spot for index in indices]):
        misfit = opposite_misfit(indices[i].spot, indices[j].spot, length_weight)
        # The ease is at most 1, and takes longer.
        if misfit >= reach or edges.cover_an_end(indices[i].spot, indices[j].spot):
            continue
        if (eased := misfit / likeness_to_ease(indices[i], indices[j])) < reach:
            fits.append((eased, i, j))
    partner: dict[int, int] = {}
    for _, i, j in sorted(fits):
        if i not in partner and j not in partner:
            partner[i], partner[j] = j, i
    pairs = [[one, indices[partner[i]]] for i, one in enumerate(indices) if partner.get(i, -1) > i]
    return pairs, [one for i, one in enumerate(indices) if i not in partner]


def join_between(groups: Sequence[Group], settings: Settings) -> list[Group]:
    """Join single indices to a paired card when they are in its other two corners."""
    pairs = [list(group) for group in groups if len(group) > 1]
    left = []
    for group in groups:
        if len(group) == 1:
            like = [(i, pair) for i, pair in enumerate(pairs) if not contradict(group[0], pair[0])]
            misfit, best = min(((between_misfit(group[0].spot, pair), i) for i, pair in like), default=(1.0, 0))
            if misfit < settings.pair_reach * 0.6:
                pairs[best].append(group[0])
            else:
                left.append(group)
    return pairs + left


def between_misfit(spot: Spot, pair: Sequence[Index]) -> float:
    """How far a spot is from the corners of a card between those of the pair, as a share of half its diagonal."""
    one, other = pair[0].spot, pair[1].spot
    down, _ = axes(one, other)
    if abs(dot(spot.upward, down)) < 0.85 * spot.half_height:
        return math.inf
    half = (other.at - one.at) / 2
    corner, off = other_diagonal(half, down), spot.at - (one.at + other.at) / 2
    return min(abs(off - corner), abs(off + corner)) / max(abs(half), 1.0)


def spots_to_outline(spots: Sequence[Spot]) -> tuple[Point, ...]:
    """Four corners, clockwise on an upright card from its top left, from one or more of its indices.

    Lengths along and across the card come from the index's own direction; where two opposite indices
    were seen, their middle is the card's.
    """
    middle = sum(middle_of(spot) for spot in spots) / len(spots)
    down = _direction(spots)
    right = down * -1j
    below = down * fmean(abs(dot(spot.arrow, down)) + TO_END * spot.half_height for spot in spots)
    beside = right * fmean(abs(dot(spot.arrow, right)) + TO_SIDE * spot.half_height for spot in spots)
    corners = middle - below - beside, middle - below + beside, middle + below + beside, middle + below - beside
    return tuple((corner.real, corner.imag) for corner in corners)


def _direction(spots: Sequence[Spot]) -> complex:
    """Return the direction down the card from the first spot: the mean of all, those on their heads turned round."""
    first = -spots[0].upward
    downs = (-spot.upward for spot in spots)
    total = sum(down if dot(down, first) >= 0 else -down for down in downs)
    return total / max(abs(total), 1e-6)


NEAR = 1.5
"""The long side of a card is about this many times the distance from a corner to its middle."""

LOOSE = 0.5
"""From this misfit on the two indices of a card are not sure to be one card's."""

HALVES = 1.5
"""Up to this misfit two single indices that say the same may be one card's."""

WIDE, ASLANT = 1.25, 0.35
"""How many times longer or shorter than a card's short edge two of its corners may be apart, and the greatest slope of
the way between them, as a sine."""

VISIBLE = 0.5
"""The chance of being whole below which an index is half covered."""

WITHIN = 0.6
"""How far inside a card an index is that the card would cover, in half heights of the index."""

LIKE = 0.05
"""The least likeness (``indices.likeness``) of an index that may belong to another card than it says."""

Pair = tuple[int, int]


def possible_halves(
    cards: Sequence[Sequence[Index]], names: Sequence[Card | None], worth: Sequence[tuple[float, ...]]
) -> set[int]:
    """The numbers of cards that may be two counted as one, or one counted a second time.

    Of two that say the same the one that is less ``worth`` may be no card of its own: if both stand to each other
    somewhat like opposite corners, though not well enough to be paired for that alone; if they may be corners of one
    card with four indices; or if each would lie on the other. So it may if it and a card of another name would lie on
    each other, and what it shows may be read as that name.
    """
    loose = {number for number, indices in enumerate(cards) if _is_loose(indices)}
    named = [number for number, name in enumerate(names) if name is not None]
    twins = [(i, j) for i, j in combinations(named, 2) if names[i] == names[j]]
    halves = [(i, j) for i, j in twins if _are_opposite(cards[i], cards[j]) or _lie_on_each_other(cards[i], cards[j])]
    halves += _torn_apart(cards, twins)
    seconds = {min(pair, key=worth.__getitem__) for pair in twins}
    others = [(i, j) for i in seconds for j in named if names[i] != names[j] and len(cards[i]) <= len(cards[j])]
    misread = {i for i, j in others if _are_alike(cards[i], cards[j]) and _lie_on_each_other(cards[i], cards[j])}
    return loose | {min(pair, key=worth.__getitem__) for pair in halves} | misread


def _are_opposite(one: Sequence[Index], other: Sequence[Index]) -> bool:
    """Return True if both have one index, and these are somewhat like opposite corners."""
    if len(one) != 1 or len(other) != 1:
        return False
    spots = one[0].spot, other[0].spot
    return bool(likely_opposites(spots)) and _misfit(*spots) < HALVES


def _misfit(one: Spot, other: Spot) -> float:
    """How badly two spots fit as opposite corners of a card, with little regard to how far it is."""
    return opposite_misfit(one, other, LEFT_OVER_WEIGHT)


def _torn_apart(cards: Sequence[Sequence[Index]], twins: Sequence[Pair]) -> list[Pair]:
    """Of a deck with four indices: the twins that may be one card, for of both only four were found.

    Where too little is in sight to recognize such a deck, one that points to the left is of one.
    """
    twins = [(i, j) for i, j in twins if len(cards[i]) + len(cards[j]) <= 4]
    if not twins:
        return []
    indices = [index for card in cards for index in card]
    if not has_four_indices([index.spot for index in indices]):
        twins = [(i, j) for i, j in twins if any(points_left(index.spot) for index in (*cards[i], *cards[j]))]
    edges, short = Edges(indices), [edge for card in cards if len(card) > 2 for edge in _short_edges(card)]

    def may_be_one(one: Sequence[Index], other: Sequence[Index]) -> bool:
        alike = [(a.spot, b.spot) for a in one for b in other if are_one_corner(a.spot, b.spot)]
        if not alike:
            return _are_near(one, other)
        # An index that is alone or half covered may point to the wrong side of its card.
        astray = any(len(card) == 1 or all(index.whole < VISIBLE for index in card) for card in (one, other))
        return astray and all(_end_short_edge(*pair, edges, short) for pair in alike)

    return [(i, j) for i, j in twins if may_be_one(cards[i], cards[j])]


def _short_edges(card: Sequence[Index]) -> list[tuple[Spot, Spot]]:
    """Return the pairs of the card's corners that are the same way up."""
    pairs = combinations([index.spot for index in card], 2)
    return [(one, other) for one, other in pairs if stand_alike(one, other) and points_left(one) != points_left(other)]


def _end_short_edge(one: Spot, other: Spot, edges: Edges, short: Sequence[tuple[Spot, Spot]]) -> bool:
    """Return True if the spots are side by side, as far apart as the nearest ``short`` edge is long, none between."""
    if not short or edges.part(one, other):
        return False
    way, middle = other.at - one.at, (one.at + other.at) / 2
    begin, end = min(short, key=lambda edge: abs((edge[0].at + edge[1].at) / 2 - middle))
    longer = abs(way) / max(abs(end.at - begin.at), 1.0)
    down = -(one.upward + other.upward)
    return 1 / WIDE < longer < WIDE and abs(dot(way, down)) < ASLANT * abs(way) * abs(down)


def _are_alike(one: Sequence[Index], other: Sequence[Index]) -> bool:
    """Return True if an index of the one may be read as one of the other."""
    return any(likeness(a, b) > LIKE for a in one for b in other)


def _lie_on_each_other(one: Sequence[Index], other: Sequence[Index]) -> bool:
    """Return True if each would cover an index of the other, as no two cards do; three indices place a card."""
    return min(len(one), len(other)) <= 2 and _covers(one, other) and _covers(other, one)


def _covers(card: Sequence[Index], indices: Sequence[Index]) -> bool:
    """Return True if one of the indices is well inside the card's outline."""
    corners = [complex(*point) for point in spots_to_outline([index.spot for index in card])]
    return any(is_inside(index.spot.at, corners, WITHIN * index.spot.half_height) for index in indices)


def is_inside(place: complex, corners: Sequence[complex], margin: float = 0.0) -> bool:
    """Return True if a place is at least ``margin`` inside these corners, which go round clockwise."""
    sides = pairwise([*corners, corners[0]])
    return all(dot(place - one, (other - one) * 1j) >= margin * abs(other - one) for one, other in sides)


def _are_near(one: Sequence[Index], other: Sequence[Index]) -> bool:
    """Return True if two indices of theirs are as near each other as one card's corners may be."""
    apart = min(abs(a.spot.at - b.spot.at) for a in one for b in other)
    return apart < NEAR * max(abs(index.spot.arrow) for index in (*one, *other))


def _is_loose(indices: Sequence[Index]) -> bool:
    """Return True if a pair was joined by its text alone, neither as opposite corners nor as those of one side."""
    if len(indices) != 2:
        return False
    one, other = (index.spot for index in indices)
    return min(_misfit(one, other), own_misfit(one, other)) >= LOOSE
