"""Shapes of whole cards that lie apart: light, with straight edges, as long and as wide as a card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import prod

from companion.vision.stages.geometry import dot
from companion.vision.stages.pixels import Pixels, photo_to_grey

SEEN_AT = 160
"""The longer side, in pixels, at which shapes are looked for."""
LEAST_SHARE = 0.01
"""The least share of the photo that a card takes up where its index could be read."""
STRAIGHT = 0.85
"""The least share of the smallest rectangle around it that a card fills, seen from the side,"""
LIGHT = 0.6
"""and the least share of it that is light; the rest is print."""
LONG = (1.2, 1.8)
"""How many times as long as wide a card is, at least and at most, seen from the side."""


def shows_cards(photo: Pixels) -> bool:
    """Return True if a whole card lies apart in the photo, whatever is printed on it."""
    height, width = photo.shape[:2]
    scale = min(1.0, SEEN_AT / max(height, width))
    width, height = (max(1, round(side * scale)) for side in (width, height))
    grey = photo_to_grey(photo, (width, height))
    parting = parting_of(grey)
    light = {place for place, lightness in enumerate(grey) if lightness > parting}
    return any(_is_card(blob, width, height) for blob in blobs_of(light, width))


def parting_of(grey: bytes) -> int:
    """Return the lightness that parts the dark places from the light ones best (Otsu)."""
    best, parting, dark, below, whole = 0.0, 255, 0, 0, sum(grey)
    for lightness in range(256):
        count = grey.count(lightness)
        dark, below = dark + count, below + count * lightness
        if 0 < dark < len(grey):
            apart = (whole * dark / len(grey) - below) ** 2 / (dark * (len(grey) - dark))
            best, parting = max((best, parting), (apart, lightness))
    return parting


def blobs_of(left: set[int], width: int) -> Iterator[list[int]]:
    """Yield the light places that hang together, those in one row after the other by number."""
    while left:
        blob = [left.pop()]
        for at in blob:
            column = at % width
            beside = (at - 1 if column else -1, at + 1 if column + 1 < width else -1, at - width, at + width)
            near = left.intersection(beside)
            left -= near
            blob += near
        yield blob


def _is_card(blob: Sequence[int], width: int, height: int) -> bool:
    """Return True if the blob is as light, straight and long as a card; one that the photo's edge cuts is none."""
    places = [complex(at % width, at // width) for at in blob]
    inside = all(0 < place.real < width - 1 and 0 < place.imag < height - 1 for place in places)
    if not inside or len(blob) < LIGHT * LEAST_SHARE * width * height:
        return False
    around = _hull(places)
    covered = sum(dot(one * 1j, other) for one, other in pairwise([*around, around[0]])) / 2
    across, along = min((_box(around, one - other) for one, other in pairwise([*around, around[0]])), key=prod)
    long = max(across, along) / min(across, along)
    is_straight = covered >= STRAIGHT * across * along and LONG[0] <= long <= LONG[1]
    return is_straight and covered >= LEAST_SHARE * width * height and len(blob) >= LIGHT * covered


def _hull(places: Iterable[complex]) -> list[complex]:
    """Return the corners of the pixels' convex hull, in order."""
    corners = {place + corner for place in places for corner in (0, 1, 1j, 1 + 1j)}
    ordered = sorted(corners, key=lambda corner: (corner.real, corner.imag))
    return [corner for side in (ordered, ordered[::-1]) for corner in _side(side)]


def _side(ordered: Iterable[complex]) -> list[complex]:
    """Return one side of the hull, without its last corner."""
    side: list[complex] = []
    for corner in ordered:
        while len(side) > 1 and dot((side[-1] - side[-2]) * 1j, corner - side[-1]) <= 0:
            side.pop()
        side.append(corner)
    return side[:-1]


def _box(around: Iterable[complex], edge: complex) -> tuple[float, float]:
    """Return the sides of the rectangle around these corners that lies along the edge."""
    turned = [corner * edge.conjugate() / abs(edge) for corner in around]
    across, along = [corner.real for corner in turned], [corner.imag for corner in turned]
    return max(across) - min(across), max(along) - min(along)
