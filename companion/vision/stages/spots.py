"""Where the indices are: photograph → passes → maps → spots, and each spot cut out: spot → crop."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt
from numpy.typing import ArrayLike

from companion.vision.reading import Settings
from companion.vision.stages.chances import chance_to_logit, logits_to_chances
from companion.vision.stages.levels import MOST_HALVINGS, Levels, Pixels

Maps = npt.NDArray[np.float32]

STRIDE = 4
LIKELY = 0.5
"""From this heat on a spot shows how large the indices of a photograph are."""

WIDE = 0.6
"""Half the width of an index, as a share of half its height: of the widest, a 10."""

LEAST_HALF = 3.0
"""An index less than this high, in pixels from its middle, can't be read."""

LEAST_SIZE = 4.0
"""Where two finds are one index, each counts as at least so large, in pixels of half its height."""

STEP = 16
"""The detector takes pictures whose sides are multiples of this."""


@dataclass(frozen=True)
class Spot:
    """A place that looks like an index. All lengths in pixels of the photograph."""

    x: float
    y: float
    to_centre: tuple[float, float]
    """From the index to the middle of its card."""
    up: tuple[float, float]
    """From the index's middle to its top: which way it stands and half its height."""
    heat: float

    @property
    def half_height(self) -> float:
        return float(np.hypot(*self.up))

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Four corners around the index, clockwise from its own upper left."""
        right = np.array([-self.up[1], self.up[0]]) * WIDE
        ends = [np.add((self.x, self.y), self.up), np.subtract((self.x, self.y), self.up)]
        corners = ends[0] - right, ends[0] + right, ends[1] + right, ends[1] - right
        return tuple((float(x), float(y)) for x, y in corners)

    def moved(self, right: float, down: float) -> Spot:
        """The same spot moved by some pixels."""
        return replace(self, x=self.x + right, y=self.y + down)

    def leant(self, turn: float, size: float) -> Spot:
        """The same place as an index turned by ``turn`` radians and ``size`` times as high."""
        cos, sin = np.cos(turn) * size, np.sin(turn) * size
        x, y = self.up
        return replace(self, up=(float(x * cos - y * sin), float(x * sin + y * cos)))


class Box(NamedTuple):
    """A part of the photograph, in its pixels; right and bottom lie outside it.

    Left and top are whole pixels at every level.
    """

    left: int
    top: int
    right: int
    bottom: int

    def of(self, photo: Pixels, halvings: int = 0) -> Pixels:
        """What the photograph, halved ``halvings`` times, shows there."""
        left, top, right, bottom = (side >> halvings for side in self)
        return photo[top:bottom, left:right]


def whole(photo: Pixels) -> Box:
    """All of the photograph."""
    return Box(0, 0, photo.shape[1], photo.shape[0])


def cards_box(found: Sequence[Spot], photo: Pixels) -> Box:
    """The part of the photograph where all cards lie of which the first pass ``found`` an index, and their neighbours.

    A card that it missed lies beside or between others, so a margin of half a card is left about them.
    """
    ends = np.array(
        [(spot.x + k * spot.to_centre[0], spot.y + k * spot.to_centre[1]) for spot in found for k in (0, 2)]
    )
    margin = float(np.median([np.hypot(*spot.to_centre) for spot in found]))
    size = np.array(photo.shape[1::-1])
    low, high = np.clip(ends.min(axis=0) - margin, 0, size), np.clip(ends.max(axis=0) + margin, 0, size)
    step = 2**MOST_HALVINGS
    left, top = (int(side) // step * step for side in low)
    right, bottom = (int(side) for side in np.ceil(high))
    return Box(left, top, right, bottom) if min(right - left, bottom - top) >= step else whole(photo)


def bounded_side(long_side: int, box: Box, photo: Pixels, settings: Settings) -> int:
    """The long side up to ``long_side`` at which the box has at most ``most_pixels``; at least the first pass's."""
    area = (box.right - box.left) * (box.bottom - box.top)
    most = max(photo.shape[:2]) * (settings.most_pixels / max(area, 1)) ** 0.5
    return min(long_side, max(round(most), settings.passes[0]))


def levels_to_pass(levels: Levels, long_side: int, box: Box) -> tuple[Pixels, float]:
    """What lies in the box, padded to whole steps, and its scale.

    That is such that the whole photograph had a long side of ``long_side``; it is enlarged at most twice.
    """
    scale = _pass_scale(levels.photo, long_side)
    size = (max(1, round((box.right - box.left) * scale)), max(1, round((box.bottom - box.top) * scale)))
    part = box.of(*levels.halved(int(max(0.0, -np.log2(scale)))))
    smaller = cv2.resize(part, size, interpolation=cv2.INTER_LINEAR)
    right, bottom = -size[0] % STEP, -size[1] % STEP
    padded = cv2.copyMakeBorder(smaller, 0, bottom, 0, right, cv2.BORDER_CONSTANT, value=(96, 96, 96))
    return np.asarray(padded, np.uint8), scale


def _pass_scale(photo: Pixels, long_side: int) -> float:
    return min(long_side / max(photo.shape[:2]), 2.0)


def next_side(found: Sequence[Spot], long_side: int, photo: Pixels, settings: Settings) -> int | None:
    """The long side, up to ``long_side``, at which to search further after the first pass ``found`` so much.

    None if nothing calls for it. One deck lies in a photograph: where no index is small, a finer search finds no more
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
    smallest = float(np.percentile(sizes, 10))
    if smallest >= settings.small_index:
        return None
    return min(long_side, round(max(photo.shape[:2]) * first * settings.fine_index / smallest))


def maps_to_spots(maps: Maps, scale: float, settings: Settings) -> list[Spot]:
    """The peaks of the heat as spots, hottest first.

    ``maps`` is the detector's answer (5, rows, columns): the heat as a logit, then the two vectors in
    pixels of the pass; ``scale`` is that of the pass.
    """
    logits = np.ascontiguousarray(maps[0])
    floor = chance_to_logit(settings.least_heat)
    peak = (logits >= cv2.dilate(logits, np.ones((3, 3), np.uint8))) & (logits > floor)
    rows, columns = np.nonzero(peak)
    order = np.argsort(-logits[rows, columns], kind="stable")[: settings.most_spots]
    return [_spot_at(maps, int(rows[i]), int(columns[i]), scale) for i in order]


def _spot_at(maps: Maps, row: int, column: int, scale: float) -> Spot:
    heat = logits_to_chances(maps[0, row, column])
    vectors = maps[1:, row, column] / scale
    x = (column + 0.5 + _lean(maps[0, row], column)) * STRIDE / scale
    y = (row + 0.5 + _lean(maps[0, :, column], row)) * STRIDE / scale
    centre, up = (float(vectors[0]), float(vectors[1])), (float(vectors[2]), float(vectors[3]))
    return Spot(float(x), float(y), centre, up, float(heat))


def _lean(line: Maps, at: int) -> float:
    """Where between the cells the peak of a parabola through three of them lies, from -0.5 to 0.5."""
    if not 0 < at < len(line) - 1:
        return 0.0
    before, peak, after = (float(v) for v in line[at - 1 : at + 2])
    bend = before - 2 * peak + after
    return float(np.clip((before - after) / (2 * bend), -0.5, 0.5)) if bend < -1e-6 else 0.0


def same_within(size: ArrayLike, other: ArrayLike, settings: Settings) -> npt.NDArray[np.float64]:
    """Two finds nearer than this, in pixels, are one index; sizes are their half heights."""
    return np.asarray(settings.same_spot * np.maximum(np.minimum(size, other), LEAST_SIZE))


def merge_spots(spots: Sequence[Spot], settings: Settings) -> list[Spot]:
    """One spot for each index: of several finds at one place, from any pass, the hottest stays."""
    found = sorted((spot for spot in spots if spot.half_height >= LEAST_HALF), key=lambda one: -one.heat)
    at = np.array([(spot.x, spot.y) for spot in found]).reshape(-1, 2)
    size = np.array([spot.half_height for spot in found])
    open_ = np.ones(len(found), bool)
    kept: list[Spot] = []
    for number, spot in enumerate(found):
        if not open_[number]:
            continue
        kept.append(spot)
        open_ &= np.hypot(at[:, 0] - spot.x, at[:, 1] - spot.y) >= same_within(size, size[number], settings)
        if len(kept) == settings.most_spots:
            break
    return kept


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


CROP_WIDTH, CROP_HEIGHT = 48, 64
CROP_REACH = 1.45
"""A crop reaches this many half heights up and down from the index's middle."""

BEYOND = (128, 128, 128)
"""What a crop shows beyond the photograph's edge; pixels drawn out there would look like strokes of a letter."""


def spot_to_crop(levels: Levels, spot: Spot) -> Pixels:
    """The index at ``spot`` upright and 48 × 64."""
    return cut_around(levels, spot, CROP_REACH)


def cut_around(levels: Levels, spot: Spot, reach: float) -> Pixels:
    """What lies about the middle of an index, upright and 48 × 64, as many half heights up and down as ``reach``."""
    return cut_out(levels, _crop_to_photo(spot.x, spot.y, spot.up, reach), (CROP_WIDTH, CROP_HEIGHT))


def cut_out(levels: Levels, to_photo: npt.NDArray[np.float64], size: tuple[int, int]) -> Pixels:
    """A picture of ``size``, width and height, taken from the level that needs the least shrinking.

    ``to_photo``, (2, 3), leads from its pixels to those of the photograph.
    """
    picture, halvings = levels.halved(_halvings_for(float(np.hypot(*to_photo[:, 1]))))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(
        picture,
        to_photo / 2**halvings,
        size,
        flags=flags,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=BEYOND,
    )
    return np.asarray(cut, np.uint8)


def _halvings_for(step: float) -> int:
    """How often the photograph may be halved before something this many pixels high would have to be enlarged."""
    return int(math.log2(max(step, 1.0)))


def _crop_to_photo(x: float, y: float, up: tuple[float, float], reach: float) -> npt.NDArray[np.float64]:
    """Crop pixels to photograph pixels."""
    step = reach / (CROP_HEIGHT / 2)
    down = np.array([-up[0], -up[1]]) * step
    right = np.array([-up[1], up[0]]) * step
    middle = np.array([x, y]) - right * (CROP_WIDTH / 2 - 0.5) - down * (CROP_HEIGHT / 2 - 0.5)
    return np.column_stack([right, down, middle])
