"""Figure 20: how much was played, with whom, and for how long; and the evenings one by one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby

from companion.figures.facts import SeatInGame
from companion.figures.part import share
from companion.figures.samples import Share, quantile
from companion.figures.scope import Mine

TIMED = 60
"""Seconds below which a deal was written down afterwards and not timed."""


@dataclass(frozen=True)
class Totals:
    """What was played, in a few figures."""

    games: int
    """Those that are finished."""
    unfinished: int
    deals: int
    evenings: int
    seconds: int
    median_seconds: float | None
    """How long a deal takes; None while none was timed."""
    partner: tuple[str, int] | None
    """Who sat on the same side in most finished games, and in how many."""
    opponent: tuple[str, int] | None
    rules: tuple[tuple[str, int], ...]
    """The rules played, with the games of each, the most played first."""
    corrected: Share


def totals(mine: Mine) -> Totals:
    """What a person's games come to."""
    timed = sorted(deal.seconds for deal in mine.deals if deal.seconds >= TIMED)
    sides = Counter[str](), Counter[str]()
    for game in mine.finished:
        for other in mine.tables.get(game.game, ()):
            if other.seat != game.seat and mine.who(other.name):
                sides[other.side != game.side][mine.who(other.name)] += 1
    return Totals(
        games=len(mine.finished),
        unfinished=len(mine.games) - len(mine.finished),
        deals=len(mine.scored),
        evenings=len({game.evening for game in mine.games if game.evening}),
        seconds=sum(deal.seconds for deal in mine.deals),
        median_seconds=quantile(timed, 0.5) if timed else None,
        partner=_most(sides[False]),
        opponent=_most(sides[True]),
        rules=tuple(Counter(game.rules for game in mine.finished).most_common()),
        corrected=share(mine.deals, lambda deal: bool(deal.corrected)),
    )


def _most(counted: Counter[str]) -> tuple[str, int] | None:
    return min(counted.items(), key=lambda each: (-each[1], each[0]), default=None)


@dataclass(frozen=True)
class Evening:
    """One person's games of one evening."""

    day: str
    games: tuple[SeatInGame, ...]

    @property
    def finished(self) -> tuple[SeatInGame, ...]:
        """Those that were won by somebody; a rematch that was made ready and never dealt was not."""
        return tuple(game for game in self.games if game.finished)

    @property
    def won(self) -> int:
        return sum(game.won for game in self.games)


def evenings(mine: Mine) -> list[Evening]:
    """The evenings of a person, the oldest first."""
    dated = sorted((game for game in mine.games if game.evening), key=lambda game: (game.evening, game.at))
    return [Evening(day, tuple(games)) for day, games in groupby(dated, key=lambda game: game.evening)]
