"""What a night is, said once more and independently: who sits where, totals, penalties, and what may be written.

It imports nothing of the companion. Each write pushes what was so before, for an undo; a page that is behind may write
what is about the same facts as then, and nothing else.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

MOST_BY_PHONE = 8


@dataclass
class Table:
    """One table of a round."""

    sides: list[list[str]]
    points: list[int] | None = None
    game: str = ""


@dataclass
class Night:
    """A night as it is."""

    here: dict[str, bool] = field(default_factory=dict)
    """By name, in the order in which they came: the number of somebody is the place here."""
    rests: set[str] = field(default_factory=set)
    rounds: list[list[Table]] = field(default_factory=list)
    out: list[list[str]] = field(default_factory=list)
    penalties: list[tuple[str, int]] = field(default_factory=list)
    draws: list[int] = field(default_factory=list)
    """The writes that seated people."""
    closed: bool = False

    @property
    def is_done(self) -> bool:
        return all(table.points for table in self.rounds[-1]) if self.rounds else True

    def standing(self) -> dict[str, int]:
        """By name, the points of the rounds that are over less penalties; sitting out counts nothing."""
        over = [tables for tables in self.rounds if all(table.points for table in tables)]
        found = dict.fromkeys(self.here, 0)
        for table in (each for tables in over for each in tables):
            for side, points in zip(table.sides, table.points or [], strict=True):
                for name in side:
                    found[name] += points
        for name, points in self.penalties:
            found[name] -= points
        return found

    def may_draw(self, number: int, deleted: set[str]) -> bool:
        """Whether the round of this number can be drawn, or drawn again."""
        begun = bool(self.rounds) and any(table.points or {table.game} - {"", *deleted} for table in self.rounds[-1])
        fits = number == len(self.rounds) > 0 and not begun
        return len(self.playing()) >= 4 and (fits or (number == len(self.rounds) + 1 and self.is_done))

    def may_move(self, *names: str, deleted: set[str]) -> bool:
        """Whether these play or sit out in this round, and no table of theirs has totals or a game that is there."""
        if not self.rounds or not all(self.out[-1].count(name) or self.table_of(name) for name in names):
            return False
        return not any(table.points or {table.game} - {"", *deleted} for table in map(self.table_of, names) if table)

    def table_of(self, name: str) -> Table | None:
        """The table of somebody in the last round."""
        return next((each for each in self.rounds[-1] if any(name in side for side in each.sides)), None)

    def playing(self) -> list[str]:
        """Those whom a draw seats."""
        return [name for name, here in self.here.items() if here and name not in self.rests]


class Model:
    """A night, how it came to be, and what each page of it has seen."""

    def __init__(self) -> None:
        self.now = Night()
        self.version = 0
        self.then: dict[int, tuple[Night, list[int]]] = {}
        """By version, the night and the writes that held."""
        self.held: list[int] = []
        self.before: dict[int, Night] = {}
        """By write, the night before it."""
        self.first: dict[str, str] = {}
        """By name, the phone that signed it in first."""
        self.begun: dict[str, None] = {}
        """The games that tables began, in that order."""
        self.deleted: set[str] = set()
        self.signed: set[str] = set()

    def wrote(self, after: Night, events: int = 1) -> None:
        """Something was written."""
        self.before[self.version + events] = self.now
        self.version += events
        self.held = [*self.held, self.version]
        self.now = after
        self._keep()

    def undid(self) -> None:
        """The last write was struck; its game, if it began one, is still there."""
        last = self.held[-1]
        self.now, self.held = self.before[last], self.held[:-1]
        self.version += 1
        self._keep()

    def _keep(self) -> None:
        self.then[self.version] = (deepcopy(self.now), self.held)

    def signed_in(self, phone: str) -> int:
        """How many of those at the night a phone signed in."""
        return sum(self.first.get(name) == phone for name in self.now.here)

    def changed(self) -> Night:
        """A copy to be changed by a write."""
        return deepcopy(self.now)

    def same(self, seen: int, what: str, *which: Any) -> bool:
        """Whether what a form is about is as its page showed it."""
        then, held = self.then[seen]
        return bool(self._about(then, held, what, *which) == self._about(self.now, self.held, what, *which))

    def _about(self, night: Night, held: list[int], what: str, *which: Any) -> Any:
        if what == "undo":
            return held[-1:]
        if what == "draw":
            return night.draws
        if what == "close":
            return night.closed, len(night.rounds)
        if what == "table":
            number, table = which
            tables = night.rounds[number - 1] if number <= len(night.rounds) else []
            return [(each.sides, each.points) for each in tables[table - 1 : table]]
        if what == "penalty":
            return [each for each in night.penalties if each[0] == which[0]]
        if what == "left":
            return night.here.get(which[0])
        if what == "rest":
            return night.here.get(which[0]), which[0] in night.rests, len(night.rounds)
        if what == "swap":
            return len(night.rounds), [place_of(night, name) for name in which]
        return None


def place_of(night: Night, name: str) -> Any:
    """The table of somebody, or that they sit out."""
    table = night.table_of(name)
    return table.sides if table else night.out[-1]
