"""The facts that one viewer may see: names of hidden persons are replaced where the rows are fetched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from companion.figures.facts import GameFacts, MeldSeen, SeatInDeal, SeatInGame
from companion.figures.who import GUEST, People, SeenBy, is_guest
from companion.store.tables.facts import Facts

_Row = TypeVar("_Row", SeatInGame, SeatInDeal, MeldSeen)
Tables = Mapping[str, tuple[SeatInGame, ...]]


@dataclass(frozen=True)
class Viewer:
    """The device or account that asks."""

    mark: str
    """How claims of persons name it."""
    games: frozenset[str]
    """The games to which it belongs."""
    only_own: bool = False
    """Whether it sees no games but those."""


class SeenFacts:
    """The rows that a viewer may see, in which a hidden person is a guest."""

    def __init__(self, facts: Facts, people: People, viewer: Viewer) -> None:
        self._facts = facts
        self._only = viewer.games if viewer.only_own else None
        self.people = people
        self.hidden = _hidden(facts, people, viewer)
        """The persons whom the viewer may not see, those who are left out included."""

    @property
    def same_for(self) -> tuple[frozenset[str], frozenset[str] | None]:
        """What two viewers have in common who see the same."""
        return self.hidden, self._only

    def is_hidden(self, name: str) -> bool:
        """Whether a name is a hidden person's."""
        return self.people.key(name) in self.hidden

    def of_person(self, person: str) -> GameFacts:
        """All rows of a person; none of a hidden one, nor of a guest."""
        if person in self.hidden or is_guest(person):
            return GameFacts((), (), ())
        found = self._facts.of_names(self.people.names(person))
        return GameFacts(self._seen(found.games), self._seen(found.deals), self._seen(found.melds))

    def all_games(self) -> Tables:
        """By game, everyone who sat there at its end."""
        found = self._facts.all_games() if self._only is None else self._facts.games_of(sorted(self._only))
        return {game: self._seen(rows) for game, rows in found.items()}

    def games_of(self, games: Iterable[str]) -> Tables:
        """The same of these games."""
        asked = [game for game in games if self._only is None or game in self._only]
        return {game: self._seen(rows) for game, rows in self._facts.games_of(asked).items()}

    def deals_of(self, games: Iterable[str]) -> Sequence[SeatInDeal]:
        """Every row of a deal of these games."""
        return self._seen(self._facts.deals_of([game for game in games if self._only is None or game in self._only]))

    def deals_under(self, rules: str) -> Sequence[SeatInDeal]:
        """Every row of a deal that was played under these rules."""
        return self._seen(self._facts.deals_under(rules))

    def last_under(self, rules: str) -> str:
        """The game that began last under these rules, if the viewer sees any; else empty."""
        if self._only is None:
            return self._facts.last_under(rules)
        found = [row for rows in self.all_games().values() for row in rows if row.rules == rules]
        return max(found, key=lambda row: row.at).game if found else ""

    def spelled(self, person: str) -> str:
        """How a person's name was written last; empty of a hidden one."""
        return "" if person in self.hidden else self._facts.spelled(self.people.names(person))

    def last_names(self, most: int) -> list[str]:
        """The names of those who played last, in that order."""
        if self._only is None:
            return [name for name in self._facts.last_names(most) if not self.is_hidden(name)]
        rows = sorted((row for table in self.all_games().values() for row in table), key=lambda row: row.at)
        return list(dict.fromkeys(row.name for row in reversed(rows)))[:most]

    def _seen(self, rows: Iterable[_Row]) -> tuple[_Row, ...]:
        found = rows if self._only is None else (row for row in rows if row.game in self._only)
        if not self.hidden:
            return tuple(found)
        return tuple(row._replace(name=GUEST) if self.is_hidden(row.name) else row for row in found)


def _hidden(facts: Facts, people: People, viewer: Viewer) -> frozenset[str]:
    own = {person for person, marks in people.phones.items() if viewer.mark in marks}
    choosy = [person for person, wish in people.seen_by.items() if wish is not SeenBy.EVERYBODY and person not in own]
    met = [person for person in choosy if people.may_be_seen_by(person) is SeenBy.TABLES]
    games = viewer.games | facts.games_with([name for person in own for name in people.names(person)]) if met else ()
    seen = {person for person in met if not facts.games_with(people.names(person)).isdisjoint(games)}
    return people.left_out | frozenset(choosy).difference(seen)
