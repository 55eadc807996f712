"""Layouts of cards: scattered, in rows and columns, in fans, in piles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from training.faces import FACE_HEIGHT, FACE_WIDTH


@dataclass(frozen=True)
class Place:
    """A card's middle in scene pixels, its turn in radians and its height in scene pixels."""

    x: float
    y: float
    turn: float
    height: float

    @property
    def width(self) -> float:
        return self.height * FACE_WIDTH / FACE_HEIGHT


Layout = Callable[[int, np.random.Generator], list[Place]]
"""Gives places for the cards of one scene of a size, from the lowest card up."""


def random_layout(rng: np.random.Generator) -> Layout:
    """Choose a layout for the cards of one scene."""
    kinds: tuple[Layout, ...] = (scatter, row, fan, grid, close_up, heaps)
    return kinds[rng.choice(len(kinds), p=(0.22, 0.2, 0.32, 0.06, 0.08, 0.12))]


def _height(size: int, rng: np.random.Generator, low: float, high: float) -> float:
    return float(size * np.exp(rng.uniform(np.log(low), np.log(high))))


def scatter(size: int, rng: np.random.Generator) -> list[Place]:
    """Cards anywhere; mostly apart, now and then heaped."""
    height = _height(size, rng, 0.12, 0.55)
    apart = height * (rng.uniform(0.75, 1.1) if rng.random() < 0.7 else rng.uniform(0.1, 0.6))
    places: list[Place] = []
    tilt = rng.uniform(0, 2 * np.pi)
    spread = rng.choice([0.1, 0.6, 3.2])
    for _ in range(60):
        x, y = rng.uniform(0.02 * size, 0.98 * size, 2)
        if all(np.hypot(x - p.x, y - p.y) > apart for p in places):
            turn = tilt + rng.uniform(-spread, spread) + np.pi * rng.integers(2)
            places.append(Place(x, y, turn, height * rng.uniform(0.97, 1.03)))
    return places[: rng.integers(2, 24)]


def _along(
    count: int,
    step: tuple[float, float],
    turn: float,
    middle: tuple[float, float],
    height: float,
    jitter: float,
    rng: np.random.Generator,
) -> list[Place]:
    """``count`` cards a step apart, the step given in the cards' own directions."""
    cos, sin = np.cos(turn), np.sin(turn)
    places = []
    for i in range(count):
        along = i - (count - 1) / 2
        dx = along * step[0] + rng.normal(0, jitter * height)
        dy = along * step[1] + rng.normal(0, jitter * height)
        x, y = middle[0] + dx * cos - dy * sin, middle[1] + dx * sin + dy * cos
        places.append(Place(x, y, turn + rng.normal(0, jitter * 2), height))
    return places


def row(size: int, rng: np.random.Generator) -> list[Place]:
    """Place one to four rows (or columns) of cards that touch, overlap or keep apart."""
    height = _height(size, rng, 0.16, 0.6)
    turn = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.integers(4) * np.pi / 2 + rng.normal(0, 0.06)
    width = height * FACE_WIDTH / FACE_HEIGHT
    upright = rng.random() < 0.2
    step = (
        (0.0, height * rng.uniform(0.24, 0.5))
        if upright
        else (width * rng.uniform(0.2, 1.12), height * rng.normal(0, 0.01))
    )
    reach = max(abs(step[0]), abs(step[1]))
    rows = int(rng.integers(1, 4)) if height < 0.3 * size else 1
    apart = width * 1.15 if upright else height * rng.uniform(0.4, 1.15)
    places = []
    for i in range(rows):
        across = (i - (rows - 1) / 2) * apart
        side = turn if upright else turn + np.pi / 2
        middle = (
            size / 2 + across * np.cos(side) + rng.normal(0, size * 0.06),
            size / 2 + across * np.sin(side) + rng.normal(0, size * 0.06),
        )
        count = int(np.clip(rng.integers(2, 3 + int(size * 1.1 / reach)), 2, 16))
        places += _along(count, step, turn, middle, height, rng.choice([0.0, 0.01, 0.03]), rng)
    return places


def fan(size: int, rng: np.random.Generator) -> list[Place]:
    """A held or spread fan of 3 to 20 cards about a point below them."""
    return fan_of(int(rng.integers(3, 21)), size, rng)


def fan_of(count: int, size: int, rng: np.random.Generator) -> list[Place]:
    """A held or spread fan of so many cards."""
    height = _height(size, rng, 0.22, 0.62)
    radius = height * rng.uniform(0.7, 2.2)
    step = min(rng.uniform(0.16, 0.55) * height * 0.7 / (radius + height * 0.3), 2.6 / count)
    lean = rng.uniform(0, 2 * np.pi)
    pivot = size / 2 + rng.normal(0, size * 0.08, 2) - radius * 0.8 * np.array([np.sin(lean), -np.cos(lean)])
    places = []
    for i in range(count):
        turn = lean + (i - (count - 1) / 2) * step + rng.normal(0, 0.02)
        out = radius * rng.normal(1, 0.015)
        places.append(Place(pivot[0] + out * np.sin(turn), pivot[1] - out * np.cos(turn), turn, height))
    return places


def grid(size: int, rng: np.random.Generator) -> list[Place]:
    """Place many cards in rows and columns, as on a patience table."""
    height = _height(size, rng, 0.12, 0.25)
    width = height * FACE_WIDTH / FACE_HEIGHT
    turn = rng.integers(4) * np.pi / 2 + rng.normal(0, 0.08)
    gap = rng.uniform(1.02, 1.3, 2)
    places = []
    for dx in np.arange(-0.45 * size, 0.45 * size, width * gap[0]):
        for dy in np.arange(-0.42 * size, 0.42 * size, height * gap[1]):
            x = size / 2 + dx * np.cos(turn) - dy * np.sin(turn)
            y = size / 2 + dx * np.sin(turn) + dy * np.cos(turn)
            if rng.random() < 0.9:
                places.append(Place(x, y, turn + rng.normal(0, 0.03), height))
    return places


def close_up(size: int, rng: np.random.Generator) -> list[Place]:
    """One to three large cards."""
    height = _height(size, rng, 0.55, 0.95)
    count = int(rng.integers(1, 4))
    middle = size / 2 + rng.normal(0, size * 0.12, (count, 2))
    return [Place(x, y, rng.uniform(0, 2 * np.pi), height) for x, y in middle]


def heaps(size: int, rng: np.random.Generator) -> list[Place]:
    """Place one to four heaps of cards almost exactly on each other."""
    height = _height(size, rng, 0.22, 0.6)
    places = []
    for _ in range(int(rng.integers(1, 5))):
        x, y = rng.uniform(0.2, 0.8, 2) * size
        turn, slip = rng.uniform(0, 2 * np.pi), rng.choice([0.03, 0.08, 0.16])
        lean = rng.choice([0.02, 0.1, 0.3])
        for _ in range(int(rng.integers(2, 6))):
            dx, dy = rng.normal(0, slip * height, 2)
            places.append(Place(x + dx, y + dy, turn + rng.normal(0, lean) + np.pi * rng.integers(2), height))
    return places
