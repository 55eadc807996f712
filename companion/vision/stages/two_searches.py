"""What two searches of one photograph at different sizes found, taken together: each errs in its own way."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from companion.vision.settings import Settings
from companion.vision.stages.chances import chance_to_logit, logits_to_chances
from companion.vision.stages.spots import Spot, merge_spots, same_within

SEEN_ONCE = 1.0
"""By so much, as a logit, a spot is colder that only one of the searches found."""

ALIKE = 0.5
"""Two ways in which an index may stand are no different ones, if the cosine between them is no less."""

LEAST_ODDS = 1e-6
"""No heat counts as nearer to none or to certainty."""

Point = tuple[float, float]


def searches_to_spots(first: Sequence[Spot], second: Sequence[Spot], settings: Settings) -> list[Spot]:
    """The spots of both searches, hottest first: one that both found halfway between, any other colder."""
    spots = (spot for spot in _joined(first, list(second), settings) if spot.heat >= settings.least_heat)
    return merge_spots(list(spots), settings)


def _joined(first: Sequence[Spot], free: list[Spot], settings: Settings) -> Iterator[Spot]:
    """Each spot of the first search with the nearest of the second that is still free, and those that are left."""
    for spot in first:
        nearest = min(free, key=partial(_apart, spot), default=None)
        if nearest and _apart(spot, nearest) < same_within(spot.half_height, nearest.half_height, settings):
            free.remove(nearest)
            yield _halfway(spot, nearest)
        else:
            yield _seen_once(spot)
    yield from map(_seen_once, free)


def _apart(one: Spot, other: Spot) -> float:
    return math.hypot(other.x - one.x, other.y - one.y)


def _halfway(one: Spot, other: Spot) -> Spot:
    """The spot between two: place and vectors are their means, and the heat is that of their mean logit.

    Where they say that it stands in quite different ways, which have no mean, it stands as the hotter says.
    """
    x, y = _middle((one.x, one.y), (other.x, other.y))
    heat = _heat((chance_to_logit(one.heat, LEAST_ODDS) + chance_to_logit(other.heat, LEAST_ODDS)) / 2)
    if one.up[0] * other.up[0] + one.up[1] * other.up[1] < ALIKE * one.half_height * other.half_height:
        return replace(max(one, other, key=lambda spot: spot.heat), x=x, y=y, heat=heat)
    return Spot(x, y, _middle(one.to_centre, other.to_centre), _middle(one.up, other.up), heat)


def _middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _seen_once(spot: Spot) -> Spot:
    return replace(spot, heat=_heat(chance_to_logit(spot.heat, LEAST_ODDS) - SEEN_ONCE))


def _heat(logit: float) -> float:
    return float(logits_to_chances(logit))
