"""Places of the indices: photograph → passes → maps → spots, and each spot cut out: spot → crop."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from statistics import median
from typing import NamedTuple

from companion.vision.reading import Settings
from companion.vision.stages.chances import chance_to_logit, logit_to_chance
from companion.vision.stages.levels import MOST_HALVINGS, Levels
from companion.vision.stages.pixels import Maps, Peak, Pixels, maps_to_peaks, resized, warped

STRIDE = 4
LIKELY = 0.5
"""From this heat on a spot shows how large the indices of a photograph are."""

WIDE = 0.6
"""Half the width of an index, as a share of half its height: of the widest, a 10."""

LEAST_HALF = 3.0
"""An index less than this high, in pixels from its middle, can't be read."""

LEAST_SIZE = 4.0
"""The least size that counts when two finds are one index, in pixels of half its height."""

STEP = 16
"""The detector takes pictures whose sides are multiples of this."""


@dataclass(frozen=True)
class Spot:
    """A place that looks like an index. All lengths in pixels of the photograph.

    To compute with, places and vectors are complex numbers: right is real, down imaginary.
    """

    x: float
    y: float
    to_centre: tuple[float, float]
    """From the index to the middle of its card."""
    up: tuple[float, float]
    """The vector from the index's middle to its top: its turn, and half its height."""
    heat: float

    @cached_property
    def at(self) -> complex:
        """The place of its middle."""
        return complex(self.x, self.y)

    @cached_property
    def arrow(self) -> complex:
        """To the middle of its card."""
        return complex(*self.to_centre)

    @cached_property
    def upward(self) -> complex:
        """To its top."""
        return complex(*self.up)

    @cached_property
    def half_height(self) -> float:
        return abs(self.upward)

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Four corners around the index, clockwise from its own upper left."""
        top, bottom, right = self.at + self.upward, self.at - self.upward, self.upward * 1j * WIDE
        corners = top - right, top + right, bottom + right, bottom - right
        return tuple((corner.real, corner.imag) for corner in corners)

    def moved(self, right: float, down: float) -> Spot:
        """Return the spot moved by some pixels."""
        return replace(self, x=self.x + right, y=self.y + down)

    def leant(self, turn: float, size: float) -> Spot:
        """Return an index in this place, turned by ``turn`` radians and ``size`` times as high."""
        up = self.upward * complex(math.cos(turn) * size, math.sin(turn) * size)
        return replace(self, up=(up.real, up.imag))

    def pointing(self, arrow: complex) -> Spot:
        """Return the spot with its card's middle there."""
        return replace(self, to_centre=(arrow.real, arrow.imag))


class Box(NamedTuple):
    """A part of the photograph, in its pixels; right and bottom are outside it.

    Left and top are whole pixels at every level.
    """

    left: int
    top: int
    right: int
    bottom: int

    def at_level(self, halvings: int) -> tuple[int, ...]:
        """Return this part of the photograph halved that many times."""
        return tuple(side >> halvings for side in self)


def whole(photo: Pixels) -> Box:
    """All of the photograph."""
    return Box(0, 0, photo.shape[1], photo.shape[0])


def cards_box(found: Sequence[Spot], photo: Pixels) -> Box:
    """Return the part of the photograph with the cards that the first pass ``found``, and their neighbours.

    A card that it missed is beside or between others, so a margin of half a card is left about them.
    """
    ends = [spot.at + k * spot.arrow for spot in found for k in (0, 2)]
    margin = median(abs(spot.arrow) for spot in found)
    height, width = photo.shape[:2]
    left, right = _widened([end.real for end in ends], margin, width)
    top, bottom = _widened([end.imag for end in ends], margin, height)
    step = 2**MOST_HALVINGS
    left, top = left // step * step, top // step * step
    return Box(left, top, right, bottom) if min(right - left, bottom - top) >= step else whole(photo)


def _widened(places: Sequence[float], margin: float, most: int) -> tuple[int, int]:
    """Return the range of the places with this margin, in whole pixels from 0 to ``most``."""
    low, high = (min(max(side, 0.0), most) for side in (min(places) - margin, max(places) + margin))
    return int(low), math.ceil(high)


def bounded_side(long_side: int, box: Box, photo: Pixels, settings: Settings) -> int:
    """The long side up to ``long_side`` at which the box has at most ``most_pixels``; at least the first pass's."""
    area = (box.right - box.left) * (box.bottom - box.top)
    most = max(photo.shape[:2]) * (settings.most_pixels / max(area, 1)) ** 0.5
    return min(long_side, max(round(most), settings.passes[0]))


def levels_to_pass(levels: Levels, long_side: int, box: Box) -> tuple[Pixels, float]:
    """Return the picture in the box, padded to whole steps, and its scale.

    That is such that the whole photograph had a long side of ``long_side``; it is enlarged at most twice.
    """
    scale = _pass_scale(levels.photo, long_side)
    width, height = (max(1, round(side * scale)) for side in (box.right - box.left, box.bottom - box.top))
    picture, halvings = levels.halved(int(max(0.0, -math.log2(scale))))
    padded = (width + -width % STEP, height + -height % STEP)
    return resized(picture, box.at_level(halvings), (width, height), padded), scale


def _pass_scale(photo: Pixels, long_side: int) -> float:
    return min(long_side / max(photo.shape[:2]), 2.0)


def next_side(found: Sequence[Spot], long_side: int, photo: Pixels, settings: Settings) -> int | None:
    """The long side, up to ``long_side``, at which to search further after the first pass ``found`` so much.

    None if nothing calls for it. One deck is in a photograph: where no index is small, a finer search finds no more
    of them, only clutter; and where they are, it need be no finer than makes the smallest large enough.
    """
    first = _pass_scale(photo, settings.passes[0])
    if _pass_scale(photo, long_side) == first:
        return None
    sizes = [spot.half_height * first for spot in found if spot.heat >= LIKELY]
    if not sizes:
        return long_side
    if long_side < settings.passes[0]:
        return long_side if max(sizes) > settings.large_index else None
    smallest = _tenth(sizes)
    if smallest >= settings.small_index:
        return None
    return min(long_side, round(max(photo.shape[:2]) * first * settings.fine_index / smallest))


def _tenth(sizes: Sequence[float]) -> float:
    """Return the value below which a tenth of the sizes are."""
    ordered = sorted(sizes)
    place = (len(sizes) - 1) / 10
    below = ordered[int(place)]
    return below + (ordered[math.ceil(place)] - below) * (place % 1)


def maps_to_spots(maps: Maps, scale: float, settings: Settings) -> list[Spot]:
    """The peaks of the heat as spots, hottest first; ``scale`` is that of the pass."""
    peaks = maps_to_peaks(maps, chance_to_logit(settings.least_heat), settings.most_spots)
    return [_spot_at(peak, scale) for peak in peaks]


def _spot_at(peak: Peak, scale: float) -> Spot:
    right, down, top_right, top_down = (length / scale for length in peak.vectors)
    x = (peak.column + 0.5 + _lean(peak.beside)) * STRIDE / scale
    y = (peak.row + 0.5 + _lean(peak.along)) * STRIDE / scale
    return Spot(x, y, (right, down), (top_right, top_down), logit_to_chance(peak.logit))


def _lean(logits: Sequence[float]) -> float:
    """Return the place, from -0.5 to 0.5 between the cells, of the peak of a parabola through three of them."""
    if len(logits) < 3:
        return 0.0
    before, peak, after = logits
    bend = before - 2 * peak + after
    return min(max((before - after) / (2 * bend), -0.5), 0.5) if bend < -1e-6 else 0.0


def are_one(one: Spot, other: Spot, settings: Settings) -> bool:
    """Return True if two finds are so near each other that they are one index."""
    size = max(min(one.half_height, other.half_height), LEAST_SIZE)
    return abs(one.at - other.at) < settings.same_spot * size


def merge_spots(spots: Sequence[Spot], settings: Settings) -> list[Spot]:
    """One spot for each index: of several finds at one place, from any pass, the hottest stays."""
    kept: list[Spot] = []
    for spot in sorted((spot for spot in spots if spot.half_height >= LEAST_HALF), key=lambda one: -one.heat):
        farthest = settings.same_spot * max(spot.half_height, LEAST_SIZE)
        near = [other for other in kept if abs(other.at - spot.at) < farthest]
        if not any(are_one(spot, other, settings) for other in near):
            kept.append(spot)
        if len(kept) == settings.most_spots:
            break
    return kept


SEEN_ONCE = 1.0
"""By so much, as a logit, a spot is colder that only one of the searches found."""

ALIKE = 0.5
"""The least cosine between two turns of an index that count as one."""

LEAST_ODDS = 1e-6
"""No heat counts as nearer to none or to certainty."""

Point = tuple[float, float]


def searches_to_spots(first: Sequence[Spot], second: Sequence[Spot], settings: Settings) -> list[Spot]:
    """The spots of both searches, hottest first: one that both found halfway between, any other colder."""
    spots = (spot for spot in _joined(first, list(second), settings) if spot.heat >= settings.least_heat)
    return merge_spots(list(spots), settings)


def _joined(first: Sequence[Spot], free: list[Spot], settings: Settings) -> Iterator[Spot]:
    """Yield each spot of the first search with the nearest free one of the second, and the spots left over."""
    for spot in first:
        nearest = min(free, key=partial(_apart, spot), default=None)
        if nearest and are_one(spot, nearest, settings):
            free.remove(nearest)
            yield _halfway(spot, nearest)
        else:
            yield _seen_once(spot)
    yield from map(_seen_once, free)


def _apart(one: Spot, other: Spot) -> float:
    return abs(other.at - one.at)


def _halfway(one: Spot, other: Spot) -> Spot:
    """The spot between two: place and vectors are their means, and the heat is that of their mean logit.

    Where their turns differ too much for a mean, the hotter decides.
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
    return logit_to_chance(logit)


CROP_WIDTH, CROP_HEIGHT = 48, 64
CROP_REACH = 1.45
"""A crop reaches this many half heights up and down from the index's middle."""


def spot_to_crop(levels: Levels, spot: Spot) -> Pixels:
    """The index at ``spot`` upright and 48 × 64."""
    return cut_around(levels, spot, CROP_REACH)


def cut_around(levels: Levels, spot: Spot, reach: float) -> Pixels:
    """Cut out the surroundings of an index, upright and 48 × 64, as many half heights up and down as ``reach``."""
    step = reach / (CROP_HEIGHT / 2)
    down, right = -spot.upward * step, spot.upward * 1j * step
    corner = spot.at - right * (CROP_WIDTH / 2 - 0.5) - down * (CROP_HEIGHT / 2 - 0.5)
    return cut_out(levels, right, down, corner, (CROP_WIDTH, CROP_HEIGHT))


def cut_out(levels: Levels, across: complex, down: complex, corner: complex, size: tuple[int, int]) -> Pixels:
    """A picture of ``size``, width and height, taken from the level that needs the least shrinking.

    Its first pixel is at ``corner`` of the photograph, the next one to the right ``across`` from there, the next one
    below ``down``.
    """
    picture, halvings = levels.halved(_halvings_for(abs(down)))
    share = 2**halvings
    return warped(picture, across / share, down / share, corner / share, size)


def _halvings_for(step: float) -> int:
    """How often the photograph may be halved before something this many pixels high would have to be enlarged."""
    return int(math.log2(max(step, 1.0)))
