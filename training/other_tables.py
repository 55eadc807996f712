"""Table tops that training never sees, to measure with: tiles, parquet, carpet, newspaper, terrazzo."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from training.faces import Pixels
from training.table import noise

TEXT = "NINE TEN JACK QUEEN KING ACE MELD TRICK TRUMP BID 9 10 J Q K A 48 80 ROUND THE TABLE OF FOUR "


def other_table(size: int, rng: np.random.Generator) -> Pixels:
    """A square table top of ``size`` pixels."""
    kinds = tuple(OTHER_TABLES.values())
    return kinds[rng.integers(len(kinds))](size, rng)


def _tiles(size: int, rng: np.random.Generator) -> Pixels:
    step, joint = int(rng.integers(60, 220)), int(rng.integers(2, 7))
    base = rng.uniform(70, 220) + rng.normal(0, 18, 3)
    count = size // step + 2
    shades = np.repeat(np.repeat(rng.normal(0, 9, (count, count)), step, axis=0), step, axis=1)[:size, :size]
    image = np.clip(base + shades[..., None] + rng.normal(0, 3, (size, size, 1)), 0, 255).astype(np.uint8)
    for at in range(0, size, step):
        cv2.line(image, (at, 0), (at, size), (base * 0.6).tolist(), joint)
        cv2.line(image, (0, at), (size, at), (base * 0.6).tolist(), joint)
    return image


def _parquet(size: int, rng: np.random.Generator) -> Pixels:
    """Blocks of planks, each turned against its neighbours."""
    block, planks = int(rng.integers(120, 260)), int(rng.integers(3, 6))
    wood = np.array([70, 115, 160]) * rng.uniform(0.5, 1.4)
    image = np.empty((size, size, 3), np.float32)
    for row in range(0, size, block):
        for column in range(0, size, block):
            shades = np.repeat(rng.normal(1, 0.1, planks), -(-block // planks))[:block]
            field = np.tile(shades, (block, 1)) + noise((block, block), (4, 20), rng) * 0.04
            field = field if (row // block + column // block) % 2 else field.T
            part = image[row : row + block, column : column + block]
            part[:] = field[: part.shape[0], : part.shape[1], None] * wood
    return np.clip(image, 0, 255).astype(np.uint8)


def _carpet(size: int, rng: np.random.Generator) -> Pixels:
    """Rings and rhombs in three colours, knotted."""
    colours = rng.uniform(20, 200, (3, 3))
    period = rng.uniform(50, 160)
    y, x = np.mgrid[:size, :size] / period * 2 * np.pi
    field = np.cos(x) + np.cos(y) + 0.6 * np.cos(x * 2) * np.cos(y * 2) + rng.normal(0, 0.35, (size, size))
    image = colours[np.digitize(field, (-0.6, 0.7))] + rng.normal(0, 7, (size, size, 1))
    return np.clip(image, 0, 255).astype(np.uint8)


def _newspaper(size: int, rng: np.random.Generator) -> Pixels:
    """Columns of print and a heading or two: letters that belong to no card."""
    image = np.full((size, size, 3), rng.uniform(170, 225) + rng.normal(0, 6, 3), np.float64)
    image = np.ascontiguousarray(np.clip(image, 0, 255).astype(np.uint8))
    line = int(rng.integers(22, 40))
    for y in range(line, size, line):
        big = rng.random() < 0.06
        words = "".join(rng.permutation(TEXT.split(" ")).tolist()) * 3
        cv2.putText(
            image, words[: size // 8], (6, y), cv2.FONT_HERSHEY_TRIPLEX, line / (18 if big else 42), (45, 45, 45), 1
        )
    return image


def _terrazzo(size: int, rng: np.random.Generator) -> Pixels:
    image = np.full((size, size, 3), rng.uniform(150, 230) + rng.normal(0, 10, 3), np.float64)
    image = np.ascontiguousarray(np.clip(image, 0, 255).astype(np.uint8))
    for _ in range(int(size * size / rng.uniform(700, 2500))):
        middle = rng.integers(0, size, 2)
        points = middle + rng.normal(0, rng.uniform(2, 12), (5, 2))
        cv2.fillConvexPoly(image, cv2.convexHull(points.astype(np.int32)), rng.uniform(20, 240, 3).tolist())
    return image


OTHER_TABLES: dict[str, Callable[[int, np.random.Generator], Pixels]] = {
    "tiles": _tiles,
    "parquet": _parquet,
    "carpet": _carpet,
    "newspaper": _newspaper,
    "terrazzo": _terrazzo,
}
