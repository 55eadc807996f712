"""Names that belong to one person, and what was said of each person."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise

from companion.figures.facts import SeatInGame
from companion.rules.names import is_unnamed, same_name

_GUEST = re.compile(r"(a )?guest( \d+)?")
GUEST = "Guest"


class Said(str, Enum):
    """Statements about people; the last word on a matter holds."""

    SAME = "same"
    """Two names are one person's, who goes by the second."""
    TWO = "two"
    """They are not."""
    LEFT_OUT = "left-out"
    """A person is in no figures of others by name, and has no page."""
    LET_IN = "let-in"
    SEEN_BY = "seen-by"
    """The people who may see a person's page: the other word says which."""
    MINE = "mine"
    """A phone is this person's: the other word is the phone's mark."""
    NOT_MINE = "not-mine"


class SeenBy(str, Enum):
    """The people who may see a person's page."""

    EVERYBODY = "everybody"
    TABLES = "tables"
    """Anyone who sat at a table with the person."""
    SELF = "self"


@dataclass(frozen=True)
class Saying:
    """One thing that was said: of a name, and what of it."""

    said: Said
    name: str
    other: str = ""


@dataclass(frozen=True)
class People:
    """Everybody, as the sayings up to now leave them. Persons go by the key of a name (``same_name``)."""

    roots: Mapping[str, str] = field(default_factory=dict)
    """By the key of a name, that of the person's own name; a name that is not here is its own."""
    two: frozenset[frozenset[str]] = frozenset()
    left_out: frozenset[str] = frozenset()
    seen_by: Mapping[str, SeenBy] = field(default_factory=dict)
    phones: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By person, the phones that are theirs."""

    def person(self, name: str) -> str:
        """The key of the person who goes by a name; empty for a guest, and for who is left out."""
        key = self.key(name)
        return "" if is_guest(name) or key in self.left_out else key

    def key(self, name: str) -> str:
        """Return the key of a name's person, left out of figures or not."""
        key = same_name(name)
        return self.roots.get(key, key)

    def names(self, person: str) -> tuple[str, ...]:
        """The keys of all names of a person, their own first."""
        return (person, *sorted(name for name, root in self.roots.items() if root == person and name != person))

    def may_be_seen_by(self, person: str) -> SeenBy:
        return self.seen_by.get(person, SeenBy.EVERYBODY)


def is_guest(name: str) -> bool:
    """Return True if a name is nobody's: ``Guest``, ``Guest 2``, ``Player 1``."""
    return is_unnamed(name) or _GUEST.fullmatch(same_name(name)) is not None


def people_of(sayings: Iterable[Saying]) -> People:
    """Return the people after all of this was said, in its order.

    A name that was joined is taken back by ``TWO``, and is a person of its own again.
    """
    in_order = list(sayings)
    pairs: dict[str, str] = {}
    two = set[frozenset[str]]()
    for each in in_order:
        name, other = same_name(each.name), same_name(each.other)
        if each.said is Said.SAME and name != other:
            two.discard(frozenset((name, other)))
            _join(pairs, name, other)
        elif each.said is Said.TWO:
            two.add(frozenset((name, other)))
            _part(pairs, name, other)
    people = People({name: _way(pairs, name)[-1] for name in pairs}, frozenset(two))
    return _with_wishes(people, in_order)


def _join(pairs: dict[str, str], name: str, other: str) -> None:
    """Make a name lead to another; where that one leads here already, turn the way round."""
    way = _way(pairs, other)
    if name not in way:
        pairs[name] = other
        return
    turned = list(pairwise(way[: way.index(name) + 1]))
    for one, _ in turned:
        del pairs[one]
    pairs.update({to: one for one, to in turned})


def _part(pairs: dict[str, str], name: str, other: str) -> None:
    """Cut the lead between two names, either way; the names that led to it still do."""
    for one, to in ((name, other), (other, name)):
        if one != to and to in _way(pairs, one):
            del pairs[one]


def _way(pairs: Mapping[str, str], name: str) -> list[str]:
    """The names through which a name leads to its person's own."""
    way = [name]
    while way[-1] in pairs:
        way.append(pairs[way[-1]])
    return way


def _with_wishes(people: People, sayings: Sequence[Saying]) -> People:
    left_out = set[str]()
    seen_by: dict[str, SeenBy] = {}
    phones: dict[str, set[str]] = {}
    for each in sayings:
        person = people.key(each.name)
        if each.said is Said.LEFT_OUT:
            left_out.add(person)
        elif each.said is Said.LET_IN:
            left_out.discard(person)
        elif each.said is Said.SEEN_BY:
            seen_by[person] = SeenBy(each.other)
        elif each.said is Said.MINE:
            phones.setdefault(person, set()).add(each.other)
        elif each.said is Said.NOT_MINE:
            phones.get(person, set()).discard(each.other)
    held = {person: frozenset(each) for person, each in phones.items() if each}
    return People(people.roots, people.two, frozenset(left_out), seen_by, held)


def sat_together(people: People, one: str, other: str, games: Mapping[str, Sequence[SeatInGame]]) -> str:
    """The evening on which two persons sat at one table, and so are two; empty if they never did."""
    for rows in games.values():
        there = {people.key(row.name) for row in rows}
        if one in there and other in there and one != other:
            return rows[0].evening or "date unknown"
    return ""
