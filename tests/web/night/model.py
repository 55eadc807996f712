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
    earlier: dict[tuple[int, int], tuple[str, int]] = field(default_factory=dict)
    """By side and seat: who played there first, and what the side scored by then."""
    plays_for: dict[str, str] = field(default_factory=dict)
    """Substitutes who play for somebody who left."""

    @property
    def has_substitutes(self) -> bool:
        return bool(self.earlier or self.plays_for)

    def parts(self) -> list[tuple[str, int]]:
        """Everybody's name, and what counts for it."""
        found = []
        for place, (side, points) in enumerate(zip(self.sides, self.points or [], strict=True)):
            for at, name in enumerate(side):
                before = self.earlier.get((place, at))
                found += [before] if before else []
                found.append((self.plays_for.get(name, name), points - (before[1] if before else 0)))
        return found

    def names(self) -> set[str]:
        """All who sit there, or have a part in its result."""
        sitting = {name for side in self.sides for name in side}
        return sitting | {*self.plays_for.values()} | {name for name, _ in self.earlier.values()}


@dataclass
class Night:
    """A night as it is."""

    seats: int = 4
    here: dict[str, bool] = field(default_factory=dict)
    """By name, in the order in which they came: the number of somebody is the place here."""
    rests: set[str] = field(default_factory=set)
    rounds: list[list[Table]] = field(default_factory=list)
    out: list[list[str]] = field(default_factory=list)
    penalties: list[tuple[str, int]] = field(default_factory=list)
    draws: list[int] = field(default_factory=list)
    """The writes that seated people."""
    substitutes: list[tuple[str, str]] = field(default_factory=list)
    """Names of people who left, each with that of the one who has the place."""
    heirs: set[str] = field(default_factory=set)
    """The substitutes who have a place from the next round on."""
    stays: dict[str, int] = field(default_factory=dict)
    """By name, the table at which somebody stays."""
    closed: bool = False

    @property
    def is_done(self) -> bool:
        return all(table.points for table in self.rounds[-1]) if self.rounds else True

    def standing(self) -> dict[str, int]:
        """By name, the points of the rounds that are over less penalties; sitting out counts nothing."""
        over = [tables for tables in self.rounds if all(table.points for table in tables)]
        found = dict.fromkeys(self.here, 0)
        for name, points in (part for tables in over for table in tables for part in table.parts()):
            found[name] += points
        for name, points in self.penalties:
            found[name] -= points
        return found

    def may_draw(self, number: int, deleted: set[str]) -> bool:
        """Whether the round of this number can be drawn, or drawn again."""
        last = self.rounds[-1] if self.rounds else []
        begun = any(table.points or table.has_substitutes or {table.game} - {"", *deleted} for table in last)
        fits = number == len(self.rounds) > 0 and not begun
        return len(self.playing()) >= self.seats and (fits or (number == len(self.rounds) + 1 and self.is_done))

    def may_move(self, *names: str, deleted: set[str]) -> bool:
        """Whether these play or sit out in this round, and no table of theirs has totals or a game that is there."""
        if not self.rounds or not all(self.out[-1].count(name) or self.table_of(name) for name in names):
            return False
        own = [self.table_of(name) for name in names]
        if len({*map(id, own)}) > 1 and any(map(self.holds, names, own)):
            return False
        tables = [table for table in own if table]
        return not any(each.points or each.has_substitutes or {each.game} - {"", *deleted} for each in tables)

    def holds(self, name: str, table: Table | None) -> bool:
        """Whether somebody sits at the table at which they stay."""
        return table is not None and self.rounds[-1].index(table) + 1 == self.stays.get(name)

    def may_stay(self, name: str, table: int) -> bool:
        """Whether somebody can stay at a table from now on, or move again."""
        tables = max(len(self.rounds[-1]) if self.rounds else 0, sum(self.here.values()) // self.seats, 1)
        there = [each for each, own in self.stays.items() if own == table and each != name]
        fits = table <= tables and (not table or len(there) < self.seats)
        return self.here.get(name, False) and fits and self.stays.get(name, 0) != table

    def may_substitute(self, leaving: str, name: str, gets: str) -> bool:
        """Whether somebody, new or here, can take the place of one who leaves."""
        if not self.rounds or leaving not in self.here:
            return False
        table = self.table_of(leaving)
        is_open = table is not None and not table.points
        if not (self.here[leaving] or is_open):
            return False
        known = name in self.here
        idle = self.here.get(name) and not any(name in each.names() for each in self.rounds[-1])
        if known and (not idle or name == leaving or name in self.heirs):
            return False
        if table is None or not is_open:
            return gets == "nothing"
        first = self.seat_of(table, leaving) not in table.earlier
        return first and (gets != "all" or leaving not in table.plays_for) if gets != "nothing" else True

    def seat_of(self, table: Table, name: str) -> tuple[int, int]:
        """The side and the seat in it of somebody at a table."""
        return next((place, side.index(name)) for place, side in enumerate(table.sides) if name in side)

    def table_of(self, name: str) -> Table | None:
        """The table of somebody in the last round."""
        return next((each for each in self.rounds[-1] if any(name in side for side in each.sides)), None)

    def playing(self) -> list[str]:
        """Those whom a draw seats."""
        return [name for name, here in self.here.items() if here and name not in self.rests]


class Model:
    """A night, how it came to be, and what each page of it has seen."""

    def __init__(self, seats: int = 4) -> None:
        self.now = Night(seats)
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
        if what == "stay":
            return night.here.get(which[0]), night.stays.get(which[0])
        if what == "rest":
            return night.here.get(which[0]), which[0] in night.rests, len(night.rounds)
        if what == "substitute":
            leaving, name, new = which
            table = night.table_of(leaving) if night.rounds else None
            other = None if new else (place_of(night, name), night.here.get(name))
            took = [each for each in night.substitutes if each[0] == leaving]
            points = table and table.points
            return len(night.rounds), place_of(night, leaving), points, night.here.get(leaving), other, took
        if what == "swap":
            return len(night.rounds), [place_of(night, name) for name in which]
        return None


def place_of(night: Night, name: str) -> Any:
    """The table of somebody, or that they sit out."""
    table = night.table_of(name) if night.rounds else None
    return table.sides if table else night.out[-1:]
