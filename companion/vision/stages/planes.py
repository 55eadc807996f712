"""The way from the places of one picture to those of the next, as the camera moves over a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Match = tuple[complex, complex]
"""A place in one picture and the same place in the next."""

LOOSE, STIFF = 0.005, 0.02
"""How firmly a plane is held to a mere turn and change of size: a stretch, and a lean, which few places show."""

NEAREST = 0.2
"""Nothing is so near the camera that it looks more than 1 / this many times as large as the middle of the places."""


@dataclass(frozen=True)
class Plane:
    """The way from one picture to the next, by the middle of the known places in both and eight numbers."""

    middle: complex
    size: float
    there: complex
    turn: complex
    """By how much the next one is turned, and how many times as large as ``size``."""
    bend: tuple[float, ...] = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)

    def to(self, place: complex) -> complex:
        """Return where a place of the first picture is in the next."""
        at = (place - self.middle) / self.size
        a, b, c, d, e, f, g, h = self.bend
        far = max(g * at.real + h * at.imag + 1.0, NEAREST)
        bent = complex(a * at.real + b * at.imag + c, d * at.real + e * at.imag + f) / far
        return self.there + self.turn * bent


def turned(one: Match, other: Match) -> Plane:
    """Return the plane on which two places, apart in both pictures, are where they are, only turned and larger."""
    turn = (other[1] - one[1]) / (other[0] - one[0])
    return Plane(one[0], 1.0, one[1], turn)


def fit_plane(matches: Sequence[Match], guess: Plane) -> Plane:
    """Return the plane on which the places fit best; of few places it is much like the ``guess`` without its lean."""
    count = len(matches)
    middle = sum(here for here, _ in matches) / count
    size = max((sum(abs(here - middle) ** 2 for here, _ in matches) / count) ** 0.5, 1.0)
    there, turn = guess.to(middle), (guess.to(middle + size) - guess.to(middle - size)) / 2
    if abs(turn) < 1e-6:
        return guess
    rows = [[0.0] * 8 for _ in range(8)]
    sums = [0.0] * 8
    for number in range(8):
        rows[number][number] = STIFF if number > 5 else LOOSE
    for here, then in matches:
        at, to = (here - middle) / size, (then - there) / turn
        off = to - at
        _add(rows, sums, (at.real, at.imag, 1.0, 0.0, 0.0, 0.0, -at.real * to.real, -at.imag * to.real), off.real)
        _add(rows, sums, (0.0, 0.0, 0.0, at.real, at.imag, 1.0, -at.real * to.imag, -at.imag * to.imag), off.imag)
    a, b, c, d, e, f, g, h = _solve(rows, sums)
    return Plane(middle, size, there, turn, (1.0 + a, b, c, d, 1.0 + e, f, g, h))


def _add(rows: list[list[float]], sums: list[float], known: Sequence[float], off: float) -> None:
    for i, one in enumerate(known):
        if one:
            sums[i] += one * off
            row = rows[i]
            for j, other in enumerate(known):
                row[j] += one * other


def _solve(rows: list[list[float]], sums: list[float]) -> list[float]:
    """Solve the normal equations, which are positive definite, in place."""
    count = len(sums)
    for i in range(count):
        for j in range(i + 1, count):
            share = rows[j][i] / rows[i][i]
            if share:
                sums[j] -= share * sums[i]
                for k in range(i, count):
                    rows[j][k] -= share * rows[i][k]
    found = [0.0] * count
    for i in reversed(range(count)):
        found[i] = (sums[i] - sum(rows[i][k] * found[k] for k in range(i + 1, count))) / rows[i][i]
    return found
