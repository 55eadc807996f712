"""One number of a person's page: what it is made of, and from how many on it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from companion.figures.facts import MeldSeen, Place, SeatInDeal, SeatInGame
from companion.figures.samples import Amounts, Share

Counted = Literal["games", "deals", "bids", "sets"]


@dataclass(frozen=True)
class Part:
    """One number, told by its key (``companion/web/people/words.py`` has the words)."""

    key: str
    value: Share | Amounts
    least: int
    """From how many games, deals, bids or sets on it is shown."""
    counts: Counted
    in_points: bool = False
    """Whether it is an amount that only deals under the same rules have in common."""

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


def share(rows: Iterable[SeatInDeal], hits: Callable[[SeatInDeal], bool], par: float | None = None) -> Share:
    """How often something is true of these deals."""
    told = tuple(rows)
    return Share(tuple(row.place for row in told if hits(row)), tuple(row.place for row in told), par)


def share_of_games(rows: Iterable[SeatInGame], hits: Callable[[SeatInGame], bool], par: float | None = None) -> Share:
    """How often something is true of these games."""
    told = tuple(rows)
    return Share(tuple(row.place for row in told if hits(row)), tuple(row.place for row in told), par)


def amounts(rows: Iterable[SeatInDeal], value: Callable[[SeatInDeal], float]) -> Amounts:
    """A figure of each of these deals."""
    return Amounts(tuple((value(row), row.place) for row in rows))


def amounts_of(rows: Iterable[SeatInGame | MeldSeen], value: Callable[..., float]) -> Amounts:
    """A figure of each of these games or melds."""
    return Amounts(tuple((value(row), row.place) for row in rows))
