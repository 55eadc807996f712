"""Photographs made worse, as phones and kitchens make them: made when they are measured, never kept."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from bench.photo_score import Row
from companion.vision.stages.decode import decode_photo
from companion.vision.stages.pixels import Pixels

Way = Callable[[Pixels, np.random.Generator], Pixels]


def smaller(photo: Pixels, _rng: np.random.Generator, *, share: float) -> Pixels:
    """Taken from farther away, or by a smaller camera."""
    return np.asarray(cv2.resize(photo, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)


def out_of_focus(photo: Pixels, _rng: np.random.Generator, *, pixels: float) -> Pixels:
    """Blurred all round."""
    return np.asarray(cv2.GaussianBlur(photo, (0, 0), pixels), np.uint8)


def moved(photo: Pixels, rng: np.random.Generator, *, pixels: int) -> Pixels:
    """Blur as by a hand that moved ``pixels`` pixels, in a random direction."""
    way, middle = rng.uniform(0, np.pi), pixels // 2
    steps = np.linspace(-middle, middle, 4 * pixels)
    path = np.zeros((pixels, pixels), np.float32)
    down, across = (np.round(middle + steps * part(way)).astype(int) for part in (np.sin, np.cos))
    path[down, across] = 1
    return np.asarray(cv2.filter2D(photo, -1, path / path.sum()), np.uint8)


def lit(photo: Pixels, times: float) -> Pixels:
    """Multiply the light by ``times``; brighter than white is lost. The numbers represent light by sRGB's curve."""
    numbers = np.arange(256) / 255
    light = np.where(numbers <= 0.04045, numbers / 12.92, ((numbers + 0.055) / 1.055) ** 2.4)
    more = np.minimum(light * times, 1.0)
    changed = np.where(more <= 0.0031308, more * 12.92, 1.055 * more ** (1 / 2.4) - 0.055)
    return np.asarray(cv2.LUT(photo, np.round(255 * changed).astype(np.uint8)), np.uint8)


def washed_out(photo: Pixels, rng: np.random.Generator, *, times: float) -> Pixels:
    """By a flash or a lamp."""
    return packed(lit(photo, times), rng, quality=92)


def at_dusk(photo: Pixels, rng: np.random.Generator) -> Pixels:
    """In a tenth of its light, with a sensor's noise."""
    dark = lit(photo, 0.1)
    return np.clip(dark + rng.normal(0, 6, dark.shape), 0, 255).astype(np.uint8)


def packed(photo: Pixels, _rng: np.random.Generator, *, quality: int) -> Pixels:
    """Sent on as a JPEG of this quality."""
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1), np.uint8)


def by_candles(photo: Pixels, _rng: np.random.Generator) -> Pixels:
    """In a light with hardly any blue."""
    return np.clip(photo * np.array([0.2, 0.6, 1.0]), 0, 255).astype(np.uint8)


def without_color(photo: Pixels, _rng: np.random.Generator) -> Pixels:
    """In shades of grey."""
    return np.asarray(cv2.cvtColor(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)


WAYS: dict[str, Way] = {
    "half": partial(smaller, share=0.5),
    "third": partial(smaller, share=0.33),
    "quarter": partial(smaller, share=0.25),
    "blur2": partial(out_of_focus, pixels=2),
    "blur3": partial(out_of_focus, pixels=3),
    "blur5": partial(out_of_focus, pixels=5),
    "motion9": partial(moved, pixels=9),
    "motion17": partial(moved, pixels=17),
    "jpg10": partial(packed, quality=10),
    "darknoise": at_dusk,
    "warmer": by_candles,
    "grey": without_color,
    "light3": partial(washed_out, times=3),
    "light5": partial(washed_out, times=5),
}
"""The possible faults of a photograph, by a short name."""


def make_worse(name: str, file: str, photo: Pixels) -> Pixels:
    """The photograph of this ``file`` made worse in one of the :data:`WAYS`, always alike."""
    return WAYS[name](photo, np.random.default_rng(zlib.crc32((file + name).encode())))


def worse_photos(rows: Sequence[Row], images: Path, name: str) -> Iterator[tuple[Row, bytes]]:
    """Each photograph made worse, as a PNG file."""
    for row in rows:
        photo = make_worse(name, row["file"], decode_photo((images / row["file"]).read_bytes()))
        yield row, cv2.imencode(".png", photo)[1].tobytes()
