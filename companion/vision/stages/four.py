"""Decks with an index in every corner: indices → cards."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations, permutations

from companion.vision.stages.geometry import (
    LATE_REACH,
    TO_END,
    TO_SIDE,
    are_one_corner,
    axes,
    deck_size,
    dot,
    group_by_middle,
    likely_opposites,
    middle_of,
    opposite_misfit,
    other_diagonal,
    own_misfit,
    points_left,
    stand_alike,
)
from companion.vision.stages.indices import Index, contradict, indices_to_name, likeness_to_ease
from companion.vision.stages.spots import Spot

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
    middle: complex
    half: complex
    down: complex
    misfit: float
    """How badly the spots' own vectors fit it."""

    @cached_property
    def length(self) -> float:
        return abs(self.half)

    def is_shaped_like(self, other: Diagonal) -> bool:
        """Return True if both would be diagonals of cards of one size, within a fifth."""
        along = dot(self.half, self.down) / dot(other.half, other.down)
        across = dot(self.half, self.down * -1j) / dot(other.half, other.down * -1j)
        return 0.8 < along < 1.25 and 0.8 < across < 1.25


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
    """Return every two diagonals whose middles nearly meet, each pair in their order."""
    by_place = sorted(range(len(diagonals)), key=lambda number: diagonals[number].middle.real)
    places = [diagonals[number].middle.real for number in by_place]
    pairs = []
    for number, one in enumerate(diagonals):
        reach = REACH * max(one.length, 1.0)
        first, end = bisect_left(places, one.middle.real - reach), bisect_right(places, one.middle.real + reach)
        near = [diagonals[other] for other in by_place[first:end] if other > number]
        pairs += [(one, other) for other in near if abs(one.middle - other.middle) < reach]
    return pairs


def rectangle_misfit(one: Diagonal, other: Diagonal) -> float:
    """How far two diagonals are from being those of one upright rectangle, as a share of their length."""
    length = max(one.length, 1.0)
    apart = abs(one.middle - other.middle)
    if apart > REACH * length:
        return math.inf
    mirrored = other_diagonal(one.half, one.down)
    half = other.half if dot(one.down, other.down) > 0 else -other.half
    off = abs(mirrored - half) * 0.4
    if off > REACH * length:
        return math.inf
    own = min(one.misfit, other.misfit)
    return max(apart, off) / length + own * OWN_WEIGHT if own < MOST_OWN else math.inf


def _has_cards_of_its_own(one: Diagonal, other: Diagonal, settled: Sequence[Diagonal]) -> bool:
    """Return True if a spot of the worse diagonal is well paired elsewhere, in a card like the better diagonal's.

    In a row of cards the neighbours' indices make a rectangle about each card, but they have their own.
    """
    better, worse = sorted((one, other), key=lambda diagonal: diagonal.misfit)
    return any(
        {worse.one, worse.other} & {own.one, own.other} and own is not worse and own.is_shaped_like(better)
        for own in settled
    )


def _diagonal(i: int, one: Spot, j: int, other: Spot) -> Diagonal | None:
    """The diagonal from the upright one of two spots to the other, if the card would have a likely size and shape."""
    if dot(one.upward, other.upward) > -0.85 * one.half_height * other.half_height:
        return None
    down, right = axes(one, other)
    half = (other.at - one.at) / 2
    length = abs(half)
    guess = (abs(one.arrow) + abs(other.arrow)) / 2
    if not 0.7 * guess < length < 1.9 * guess or abs(dot(half, right)) < 0.35 * length:
        return None
    # A spot and its opposite can be named either way round; the upright one is the upper one.
    if dot(half, down) < 0.35 * length:
        return None
    return Diagonal(i, j, (one.at + other.at) / 2, half, down, opposite_misfit(one, other))


SAME_MIDDLE, SAME_SHAPE = 0.25, 0.5
"""How far two diagonals of one card may miss each other, as a share of half their length."""

OPEN_CORNER, INWARDS = 0.3, 0.5
"""The greatest distance of a fourth from the open corner of three, and its least cosine towards the middle."""

EXACT_CORNER = 0.15
"""So near to it, one that says the same as the three may point anywhere but to where one of them does."""

RIGHT_THERE = 0.04
"""So near to it, there too. Of rendered twins the nearest was .06 away, of fourth corners .03."""


def crossed(one: Sequence[Spot], other: Sequence[Spot]) -> bool:
    """Return True if two pairs of spots are the diagonals of one upright rectangle.

    Of a card with four indices one diagonal's point to the right and the other's to the left; of two cards pushed over
    each other both diagonals may be alike.
    """
    if len(one) != 2 or len(other) != 2 or _count_left(one) == _count_left(other):
        return False
    (middle, half), (other_middle, other_half) = _pair_to_diagonal(one), _pair_to_diagonal(other)
    length = abs(half)
    if abs(middle - other_middle) > SAME_MIDDLE * length:
        return False
    mirrored = other_diagonal(half, axes(one[0], one[1])[0])
    return min(abs(mirrored - other_half), abs(mirrored + other_half)) < SAME_SHAPE * length


def fourth_misfit(spot: Spot, card: Sequence[Spot], inwards: float = INWARDS) -> float:
    """Return how far a spot is from the corner that three others of a card leave open, in half diagonals.

    However the card is seen, its corners are nearly those of a parallelogram; so this does not ask which way it stands.
    Infinite if it does not point ``inwards`` so well; -1 lets it point anywhere.
    """
    misfit = math.inf
    for one, other, between in permutations(card, 3):
        if dot(one.upward, other.upward) >= 0 or dot(spot.upward, between.upward) >= 0:
            continue
        open_corner = one.at + other.at - between.at
        half = abs(one.at - other.at) / 2
        way = (one.at + other.at) / 2 - spot.at
        if dot(way, spot.arrow) >= inwards * abs(way) * abs(spot.arrow):
            misfit = min(misfit, abs(open_corner - spot.at) / max(half, 1.0))
    return misfit


def _count_left(pair: Sequence[Spot]) -> int:
    return sum(points_left(spot) for spot in pair)


def _pair_to_diagonal(pair: Sequence[Spot]) -> tuple[complex, complex]:
    one, other = pair
    return (one.at + other.at) / 2, (other.at - one.at) / 2


LEAST_REAL = 0.9
"""The chance of being an index from which a spot shows a card above."""

MOST_UNLIKE = 1.4
"""The largest ratio of the heights of two indices whose cards are on each other."""

BESIDE = 1.0
"""How far an index on an edge may be beside it, and must be from both its corners, in half heights of the indices."""

ASTRAY = 0.5
"""The distance beyond a card's edge up to which a spot is covered, in half heights as well."""

INSIDE = 0.5
"""How far inside a card an index is of a card on top, in half heights from the nearer corner's index."""

NEAREST = 0.6
"""The two corners of an edge are at least so far apart, as a share of their vectors."""


class Edges:
    """All indices of a photograph, to find which two of them can't be the corners of one edge."""

    def __init__(self, indices: Sequence[Index]) -> None:
        spots = [index.spot for index in indices if index.real >= LEAST_REAL]
        self._ends = [(spot.at, spot.half_height, axes(spot)[0], points_left(spot)) for spot in spots]

    def part(self, one: Spot, other: Spot) -> bool:
        """Return True if two spots are the same way up and too near for an edge, or have an index between them."""
        if not stand_alike(one, other):
            return False
        length = abs(other.at - one.at)
        near = NEAREST * (abs(one.arrow) + abs(other.arrow)) / 2
        return length < near or self._stands_between(one, other)

    def _stands_between(self, one: Spot, other: Spot) -> bool:
        edge = other.at - one.at
        length, high = abs(edge), (one.half_height + other.half_height) / 2
        ahead, beside = edge / max(length, 1.0), BESIDE * high
        for at, its_high, down, _ in self._ends:
            if not beside < dot(at - one.at, ahead) < length - beside or abs(dot(at - one.at, ahead * -1j)) >= beside:
                continue
            # The edge leaves both spots on the side of the card that lies there, so that it may cover them.
            reaches = all(dot(spot.at - at, down) > -ASTRAY * high for spot in (one, other))
            if reaches and max(its_high / high, high / its_high) < MOST_UNLIKE:
                return True
        return False

    def cover_an_end(self, one: Spot, other: Spot) -> bool:
        """Return True if the card with these opposite corners would be covered at one of them by a card above it.

        An index inside a card's outline is of a card above it, and all cards are of one size: the one that the two
        spots give. One that points to the other side says nothing: it may be the card's own third.
        """
        if dot(one.upward, other.upward) >= 0:
            return False
        up = (one.upward - other.upward) / 2
        to_left, opposite = points_left(one), (one.at - other.at) / up
        return any(
            _spans((at - one.at) / -up, opposite, -INSIDE)
            and any(_spans((end.at - at) / (down * high), opposite, TO_SIDE) for end in (one, other))
            for at, high, down, its_left in self._ends
            if its_left == to_left
        )


def _spans(place: complex, opposite: complex, beside: float) -> bool:
    """Return True if a card with its indices at 0 and ``opposite``, ``beside`` wider on each side, spans the place.

    All in half heights of the index; real is down the card.
    """
    left, right = sorted((0.0, opposite.imag))
    return -TO_END < place.real < opposite.real + TO_END and left - beside < place.imag < right + beside


Group = list[Index]

ONE_MIDDLE = 0.3
"""Two parts of a card with four indices point at middles that are not farther apart, as a share of their vectors."""


def are_parted(one: Spot, other: Spot, edges: Edges) -> bool:
    """Return True if two spots can't be two corners of one card: they are the same corner of two, or of no edge."""
    return are_one_corner(one, other) or edges.part(one, other) or edges.cover_an_end(one, other)


def join_four(indices: Sequence[Index], edges: Edges) -> tuple[list[Group], list[Index]]:
    """Join cards of which four indices were found; return them and the indices left over."""

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
    groups = group_by_middle(
        spots, size, names, lambda i, j: likeness_to_ease(indices[i], indices[j]), partial(are_parted, edges=edges)
    )
    return [[indices[number] for number in group] for group in groups]


def join_crossed(groups: Sequence[Group]) -> list[Group]:
    """Join every two pairs that are the diagonals of one rectangle, as two cards in that place would hide a corner."""
    return _join(groups, lambda one, other: crossed(_spots(one), _spots(other)))


def join_one_middle(groups: Sequence[Group], edges: Edges) -> list[Group]:
    """Join what says the same and points at nearly one middle, if both together have each corner at most once."""
    return _join(groups, lambda one, other: _have_one_middle(one, other, edges))


def join_sides(groups: Sequence[Group], edges: Edges) -> list[Group]:
    """Join what points at one middle from both sides of a card, where too few are in sight to know a deck with four."""
    return _join(groups, lambda one, other: _are_both_sides(one, other) and _have_one_middle(one, other, edges))


def _are_both_sides(one: Group, other: Group) -> bool:
    """Return True if the card's middle is to the left of all indices of just one of them, as they are turned."""
    lefts = {frozenset(points_left(index.spot) for index in group) for group in (one, other)}
    return lefts == {frozenset({True}), frozenset({False})}


def join_edge(groups: Sequence[Group], edges: Edges) -> list[Group]:
    """Join every two single indices at the ends of one short edge, where no more is in sight of a card with four."""
    return _join(groups, lambda one, other: _end_one_edge(one, other, edges))


def _end_one_edge(one: Group, other: Group, edges: Edges) -> bool:
    """Return True if they say the same, are the same way up, and only one has its card's middle to the left."""
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
    """Join a single index to the card whose three others leave open the corner where it is."""
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
    """How far the index is from the corner that the three leave open; infinite where it can't be the fourth.

    One that says the same may point elsewhere. Even to where one of the three does, right at that corner: a twin would
    have to lie there by chance, hide the corner and show no other of its own.
    """
    spots = _spots(three)
    if contradict(index, three[0]) or any(edges.part(index.spot, spot) for spot in spots):
        return math.inf
    exact = fourth_misfit(index.spot, spots, inwards=-1.0)
    one_corner = any(are_one_corner(index.spot, spot) for spot in spots)
    same = indices_to_name([index])[0] == indices_to_name(three)[0]
    if same and exact < (RIGHT_THERE if one_corner else EXACT_CORNER):
        return exact
    return math.inf if one_corner else fourth_misfit(index.spot, spots)


def _have_one_middle(one: Group, other: Group, edges: Edges) -> bool:
    if len(one) + len(other) > 4 or indices_to_name(one)[0] != indices_to_name(other)[0]:
        return False
    if any(are_parted(a.spot, b.spot, edges) for a in one for b in other):
        return False
    longest = max(abs(index.spot.arrow) for index in (*one, *other))
    return abs(_middle(one) - _middle(other)) < ONE_MIDDLE * longest


def _middle(group: Group) -> complex:
    """Return the average place that the indices point at."""
    return sum(middle_of(index.spot) for index in group) / len(group)
