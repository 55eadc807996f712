"""The border to pixels and networks in a browser: WebAssembly, which ``border.js`` hands over as a module of Python's.

:mod:`.opencv` is that of a computer, and says what each function promises.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, pstdev

import companion_border as border  # type: ignore[import-not-found]  # registered by border.js
from pyodide.ffi import to_js  # type: ignore[import-not-found]

from companion.vision.stages.border import BEYOND, GREY, LEARNED, PADDING, SPREAD, WHITE, Light, Peak


class _Held:
    """Something at a place in WebAssembly's memory, which is given back when nothing needs it any more."""

    def __init__(self, at: int, shape: tuple[int, ...]) -> None:
        self.at, self.shape = at, shape

    def __del__(self) -> None:
        border.give(self.at)


class Pixels(_Held):
    """A picture, (height, width, 3) BGR."""

    @property
    def place(self) -> tuple[int, int, int]:
        """The address, the width and the height."""
        return self.at, self.shape[1], self.shape[0]


class Maps(_Held):
    """The detector's answer, (5, rows, columns)."""


def _picture(at: int, size: Sequence[int]) -> Pixels:
    width, height = size
    return Pixels(at, (height, width, 3))


def mirrored(photo: Pixels) -> Pixels:
    return Pixels(border.mirrored(*photo.place), photo.shape)


def halved(picture: Pixels) -> Pixels:
    height, width, _ = picture.shape
    return _picture(border.halved(*picture.place), (width // 2, height // 2))


def brightest(photo: Pixels, step: int) -> float:
    counts = border.brightness(*photo.place, step).to_py()
    place = (sum(counts) - 1) * 0.99
    below = _ranked(counts, math.floor(place))
    return below + (_ranked(counts, math.ceil(place)) - below) * (place % 1)


def _ranked(counts: Sequence[int], place: int) -> float:
    """How bright the pixel at this place is, the darkest being the first."""
    for brightness, count in enumerate(counts):
        place -= count
        if place < 0:
            return brightness
    return len(counts) - 1


def lightened(photo: Pixels, gain: float) -> Pixels:
    return Pixels(border.lightened(*photo.place, gain), photo.shape)


def share_burnt(crop: Pixels) -> float:
    pixels = crop.shape[0] * crop.shape[1]
    return float(border.whites(crop.at, pixels, WHITE) / pixels)


def photo_to_light(photo: Pixels, size: tuple[int, int]) -> Light:
    grey = photo_to_grey(photo, size)
    return Light(fmean(grey), pstdev(grey), _sharpness(grey, *size))


def photo_to_grey(photo: Pixels, size: tuple[int, int]) -> bytes:
    width, height = size
    seen = _Held(border.grey(*photo.place, width, height), (height, width))
    return bytes(border.bytes(seen.at, width * height).to_py())


def _sharpness(grey: bytes, width: int, height: int) -> float:
    """Return the variance of the Laplacian; beyond an edge the pixels before it count."""
    rows = [grey[y * width : (y + 1) * width] for y in range(height)]
    above, below = [rows[min(1, height - 1)], *rows[:-1]], [*rows[1:], rows[max(height - 2, 0)]]
    found: list[int] = []
    for up, row, down in zip(above, rows, below, strict=True):
        left, right = row[min(1, width - 1) : min(1, width - 1) + 1] + row[:-1], row[1:] + row[max(width - 2, 0) :][:1]
        found += [a + b + c + d - 4 * at for a, b, c, d, at in zip(up, down, left, right, row, strict=True)]
    mean = fmean(found)
    return fmean((value - mean) ** 2 for value in found)


def resized(picture: Pixels, box: Sequence[int], size: tuple[int, int], padded: tuple[int, int]) -> Pixels:
    left, top, right, bottom = box
    right, bottom = min(right, picture.shape[1]), min(bottom, picture.shape[0])
    part = to_js([left, top, right - left, bottom - top])
    return _picture(border.resized(picture.at, picture.shape[1], part, to_js(size), to_js(padded), PADDING), padded)


def warped(picture: Pixels, across: complex, down: complex, corner: complex, size: tuple[int, int]) -> Pixels:
    steps = [length for step in (across, down, corner) for length in (step.real, step.imag)]
    return _picture(border.warped(*picture.place, to_js(steps), to_js(size), BEYOND), size)


def maps_to_peaks(maps: Maps, floor: float, most: int) -> list[Peak]:
    _, rows, columns = maps.shape
    return [Peak(*peak) for peak in border.peaks(maps.at, rows, columns, floor, most).to_py()]


def pass_to_maps(picture: Pixels) -> Maps:
    at, rows, columns = border.maps(*picture.place, GREY, SPREAD)
    return Maps(at, (5, rows, columns))


class Weights(_Held):
    """The weights learned of a deck, (12, 1536)."""


def held_weights(weights: bytes) -> Weights:
    """A deck's weights, where the networks have theirs."""
    return Weights(border.put(to_js(weights)), LEARNED)


def crops_to_logits(crops: Sequence[Pixels], weights: _Held | None = None) -> list[Sequence[float]]:
    learned = (weights.at, weights.shape[0]) if weights else (0, 0)
    return [*_ask("classifier", crops, "guesses", "letters", learned=learned)]


def faces_to_kinds(faces: Sequence[Pixels]) -> list[list[float]]:
    return _ask("kinds", faces)


def views_to_sides(views: Sequence[Pixels]) -> list[float]:
    return [left for (left,) in _ask("sides", views)]


def crops_to_sight(crops: Sequence[Pixels]) -> list[float]:
    return [uncovered for (uncovered,) in _ask("sight", crops)]


def views_to_poses(views: Sequence[Pixels]) -> list[list[float]]:
    return _ask("poses", views)


def _ask(name: str, pictures: Sequence[Pixels], *outputs: str, learned: tuple[int, int] = (0, 0)) -> list[list[float]]:
    """Ask the network of this name about each picture; they are of one size.

    ``learned`` says where a deck's weights are, and how many rows.
    """
    if not pictures:
        return []
    _, width, height = pictures[0].place
    places = to_js([picture.at for picture in pictures])
    found: list[list[float]] = border.ask(name, places, width, height, GREY, SPREAD, to_js(outputs), *learned).to_py()
    return found
