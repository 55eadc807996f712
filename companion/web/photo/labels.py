"""The places of the cards' names over a photo: clear of other cards and names, if there is room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import hypot, inf
from typing import NamedTuple

from companion.web.photo.checked import Point

Outline = Sequence[Point]

OF_CARD = 0.22
"""The height of a name's letters, as a share of its card's width,"""
LEAST, MOST = 0.036, 0.055
"""and within which shares of the photo's width: on a phone that is 12 to 19 pixels."""
LETTER, EDGE = 0.34, 0.05
"""Half the width of a letter and how far its dark edge reaches, in heights of letters."""
SMALLER = 0.75
"""The size of the numbers, relative to the name."""
ABOVE, BELOW, BELOW_NUMBERS = 0.6, 0.6, 1.3
"""The height of a name above and below its middle, without and with the numbers of its melds, in heights of letters."""
ACROSS, DOWN = 0.2, -0.06
"""The first choice of a name's place, in shares of the card's edges: a fan still shows that corner."""
STEPS = 9
"""The maximum distance of a name from its card, in heights of letters."""
ON_NAME, ON_CARD, OVER_CARD = 8.0, 3.0, 1.0
"""The costs of covering another name or card, and of a line over another card,"""
AWAY, OTHER_END, OTHER_PLACE = 0.25, 1.5, 0.1
"""of each step away, of the lower end, and of another place along the end."""
ROUNDS = 6


class Plate(NamedTuple):
    """The box of a name, in pixels of the photo."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Its corners, one after the other around it."""
        return (self.left, self.top), (self.right, self.top), (self.right, self.bottom), (self.left, self.bottom)

    def nearest(self, point: Point) -> Point:
        """Its nearest point to a point."""
        return min(max(point[0], self.left), self.right), min(max(point[1], self.top), self.bottom)


@dataclass(frozen=True)
class Label:
    """The place of a card's name, in pixels of the photo."""

    x: int
    y: int
    """The middle of its first line,"""
    size: int
    """the height of its letters,"""
    numbers_size: int
    """and of the numbers below it."""
    box: Plate
    lead: tuple[Point, Point] | None = None
    """The line to its card, if it is apart from it."""


@dataclass(frozen=True)
class Candidate:
    """A place for a name, the cost of its distance from the card, and the outlines of the other cards."""

    label: Label
    away: float
    others: Sequence[Outline]

    @cached_property
    def cost(self) -> float:
        """The cost without other names."""
        box, lead = self.label.box.corners, self.label.lead or ()
        on_cards = sum(ON_CARD * _meet(box, other) + OVER_CARD * _meet(lead, other) for other in self.others)
        return self.away + on_cards


class Name(NamedTuple):
    """A card's name, the numbers below it, three quarters as large, and the outline of the card."""

    text: str
    numbers: str
    outline: Outline


def place_labels(names: Sequence[Name], size: tuple[int, int]) -> list[Label]:
    """The places of all names in a photo of this size, in pixels.

    A name is at the upper left of its card's higher end. Where it would cover another card or name, it is placed as
    near as possible, with a line to its card.
    """
    spots = [_spots(number, names, size) for number in range(len(names))]
    taken = [each[0] for each in spots]
    for _ in range(ROUNDS):
        before = list(taken)
        for number, choices in enumerate(spots):
            taken[number] = _cheapest(choices, [spot.label.box for other, spot in enumerate(taken) if other != number])
        if taken == before:
            break
    return [spot.label for spot in taken]


def _cheapest(choices: Sequence[Candidate], names: Sequence[Plate]) -> Candidate:
    """The place that costs least beside the other names; the nearest come first."""
    best, least = choices[0], inf
    for spot in choices:
        if spot.away >= least:
            break
        cost = spot.cost + ON_NAME * sum(_share_covered(name, spot.label.box) for name in names)
        if cost < least:
            best, least = spot, cost
    return best


def _spots(number: int, names: Sequence[Name], size: tuple[int, int]) -> list[Candidate]:
    """Every place for this one of the names, the nearest first."""
    others = [each.outline for other, each in enumerate(names) if other != number]
    spots = [Candidate(label, away, others) for label, away in _places(names[number], size)]
    return sorted(spots, key=lambda spot: spot.away)


def _places(name: Name, size: tuple[int, int]) -> Iterator[tuple[Label, float]]:
    """The places for a name, and how far from the usual each is."""
    (left, top), (right, across), lower, (below, bottom) = outline = _higher_end_first(name.outline)
    letter = _letter(outline, size[0])
    x = left + (right - left) * ACROSS + (below - left) * DOWN
    y = top + (across - top) * ACROSS + (bottom - top) * DOWN
    yield _label(name, (x, y), letter, size), 0.0
    # The corner of the lower end that lies on the side which a fan shows comes first there, too.
    ends = ((outline[0], outline[1], 0.0), (outline[3], lower, OTHER_END))
    for one, other, cost in ends:
        out = _outwards(one, other, outline)
        for place, along in enumerate((ACROSS, 0.0, 0.5, 1 - ACROSS)):
            at = one[0] + (other[0] - one[0]) * along, one[1] + (other[1] - one[1]) * along
            yield _beside(name, at, (-out[0], -out[1]), 0, letter, size), cost + OTHER_PLACE * (place + 1)
            for step in range(STEPS + 1):
                label = _beside(name, at, out, step, letter, size)
                yield label, cost + OTHER_PLACE * place + AWAY * (step + 1)


def _beside(name: Name, at: Point, out: Point, step: int, letter: int, size: tuple[int, int]) -> Label:
    """The name some steps beside a place of a card's edge, in that direction, with its line."""
    high, wide = (ABOVE + _below(name)) * letter, 2 * _half_width(name) * letter
    reach = (abs(out[0]) * wide + abs(out[1]) * high) / 2 + step * letter
    middle = at[0] + out[0] * reach, at[1] + out[1] * reach
    lowered = (ABOVE - _below(name)) / 2 * letter
    label = _label(name, (middle[0], middle[1] + lowered), letter, size)
    return replace(label, lead=(label.box.nearest(at), at)) if step else label


def _label(name: Name, at: Point, letter: int, size: tuple[int, int]) -> Label:
    """The name with its middle there, moved inwards at the photo's edge until it is seen whole."""
    beside, up, down = _half_width(name) * letter, ABOVE * letter, _below(name) * letter
    x = round(max(beside, min(at[0], size[0] - beside)))
    y = round(max(up, min(at[1], size[1] - down)))
    return Label(x, y, letter, round(letter * SMALLER), Plate(x - beside, y - up, x + beside, y + down))


def _half_width(name: Name) -> float:
    return LETTER * max(len(name.text), SMALLER * len(name.numbers)) + EDGE


def _below(name: Name) -> float:
    return BELOW_NUMBERS if name.numbers else BELOW


def _letter(outline: Outline, width: int) -> int:
    (left, top), (right, across), *_ = outline
    of_card = hypot(right - left, across - top) * OF_CARD
    return round(max(width * LEAST, min(of_card, width * MOST)))


def _higher_end_first(outline: Outline) -> Outline:
    return outline if outline[0][1] <= outline[2][1] else (*outline[2:], *outline[:2])


def _outwards(one: Point, other: Point, outline: Outline) -> Point:
    """The direction that leads out of the card across the edge between two of its corners."""
    middle = sum(x for x, _ in outline) / 4, sum(y for _, y in outline) / 4
    edge = (one[0] + other[0]) / 2 - middle[0], (one[1] + other[1]) / 2 - middle[1]
    far = hypot(*edge) or 1.0
    return edge[0] / far, edge[1] / far


def _share_covered(one: Plate, other: Plate) -> float:
    """The share of the smaller of two boxes covered by the other; a little more as soon as they meet."""
    wide = min(one.right, other.right) - max(one.left, other.left)
    high = min(one.bottom, other.bottom) - max(one.top, other.top)
    if wide <= 0 or high <= 0:
        return 0.0
    return 0.5 + wide * high / min((each.right - each.left) * (each.bottom - each.top) for each in (one, other))


def _meet(one: Outline, other: Outline) -> bool:
    """Return True if two convex shapes have a point in common: then no line along their edges parts them."""
    if not one or not other or not (_overlap((1, 0), one, other) and _overlap((0, 1), one, other)):
        return False
    edges = [edge for shape in (one, other) for edge in pairwise((*shape, shape[0]))]
    return all(_overlap((to[1] - at[1], at[0] - to[0]), one, other) for at, to in edges)


def _overlap(along: Point, one: Outline, other: Outline) -> bool:
    """Return True if the shadows of two shapes on a line overlap."""
    first, second = ([x * along[0] + y * along[1] for x, y in shape] for shape in (one, other))
    return max(first) > min(second) and max(second) > min(first)
