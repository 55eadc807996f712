"""Small samples shown honestly: shares with their likely range, middle values, and from how many on each is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, hypot, sqrt
from typing import Literal, TypeVar

from companion.figures.facts import MeldSeen, Place, SeatInDeal, SeatInGame

Z90 = 1.6448536269514722
"""How many standard deviations to either side hold nine of ten."""
PRIOR = 20
"""How many games, half of them won, are added to every rate by which a list is ordered."""


def likely_range(hits: int, of: int, z: float = Z90) -> tuple[float, float]:
    """Return the rates between which the true one likely is: Wilson's score interval, which never leaves 0 to 1.

    :raises ValueError: if there are no tries, or more hits than tries.

    >>> tuple(round(each, 2) for each in likely_range(12, 20))
    (0.42, 0.76)
    """
    if not 0 <= hits <= of or of == 0:
        raise ValueError(f"{hits} of {of} is no share")
    rate, square = hits / of, z * z
    middle = (rate + square / (2 * of)) / (1 + square / of)
    reach = z * sqrt(rate * (1 - rate) / of + square / (4 * of * of)) / (1 + square / of)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def shrunken(hits: int, of: int) -> float:
    """Return a rate to order a list by, with thirty of fifty ahead of three of three.

    >>> shrunken(3, 3) < shrunken(31, 50)
    True
    """
    return (hits + PRIOR / 2) / (of + PRIOR)


Tries = tuple[int, int]
"""Hits and tries."""


def difference_range(one: Tries, other: Tries, z: float = Z90) -> tuple[float, float]:
    """Return the range of the likely difference of two rates: Newcombe's interval, of the two Wilson ranges.

    :raises ValueError: if one of them is no share.
    """
    gap = one[0] / one[1] - other[0] / other[1]
    (low, high), (low2, high2) = likely_range(*one, z), likely_range(*other, z)
    rate, rate2 = one[0] / one[1], other[0] / other[1]
    return gap - hypot(rate - low, high2 - rate2), gap + hypot(high - rate, rate2 - low2)


def differ(one: Tries, other: Tries) -> bool:
    """Return True if two rates differ by more than chance brings in one of ten cases; False where nothing was counted.

    >>> differ((12, 20), (8, 20)), differ((90, 100), (50, 100))
    (False, True)
    """
    if not one[1] or not other[1]:
        return False
    low, high = difference_range(one, other)
    return low > 0 or high < 0


def is_ahead(hits: int, of: int, rate: float = 0.5) -> bool:
    """Return True if a share is further above a rate than chance brings in one of ten cases, counted both ways.

    >>> is_ahead(14, 26), is_ahead(20, 26)
    (False, True)
    """
    return of > 0 and likely_range(hits, of)[0] > rate


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return the value with a share of sorted values below it; between two of them in proportion.

    >>> quantile([10, 20, 30, 40], 0.5)
    25.0
    """
    place = (len(ordered) - 1) * share
    below, above = ordered[int(place)], ordered[ceil(place)]
    return below + (above - below) * (place - int(place))


@dataclass(frozen=True)
class Share:
    """How often something came true, with the rows behind it."""

    hits: tuple[Place, ...]
    of: tuple[Place, ...]
    par: float | None = None
    """The rate of somebody who is like all others."""

    @property
    def n(self) -> int:
        return len(self.of)

    @property
    def rate(self) -> float:
        return len(self.hits) / len(self.of)

    @property
    def range(self) -> tuple[float, float]:
        """The rates between which the true one likely is."""
        return likely_range(len(self.hits), len(self.of))

    @property
    def behind(self) -> tuple[Place, ...]:
        return self.of


@dataclass(frozen=True)
class Amounts:
    """Figures of many deals or games, each with its place."""

    values: tuple[tuple[float, Place], ...]

    @property
    def n(self) -> int:
        return len(self.values)

    @property
    def sorted(self) -> list[float]:
        return sorted(value for value, _ in self.values)

    @property
    def mean(self) -> float:
        return sum(value for value, _ in self.values) / len(self.values)

    @property
    def median(self) -> float:
        return quantile(self.sorted, 0.5)

    @property
    def quartiles(self) -> tuple[float, float]:
        """The values around the middle half."""
        ordered = self.sorted
        return quantile(ordered, 0.25), quantile(ordered, 0.75)

    @property
    def behind(self) -> tuple[Place, ...]:
        return tuple(place for _, place in self.values)


Counted = Literal["games", "deals", "bids", "sets"]


@dataclass(frozen=True)
class Part:
    """One number, named by its key (``companion/web/people/words.py`` has the words)."""

    key: str
    value: Share | Amounts
    least: int
    """From how many games, deals, bids or sets on it is shown."""
    counts: Counted
    in_points: bool = False
    """True if it is an amount that only deals under the same rules have in common."""

    @property
    def shown(self) -> bool:
        return self.value.n >= self.least

    @property
    def missing(self) -> int:
        """How many more it takes to be shown."""
        return max(0, self.least - self.value.n)

    @property
    def behind(self) -> tuple[Place, ...]:
        """The games or deals that it is made of."""
        return self.value.behind


Row = TypeVar("Row", SeatInDeal, SeatInGame, MeldSeen)


def share(rows: Iterable[Row], hits: Callable[[Row], bool], par: float | None = None) -> Share:
    """How often something is true of these deals, games or melds."""
    counted = tuple(rows)
    return Share(tuple(row.place for row in counted if hits(row)), tuple(row.place for row in counted), par)


def amounts(rows: Iterable[Row], value: Callable[[Row], float]) -> Amounts:
    """A figure of each of these deals, games or melds."""
    return Amounts(tuple((value(row), row.place) for row in rows))
