"""Which games lie between two days, by counting days; a game that begins before five belongs to the day before."""

from __future__ import annotations

from collections.abc import Sequence

from tests.figures.second_teller.judge.deals import Game

MONTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def within(games: Sequence[Game], first: str, last: str) -> list[Game]:
    """The games of the evenings from ``2026-12-24`` to another such day; to no end where ``last`` is empty."""
    return [game for game in games if day(first) <= evening(game.at) and (not last or evening(game.at) <= day(last))]


def evening(at: str) -> int:
    when, hour = at.split("T")
    return day(when) - (int(hour[:2]) < 5)


def day(text: str) -> int:
    """How many days have gone by since the year 2000, 2001 to 2099."""
    year, month, number = map(int, text.split("-"))
    leap = year % 4 == 0 and month > 2
    return 365 * (year - 2000) + (year - 1997) // 4 + sum(MONTHS[: month - 1]) + leap + number
