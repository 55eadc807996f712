"""Sums of who plays with whom, and the names that may be one person's.

Each game adds numbers that can be added up, and taken away again. People have the keys of their names, as they
were written; which names are one person's is asked when the sums are read.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property
from itertools import combinations, islice
from typing import NamedTuple, Protocol

from companion.figures.facts import SeatInGame
from companion.figures.who import People, is_guest
from companion.rules.names import same_name

RULES, SAT, FINISHED, WON, WHOLE = "rules", "sat", "finished", "won", "whole"
"""Games under some rules; those of a name, its finished ones, those it won, and those that it played whole."""
EVENING, MET, BESIDE, WON_BESIDE, TABLE = "evening", "met", "beside", "won beside", "table"
"""Of a name and an evening; of two names at a table, whole on one side, and won so; of a name and a whole table."""
_BETWEEN = "\n"


class Added(NamedTuple):
    """The key of a number: its kind, whose it is, and with what."""

    kind: str
    one: str
    other: str = ""


class Sums(Protocol):
    """Sums over some games."""

    def of(self, kind: str, ones: Collection[str] | None = None, least: int = 1) -> Iterable[tuple[str, str, int]]:
        """Yield person, companion and number: of these people alone where any are named, from ``least`` up."""
        ...

    def last_evenings(self) -> Iterable[tuple[str, str]]:
        """By the key of a name, the last evening on which it sat at a table."""
        ...


def added_by(table: Sequence[SeatInGame]) -> Counter[Added]:
    """Return what a game adds, by those who sat there at its end; guests are left out."""
    sums = Counter[Added]()
    if not table:
        return sums
    sums[Added(RULES, table[0].rules)] += 1
    there = sorted((same_name(row.name), row) for row in table if not is_guest(row.name))
    names = _BETWEEN.join(dict.fromkeys(name for name, _ in there))
    for name, row in there:
        sums[Added(SAT, name)] += 1
        sums[Added(EVENING, name, row.evening)] += 1
        sums[Added(FINISHED, name)] += row.finished
        sums[Added(WON, name)] += row.finished and row.won
        sums[Added(WHOLE, name)] += row.finished and row.whole
        sums[Added(TABLE, name, names)] += len(there) == len(table)
    for (one, mine), (other, theirs) in combinations(there, 2):
        partners = mine.finished and mine.whole and theirs.whole and mine.side == theirs.side
        sums[Added(MET, one, other)] += 1
        sums[Added(BESIDE, one, other)] += partners
        sums[Added(WON_BESIDE, one, other)] += partners and mine.won
    return +sums


class SumsOf(Sums):
    """Sums over a given list of games."""

    def __init__(self, tables: Iterable[Sequence[SeatInGame]]) -> None:
        self._sums = Counter[Added]()
        for table in tables:
            self._sums.update(added_by(table))

    def of(self, kind: str, ones: Collection[str] | None = None, least: int = 1) -> Iterator[tuple[str, str, int]]:
        for each, n in self._sums.items():
            if each.kind == kind and n >= least and (ones is None or each.one in ones):
                yield each.one, each.other, n

    def last_evenings(self) -> Iterator[tuple[str, str]]:
        return ((name, evening) for name, evening, _ in self.of(EVENING))


class Played(NamedTuple):
    """The sums of one person."""

    person: str
    finished: int
    won: int
    last: str
    """The last evening."""


@dataclass(frozen=True)
class Suggestion:
    """Two persons who may be one, and why."""

    one: str
    other: str
    shared: tuple[str, ...]
    """With whom both played."""


_ALIKE = 0.5
_FEWEST_SHARED = 2
_MOST_SUGGESTED = 6


@dataclass(frozen=True)
class Company:
    """Everybody who played, as far as a viewer sees them."""

    people: People
    hidden: Collection[str]
    """The persons whom the viewer does not see, those who are left out included."""
    sums: Sums
    _known_evenings: dict[str, frozenset[str]] = field(default_factory=dict, init=False)

    def person(self, name: str) -> str:
        """Return the person behind the key of a name; empty where the viewer may not see it."""
        person = self.people.roots.get(name, name)
        return "" if person in self.hidden else person

    @cached_property
    def everybody(self) -> Mapping[str, Played]:
        """By person, what they played."""
        last = dict[str, str]()
        for name, evening in self.sums.last_evenings():
            person = self.person(name)
            last[person] = max(evening, last.get(person, ""))
        last.pop("", None)
        finished, won = self._by_person(FINISHED), self._by_person(WON)
        return {each: Played(each, finished[each], won[each], evening) for each, evening in last.items()}

    def _by_person(self, kind: str) -> Counter[str]:
        found = Counter[str]()
        for name, _, n in self.sums.of(kind):
            if person := self.person(name):
                found[person] += n
        return found

    def play_most(self, most: int) -> list[str]:
        """Return the people with the most finished games that they played whole."""
        return [person for person, _ in self._by_person(WHOLE).most_common(most)]

    def partners(self, persons: Collection[str]) -> Mapping[tuple[str, str], tuple[int, int]]:
        """By two of these persons, either first, the games that they won as whole partners and those they finished."""
        names = [name for person in persons for name in self.people.names(person)]
        finished, won = (self._by_two(kind, names) for kind in (BESIDE, WON_BESIDE))
        return {two: (won[two], n) for two, n in finished.items()}

    def _by_two(self, kind: str, names: Sequence[str]) -> Counter[tuple[str, str]]:
        found = Counter[tuple[str, str]]()
        for name, with_whom, n in self.sums.of(kind, names):
            one, other = self.person(name), self.person(with_whom)
            if one and other and one != other:
                found[one, other] += n
                found[other, one] += n
        return found

    def tables(self, least: int) -> dict[frozenset[str], int]:
        """Return the groups that played at least ``least`` games with nobody else at the table, and how many."""
        kept = {names: n for _, names, n in self.sums.of(TABLE, least=least)}
        # Of a person with two names the games under both count together.
        kept |= {names: n for _, names, n in self.sums.of(TABLE, [*self.people.roots, *self.people.roots.values()])}
        found = Counter[frozenset[str]]()
        for names, n in kept.items():
            found[frozenset(map(self.person, names.split(_BETWEEN)))] += n
        return {table: n for table, n in found.items() if n >= least and "" not in table}

    def rules(self) -> Counter[str]:
        """How many games were played under which rules."""
        return Counter({rules: n for rules, _, n in self.sums.of(RULES)})

    @cached_property
    def suggestions(self) -> list[Suggestion]:
        """Persons who may be one: names alike, company shared, and never two places at once; the likeliest first."""
        near = [pair for pair in combinations(sorted(self.everybody), 2) if self._may_be_alike(*pair)]
        rated = [(likeness, pair) for pair in near if (likeness := self._likeness(*pair)) >= _ALIKE]
        found = (
            Suggestion(one, other, tuple(sorted(self._met[one] & self._met[other])))
            for _, (one, other) in sorted(rated, key=lambda each: (-each[0], each[1]))
            if self._evenings(one).isdisjoint(self._evenings(other))
        )
        return list(islice(found, _MOST_SUGGESTED))

    def _may_be_alike(self, one: str, other: str) -> bool:
        return other not in self._met[one] and not self._initials[one].isdisjoint(self._initials[other])

    @cached_property
    def _initials(self) -> Mapping[str, frozenset[str]]:
        return {each: frozenset(name[:1] for name in self.people.names(each)) for each in self.everybody}

    @cached_property
    def _met(self) -> Mapping[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for name, with_whom, _ in self.sums.of(MET):
            one, other = self.person(name), self.person(with_whom)
            if one and other and one != other:
                found[one].add(other)
                found[other].add(one)
        return found

    def _evenings(self, person: str) -> frozenset[str]:
        if person not in self._known_evenings:
            there = (evening for _, evening, _ in self.sums.of(EVENING, self.people.names(person)))
            self._known_evenings[person] = frozenset(there)
        return self._known_evenings[person]

    def _likeness(self, one: str, other: str) -> float:
        """0 where nothing speaks for it; else half of it the names, half the company."""
        shared, fewer = self._met[one] & self._met[other], min(len(self._met[one]), len(self._met[other]))
        if len(shared) < min(_FEWEST_SHARED, fewer) or not fewer:
            return 0.0
        pairs = [(a, b) for a in self.people.names(one) for b in self.people.names(other)]
        if any(frozenset(pair) in self.people.two for pair in pairs):
            return 0.0
        alike = max(_names_alike(*pair) for pair in pairs)
        return (alike + len(shared) / fewer) / 2 if alike >= _ALIKE else 0.0


def _names_alike(one: str, other: str) -> float:
    """How alike two names are; a name that goes on where the other ends is nearly the same."""
    short, long = sorted((one, other), key=len)
    if len(short) > 1 and long.startswith(short):
        return 0.95
    return SequenceMatcher(None, one, other).ratio() if short[:1] == long[:1] else 0.0
