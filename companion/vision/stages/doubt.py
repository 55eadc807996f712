"""Which cards a person should look at although they can be read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from companion.cards import Card
from companion.vision.stages.corners import are_one_corner, has_four_indices, own_misfit, points_left
from companion.vision.stages.geometry import LEFT_OVER_WEIGHT, likely_opposites, opposite_misfit
from companion.vision.stages.guesses import Index
from companion.vision.stages.spots import Spot

NEAR = 1.5
"""The long side of a card is about so many times as long as the way from a corner to its middle."""

LOOSE = 0.5
"""From this misfit on the two indices of a card are not sure to be one card's."""

HALVES = 1.5
"""Up to this misfit two single indices that say the same may be one card's."""


def possible_halves(cards: Sequence[Sequence[Index]], names: Sequence[Card | None]) -> set[int]:
    """The numbers of cards that may be one card counted twice, or two counted as one.

    Two indices say the same and stand to each other somewhat like opposite corners, though not well enough to be
    paired for that alone; or, on a deck with four indices a card, two groups say the same that may be one card's.
    """
    loose = {number for number, indices in enumerate(cards) if _is_loose(indices)}
    single = [number for number, indices in enumerate(cards) if len(indices) == 1 and names[number] is not None]
    spots = [cards[number][0].spot for number in single]
    opposite = [(i, j) for i, j in likely_opposites(spots) if _misfit(spots[i], spots[j]) < HALVES]
    pairs = [(single[i], single[j]) for i, j in opposite]
    return loose | {number for i, j in pairs if names[i] == names[j] for number in (i, j)} | _torn_apart(cards, names)


def _misfit(one: Spot, other: Spot) -> float:
    """How badly two spots fit as opposite corners of a card, with little regard to how far it is."""
    return opposite_misfit(one, other, LEFT_OVER_WEIGHT)


def _torn_apart(cards: Sequence[Sequence[Index]], names: Sequence[Card | None]) -> set[int]:
    """Of a deck with four indices: the cards that may be one with a twin near, for of both only four were found.

    Where too little is in sight to tell such a deck, one that points to the left is of one.
    """
    four = has_four_indices([index.spot for indices in cards for index in indices])
    named = [number for number, name in enumerate(names) if name is not None]
    twins = [(i, j) for i, j in combinations(named, 2) if names[i] == names[j]]
    twins = [(i, j) for i, j in twins if four or any(points_left(index.spot) for index in (*cards[i], *cards[j]))]
    near = [(i, j) for i, j in twins if _may_be_one(cards[i], cards[j])]
    return {number for pair in near for number in pair}


def _may_be_one(one: Sequence[Index], other: Sequence[Index]) -> bool:
    """Whether both together may be the indices of one card."""
    if len(one) + len(other) > 4 or any(are_one_corner(a.spot, b.spot) for a in one for b in other):
        return False
    return _are_near(one, other)


def _are_near(one: Sequence[Index], other: Sequence[Index]) -> bool:
    """Whether two indices of theirs stand no farther from each other than one card's corners may."""
    apart = min(np.hypot(a.spot.x - b.spot.x, a.spot.y - b.spot.y) for a in one for b in other)
    return bool(apart < NEAR * max(np.hypot(*index.spot.to_centre) for index in (*one, *other)))


def _is_loose(indices: Sequence[Index]) -> bool:
    """Whether a pair was joined because it says the same, neither as opposite corners nor as those of one side."""
    if len(indices) != 2:
        return False
    one, other = (index.spot for index in indices)
    return min(_misfit(one, other), own_misfit(one, other)) >= LOOSE
