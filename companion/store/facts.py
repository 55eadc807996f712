"""The kept facts of games, which need not be gathered again, and the part visible to one viewer."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from companion.figures.company import Added, Company, SumsOf, added_by
from companion.figures.facts import GameFacts, MeldSeen, SeatInDeal, SeatInGame
from companion.figures.luck import Tally, counts_of
from companion.figures.who import GUEST, People, SeenBy, is_guest
from companion.rules.names import same_name, words_of
from companion.store.database import Database, Row, Rows, Value, among, to_json
from companion.store.entries import Shelf
from companion.store.sums import HELD, KeptSums, count_game
from companion.store.tables import UNLESS_THERE, insert, insert_all, overwrite


@dataclass(frozen=True)
class Stale:
    """A game whose facts are not those of its last version."""

    game: str
    version: int


class Facts:
    """The rows of every game by who sat there. Games in the bin are in none, and nothing is gathered of a sample."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.sums = KeptSums(database)

    def stamp(self) -> str:
        """Return a mark that changes with every write to games, the bin, sayings, simulations and seasons."""
        with self._database.read() as rows:
            written = rows.first(_WRITTEN)
            thrown = rows.first(_THROWN_AWAY, Shelf.BIN.value)
            seasons = [(row["id"], row["version"]) for row in rows.all("select id, version from season order by id")]
        counted = thrown and (thrown["games"], thrown["last"], thrown["which"])
        return repr((written and (written["game"], written["said"], written["rules"]), counted, seasons))

    def stale(self, made_as: str, since: int = 0) -> list[Stale]:
        """The games whose facts are missing, of an older version, or made otherwise than ``made_as`` says.

        :param since: the turn of the last write before which all are known to be gathered.
        """
        found = self._database.all(_STALE, Shelf.BIN.value, Shelf.SAMPLE.value, made_as, since)
        return [Stale(row["id"], row["version"]) for row in found]

    def last_turn(self) -> int:
        """The turn of the last write to any game."""
        found = self._database.first("select max(turn) as turn from game")
        return int(found["turn"] or 0) if found else 0

    def keep(self, found: Iterable[tuple[Stale, GameFacts]], made_as: str) -> None:
        """Put the facts of games in the place of those that were kept."""
        with self._database.write(HELD) as rows:
            for stale, facts in found:
                rows.run("delete from seat_facts where game_id = ?", stale.game)
                rows.run("delete from reckoned where game_id = ?", stale.game)
                rows.run("delete from word_of_game where game_id = ?", stale.game)
                game = rows.first("select title, shelf from game where id = ?", stale.game)
                if game is not None:
                    insert(rows, "reckoned", game_id=stale.game, version=stale.version, made_as=made_as)
                    count_game(rows, stale.game, _adds(facts), in_bin=game["shelf"] == Shelf.BIN)
                    insert_all(rows, "seat_facts", _by_name(stale.game, facts))
                    spelled = ({"named": same_name(row.name), "name": row.name, "at": row.at} for row in facts.games)
                    insert_all(rows, "spelling", spelled, _UNLESS_LATER)
                    sat = (*(row.name for row in facts.games), *(row.name for row in facts.deals))
                    _keep_words(rows, stale.game, [game["title"], *sat])

    def usual_counts(self, rules: str) -> dict[str, int]:
        """The sums over all games under these rules (``counts_of``)."""
        return {what: n for _, what, n in self.sums.of(_USUAL, [rules])}

    def of_names(self, names: Sequence[str]) -> GameFacts:
        """The rows of everybody who goes by one of these keys (``same_name``), in no order."""
        with self._database.read() as rows:
            return _facts(among(rows, f"{_KEPT} and named", names))

    def games_of(self, games: Sequence[str]) -> dict[str, tuple[SeatInGame, ...]]:
        """The seats of each game at its end."""
        with self._database.read() as rows:
            kept = among(rows, f"{_KEPT_GAMES} and game_id", games)
            return _tables(kept)

    def games_with(self, names: Sequence[str]) -> frozenset[str]:
        """The games in which one of these keys (``same_name``) played."""
        with self._database.read() as rows:
            found = among(rows, f"select game_id {_SHOWN} and named", names)
            return frozenset(row["game_id"] for row in found)

    def have_played(self, names: Sequence[str]) -> bool:
        """Return True if one of these keys sat at a table at the end of a game."""
        with self._database.read() as rows:
            return any(rows.first(_HAS_PLAYED, name) is not None for name in names)

    def spelled(self, names: Sequence[str]) -> str:
        """Return the last spelling of the first of these keys that has played; empty if none has."""
        with self._database.read() as rows:
            found = {
                row["named"]: row["name"] for row in among(rows, "select named, name from spelling where named", names)
            }
        return next((found[name] for name in names if name in found), "")

    def spellings(self) -> dict[str, str]:
        """The last spelling of each player, by the key of the name."""
        return {row["named"]: row["name"] for row in self._database.all("select named, name from spelling")}

    def last_names(self, most: int) -> list[str]:
        """Return the names of the latest players, latest first."""
        return [row["name"] for row in self._database.all(_LAST_NAMES, most)]

    def deals_of(self, games: Sequence[str]) -> list[SeatInDeal]:
        """Every row of a deal of these games."""
        with self._database.read() as rows:
            kept = list(among(rows, f"{_KEPT} and game_id", games))
        return [SeatInDeal(*each) for row in kept for each in json.loads(row["deals"])]

    def all_games(self) -> dict[str, tuple[SeatInGame, ...]]:
        """Return the seats of every game."""
        return _tables(self._database.all(_KEPT_GAMES))

    def deals_under(self, rules: str) -> Iterator[SeatInDeal]:
        """Every row of a deal that was played under these rules."""
        kept = self._database.all(f"{_KEPT} and rules = ?", rules)
        return (SeatInDeal(*each) for row in kept for each in json.loads(row["deals"]))

    def last_under(self, rules: str) -> str:
        """The game that began last under these rules; empty if there is none."""
        found = self._database.first(_LAST_UNDER, rules)
        return str(found["game_id"]) if found else ""

    def usual_players(self, rules: str) -> int:
        """Return the most common number of players under these rules; 0 if there is no game."""
        counted = self._database.all(_PLAYERS, rules)
        counts = Counter(int(row["players"]) for row in counted)
        return counts.most_common(1)[0][0] if counts else 0

    def usual_melds(self, rules: str) -> dict[str, Tally] | None:
        """Return the result of a simulation of these rules; None if there was none."""
        found = self._database.first("select tallies from usual_meld where rules = ?", rules)
        return {whose: Tally(*each) for whose, each in json.loads(found["tallies"]).items()} if found else None

    def keep_usual_melds(self, rules: str, found: Mapping[str, Tally]) -> None:
        """Keep what a simulation of these rules has found; the first to come holds."""
        tallies = json.dumps({whose: [each.n, each.total, each.squares] for whose, each in found.items()})
        with self._database.write(HELD) as rows:
            insert(rows, "usual_meld", UNLESS_THERE, rules=rules, tallies=tallies)


_WRITTEN = (
    "select (select max(turn) from game) as game, (select max(turn) from saying) as said, "
    "(select count(*) from usual_meld) as rules"
)
# Which they are, too: a clock that was set back dates the last one before another.
_THROWN_AWAY = "select count(*) as games, max(shelved_at) as last, sum(turn) as which from game where shelf = ?"
_STALE = (
    "select game.id, game.version from game left join reckoned on reckoned.game_id = game.id "
    "where game.shelf not in (?, ?) "
    "and (reckoned.version is null or reckoned.version != game.version or reckoned.made_as != ?) "
    "and game.turn > ? order by game.turn desc"
)
_SHOWN = "from seat_facts join game on game.id = game_id where shelf != 'bin'"
_KEPT = f"select game_id, games, deals, melds {_SHOWN}"
_KEPT_GAMES = f"select game_id, games {_SHOWN}"
_LAST_UNDER = f"select game_id {_SHOWN} and rules = ? order by created_at desc limit 1"
_PLAYERS = f"select count(*) as players {_SHOWN} and rules = ? and games != '[]' group by game_id"
_HAS_PLAYED = f"select 1 {_SHOWN} and named = ? and games != '[]' limit 1"
_UNLESS_LATER = f"{overwrite('spelling', ['name', 'at'])} where excluded.at >= spelling.at"
_LAST_NAMES = "select name from spelling order by at desc, named limit ?"
_USUAL = "usual"
"""The kind under which usual counts are kept, with names of their own."""


def _by_name(game: str, facts: GameFacts) -> Iterator[dict[str, Value]]:
    """A row for each name of a game, with all facts about it."""
    kept: dict[tuple[str, str], tuple[list[object], list[object], list[object]]] = defaultdict(lambda: ([], [], []))
    for game_row in facts.games:
        kept[same_name(game_row.name), game_row.rules][0].append(game_row)
    for deal in facts.deals:
        kept[same_name(deal.name), deal.rules][1].append(deal)
    for meld in facts.melds:
        kept[same_name(meld.name), meld.rules][2].append(meld)
    for (named, rules), lists in kept.items():
        kinds = zip(("games", "deals", "melds"), map(to_json, lists), strict=True)
        yield {"game_id": game, "named": named, "rules": rules, **dict(kinds)}


def _adds(facts: GameFacts) -> Counter[Added]:
    adds = added_by(facts.games)
    if facts.deals:
        adds.update({Added(_USUAL, facts.deals[0].rules, what): n for what, n in counts_of(facts.deals).items()})
    return adds


def _keep_words(rows: Rows, game: str, names: Iterable[str]) -> None:
    """Make a game searchable by its players' names, from its start and later."""
    words = words_of(" ".join(dict.fromkeys(names)))
    insert_all(rows, "name_word", ({"word": word} for word in words), UNLESS_THERE)
    insert_all(rows, "word_of_game", ({"word": word, "game_id": game} for word in words))


def _facts(kept: Iterable[Row]) -> GameFacts:
    games: list[SeatInGame] = []
    deals: list[SeatInDeal] = []
    melds: list[MeldSeen] = []
    for row in kept:
        games += (SeatInGame(*each) for each in json.loads(row["games"]))
        deals += (SeatInDeal(*each) for each in json.loads(row["deals"]))
        melds += (MeldSeen(*each) for each in json.loads(row["melds"]))
    return GameFacts(tuple(games), tuple(deals), tuple(melds))


def _tables(kept: Iterable[Row]) -> dict[str, tuple[SeatInGame, ...]]:
    found: dict[str, list[SeatInGame]] = {}
    for row in kept:
        found.setdefault(row["game_id"], []).extend(SeatInGame(*each) for each in json.loads(row["games"]))
    return {game: tuple(sorted(rows, key=lambda row: row.seat)) for game, rows in found.items() if rows}


_Row = TypeVar("_Row", SeatInGame, SeatInDeal, MeldSeen)
Tables = Mapping[str, tuple[SeatInGame, ...]]


@dataclass(frozen=True)
class Viewer:
    """The device or account that asks."""

    mark: str
    """Its name in claims of persons."""
    games: frozenset[str]
    """The games to which it belongs."""
    only_own: bool = False
    """True if it sees only its own games."""


class SeenFacts:
    """The rows visible to a viewer, with hidden persons as guests."""

    def __init__(self, facts: Facts, people: People, viewer: Viewer) -> None:
        self._facts = facts
        self._only = viewer.games if viewer.only_own else None
        self.people = people
        self.hidden = _hidden(facts, people, viewer)
        """The persons hidden from the viewer, the excluded ones too."""

    @property
    def same_for(self) -> tuple[frozenset[str], frozenset[str] | None]:
        """Return a key that is equal for viewers with equal views."""
        return self.hidden, self._only

    def is_hidden(self, name: str) -> bool:
        """Return True if a name belongs to a hidden person."""
        return self.people.key(name) in self.hidden

    def of_person(self, person: str) -> GameFacts:
        """All rows of a person; empty for a hidden one and for a guest."""
        if person in self.hidden or is_guest(person):
            return GameFacts((), (), ())
        found = self._facts.of_names(self.people.names(person))
        return GameFacts(self._seen(found.games), self._seen(found.deals), self._seen(found.melds))

    def has_played(self, person: str) -> bool:
        """Return True if the viewer sees a game of this person."""
        if self._only is not None:
            return bool(self.of_person(person).games)
        if person in self.hidden or is_guest(person):
            return False
        return self._facts.have_played(self.people.names(person))

    def all_games(self) -> Tables:
        """The seats of each game at its end."""
        found = self._facts.all_games() if self._only is None else self._facts.games_of(sorted(self._only))
        return {game: self._seen(rows) for game, rows in found.items()}

    @cached_property
    def company(self) -> Company:
        """Return the sums over the visible games, for the visible people."""
        sums = self._facts.sums if self._only is None else SumsOf(self.all_games().values())
        return Company(self.people, self.hidden, sums)

    def games_with(self, person: str) -> Tables:
        """The games that a person sat at, even briefly, with their seats at the end."""
        return self.games_of(self._facts.games_with(self.people.names(person)))

    def games_of(self, games: Iterable[str]) -> Tables:
        """Return the seats of these games."""
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
        """Return a person's last spelled name; empty for a hidden one."""
        if person in self.hidden:
            return ""
        return next((self._spellings[name] for name in self.people.names(person) if name in self._spellings), "")

    @cached_property
    def _spellings(self) -> dict[str, str]:
        return self._facts.spellings()

    def last_names(self, most: int) -> list[str]:
        """Return the names of the latest players, latest first."""
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
