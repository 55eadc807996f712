"""A season: evenings from a first day to a last, by a name of its own; each year is one without anybody’s doing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.names import unseen_in

LONGEST_NAME = 40


@dataclass(frozen=True)
class Season:
    """A stretch of evenings for which figures can be asked."""

    key: str
    """How an address says it: a year, or the id under which it is kept."""
    name: str
    first: str
    """Its first day, as ``2026-11-20``."""
    last: str = ""
    """Its last; empty while it goes on."""

    @property
    def is_year(self) -> bool:
        """Whether it is a year, which nobody made."""
        return self.key == self.first[:4]

    def holds(self, evening: str) -> bool:
        """Whether an evening belongs to it, told as its days are; one of which the day is not known never does."""
        return self.first <= evening and (not self.last or evening <= self.last)


def year_season(key: str) -> Season | None:
    """The year that four figures name; None where they name none."""
    if len(key) != 4 or not key.isascii() or not key.isdecimal() or not int(key):
        return None
    return Season(key, key, f"{key}-01-01", f"{key}-12-31")


def season_problems(name: str, first: str, last: str) -> Mapping[str, str]:
    """By field (``name``, ``last``), why there can be no such season; empty where there can."""
    found: dict[str, str] = {}
    if problem := _name_problem(name):
        found["name"] = problem
    if last and last < first:
        found["last"] = "The last day lies before the first. Put one of them right."
    return found


def _name_problem(name: str) -> str:
    if not name:
        return "Please give the season a name, such as “Winter league”."
    if len(name) > LONGEST_NAME:
        return f"Please use at most {LONGEST_NAME} letters; this name has {len(name)}."
    if year_season(name):
        return f"{name} is a year, and has its figures already. Give the season a name of its own."
    return unseen_in(name)
