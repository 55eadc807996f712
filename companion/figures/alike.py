"""Which persons may be one: suggested from their names, from those they play with, and from when they played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations

from companion.figures.facts import SeatInGame
from companion.figures.who import People


@dataclass(frozen=True)
class Suggestion:
    """Two persons who may be one, and why."""

    one: str
    other: str
    shared: tuple[str, ...]
    """With whom both played."""


_ALIKE = 0.5
_FEWEST_SHARED = 2
_MOST = 6


def suggestions(people: People, games: Mapping[str, Sequence[SeatInGame]]) -> list[Suggestion]:
    """Persons who may be one: names alike, company shared, and never two places at once; the likeliest first.

    :param games: everybody at the end of each game.
    """
    with_whom, evenings = _company(people, games)
    found = [
        (likeness, Suggestion(one, other, tuple(sorted(with_whom[one] & with_whom[other]))))
        for one, other in combinations(sorted(with_whom), 2)
        if (likeness := _likeness(people, one, other, with_whom)) >= _ALIKE and not evenings[one] & evenings[other]
    ]
    return [each for _, each in sorted(found, key=lambda told: (-told[0], told[1].one))][:_MOST]


def _company(
    people: People, games: Mapping[str, Sequence[SeatInGame]]
) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    with_whom: dict[str, set[str]] = {}
    evenings: dict[str, set[str]] = {}
    for rows in games.values():
        there = {people.person(row.name) for row in rows} - {""}
        for person in there:
            with_whom.setdefault(person, set()).update(there - {person})
            evenings.setdefault(person, set()).update(row.evening for row in rows)
    return with_whom, evenings


def _likeness(people: People, one: str, other: str, with_whom: Mapping[str, set[str]]) -> float:
    """0 where nothing speaks for it; else half of it the names, half the company."""
    shared, fewer = with_whom[one] & with_whom[other], min(len(with_whom[one]), len(with_whom[other]))
    if other in with_whom[one] or len(shared) < min(_FEWEST_SHARED, fewer) or not fewer:
        return 0.0
    if any(frozenset(pair) in people.two for pair in _pairs(people, one, other)):
        return 0.0
    alike = max(_names_alike(*pair) for pair in _pairs(people, one, other))
    return (alike + len(shared) / fewer) / 2 if alike >= _ALIKE else 0.0


def _pairs(people: People, one: str, other: str) -> Iterator[tuple[str, str]]:
    return ((a, b) for a in people.names(one) for b in people.names(other))


def _names_alike(one: str, other: str) -> float:
    """How alike two names are; a name that goes on where the other ends is nearly the same."""
    short, long = sorted((one, other), key=len)
    if len(short) > 1 and long.startswith(short):
        return 0.95
    return SequenceMatcher(None, one, other).ratio() if short[:1] == long[:1] else 0.0


def sat_together(people: People, one: str, other: str, games: Mapping[str, Sequence[SeatInGame]]) -> str:
    """The evening on which two persons sat at one table, and so are two; empty if they never did."""
    for rows in games.values():
        there = {people.key(row.name) for row in rows}
        if one in there and other in there and one != other:
            return rows[0].evening or "some day"
    return ""
