"""Decks with an index in every corner: indices → cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations

import numpy as np

from companion.vision.stages.corners import (
    LATE_REACH,
    are_one_corner,
    deck_size,
    group_by_middle,
    own_misfit,
    points_left,
    stand_alike,
)
from companion.vision.stages.crossing import EXACT_CORNER, OPEN_CORNER, crossed, fourth_misfit
from companion.vision.stages.edges import Edges
from companion.vision.stages.geometry import Vector, middle_of
from companion.vision.stages.guesses import Index, contradict, indices_to_name, likenesses_to_ease
from companion.vision.stages.rectangles import find_rectangles
from companion.vision.stages.spots import Spot

Group = list[Index]

ONE_MIDDLE = 0.3
"""Two parts of a card with four indices point at middles that are not farther apart, as a share of their vectors."""


def are_parted(one: Spot, other: Spot, edges: Edges) -> bool:
    """Whether two spots can't be two corners of one card: they are the same corner of two, or of no edge."""
    return are_one_corner(one, other) or edges.part(one, other)


def join_four(indices: Sequence[Index], edges: Edges) -> tuple[list[Group], list[Index]]:
    """Cards of which four indices were found, and the indices that belong to none."""

    def differ(one: Index, other: Index) -> bool:
        return contradict(one, other) or are_parted(one.spot, other.spot, edges)

    rectangles = [
        rectangle
        for rectangle in find_rectangles(_spots(indices))
        if not any(differ(indices[i], indices[j]) for i, j in combinations(rectangle, 2))
    ]
    taken = {number for rectangle in rectangles for number in rectangle}
    rest = [index for number, index in enumerate(indices) if number not in taken]
    return [[indices[number] for number in rectangle] for rectangle in rectangles], rest


def corners_to_cards(indices: Sequence[Index], whole: Sequence[Group], edges: Edges) -> list[Group]:
    """The indices that are left beside the ``whole`` cards, grouped by card."""
    return join_one_middle(join_fourth(join_crossed(join_corners(indices, whole, edges)), edges), edges)


def join_corners(indices: Sequence[Index], whole: Sequence[Group], edges: Edges) -> list[Group]:
    """The indices that are left beside the ``whole`` cards of a deck with four indices a card."""
    if not indices:
        return []
    spots = _spots(indices)
    names = [indices_to_name([index])[0] for index in indices]
    size = deck_size(spots, [_spots(group) for group in whole])
    groups = group_by_middle(spots, size, names, likenesses_to_ease(indices), partial(are_parted, edges=edges))
    return [[indices[number] for number in group] for group in groups]


def join_crossed(groups: Sequence[Group]) -> list[Group]:
    """Join every two pairs that are the diagonals of one rectangle: two cards can't lie so and show all corners."""
    return _join(groups, lambda one, other: crossed(_spots(one), _spots(other)))


def join_one_middle(groups: Sequence[Group], edges: Edges) -> list[Group]:
    """Join what says the same and points at nearly one middle, if both together have each corner at most once."""
    return _join(groups, lambda one, other: _have_one_middle(one, other, edges))


def join_edge(groups: Sequence[Group], edges: Edges) -> list[Group]:
    """Join every two single indices at the ends of one short edge, where no more is in sight of a card with four."""
    return _join(groups, lambda one, other: _end_one_edge(one, other, edges))


def _end_one_edge(one: Group, other: Group, edges: Edges) -> bool:
    """Whether they say the same and stand alike, and the card's middle lies to the left of just one of them."""
    if len(one) != 1 or len(other) != 1 or indices_to_name(one)[0] != indices_to_name(other)[0]:
        return False
    a, b = one[0].spot, other[0].spot
    if not stand_alike(a, b) or points_left(a) == points_left(b) or are_parted(a, b, edges):
        return False
    return own_misfit(a, b) < LATE_REACH


def _join(groups: Sequence[Group], belong: Callable[[Group, Group], bool]) -> list[Group]:
    """Each group joined to the first before it that it belongs to."""
    joined: list[Group] = []
    for group in groups:
        fellow = next((other for other in joined if belong(other, group)), None)
        if fellow is None:
            joined.append(list(group))
        else:
            fellow += group
    return joined


def _spots(indices: Sequence[Index]) -> list[Spot]:
    return [index.spot for index in indices]


def join_fourth(groups: Sequence[Group], edges: Edges) -> list[Group]:
    """Let a single index join the card whose three others leave open the corner where it is."""
    joined = [list(group) for group in groups if len(group) > 1]
    threes = [group for group in joined if len(group) == 3]
    for group in groups:
        if len(group) == 1:
            misfit, number = min(
                ((_open_misfit(group[0], three, edges), n) for n, three in enumerate(threes)), default=(1.0, 0)
            )
            if misfit < OPEN_CORNER:
                threes.pop(number).append(group[0])
            else:
                joined.append(list(group))
    return joined


def _open_misfit(index: Index, three: Group, edges: Edges) -> float:
    """How far the index is from the corner that the three leave open; infinite where it can't be the fourth."""
    spots = _spots(three)
    if any(are_parted(index.spot, spot, edges) for spot in spots):
        return float("inf")
    misfit = fourth_misfit(index.spot, spots)
    if misfit < OPEN_CORNER:
        return float("inf") if contradict(index, three[0]) else misfit
    exact = fourth_misfit(index.spot, spots, inwards=-1.0)
    same = indices_to_name([index])[0] == indices_to_name(three)[0]
    return exact if same and exact < EXACT_CORNER else float("inf")


def _have_one_middle(one: Group, other: Group, edges: Edges) -> bool:
    if len(one) + len(other) > 4 or indices_to_name(one)[0] != indices_to_name(other)[0]:
        return False
    if any(are_parted(a.spot, b.spot, edges) for a in one for b in other):
        return False
    longest = max(float(np.hypot(*index.spot.to_centre)) for index in (*one, *other))
    return float(np.hypot(*np.subtract(_middle(one), _middle(other)))) < ONE_MIDDLE * longest


def _middle(group: Group) -> Vector:
    """Where the indices point at on an average."""
    return np.asarray(np.mean([middle_of(index.spot) for index in group], axis=0))
