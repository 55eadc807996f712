"""Wins, records, melds shown, comebacks, form, and how much was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.figures.bids import MADE
from companion.figures.facts import Place, SeatInDeal, SeatInGame
from companion.figures.samples import (
    Part,
    Share,
    amounts,
    differ,
    is_ahead,
    quantile,
    share,
    shrunken,
)
from companion.figures.scope import Mine

FAR_BEHIND = 25
"""In percent of the target: a side that was so far behind and wins has come back."""
FORM = 10
LATELY = 20


def winning(mine: Mine) -> Iterator[Part]:
    """How often games are won, of late too, and what became of leads."""
    yield Part("won", won_of(mine.finished), 5, "games")
    yield Part("won-lately", won_of(mine.finished[-LATELY:]), LATELY, "games")
    won = [game for game in mine.finished if game.won]
    lost = [game for game in mine.finished if not game.won]
    yield Part("comebacks", share(won, is_comeback), 5, "games")
    yield Part("leads-lost", share(lost, lambda game: _is_far(game, game.ahead)), 5, "games")
    yield Part("lead-turns", amounts(mine.finished, lambda game: game.turns), 5, "games")


def won_of(games: Sequence[SeatInGame]) -> Share:
    """The share of these games that were won, beside what chance alone would give each side."""
    par = sum(1 / game.sides for game in games) / len(games) if games else None
    return share(games, lambda game: bool(game.won), par)


def is_comeback(game: SeatInGame) -> bool:
    """Return True if the game was won from far behind."""
    return bool(game.won) and _is_far(game, game.behind)


def largest_comeback(mine: Mine) -> SeatInGame | None:
    """The game won from furthest behind, if any was."""
    return max((game for game in mine.finished if game.won and game.behind), key=lambda game: game.behind, default=None)


def _is_far(game: SeatInGame, points: int) -> bool:
    return game.goal > 0 and 100 * points >= FAR_BEHIND * game.goal


@dataclass(frozen=True)
class With:
    """A person's games with a partner, or against somebody."""

    person: str
    games: Share
    theirs: int = 0
    """Of games against each other, how many the other won alone."""

    @property
    def mine(self) -> int:
        return len(self.games.hits)

    @property
    def apart(self) -> int:
        """Games that neither won, or both."""
        return self.games.n - self.mine - self.theirs


def partners(mine: Mine, least: int = 3) -> list[With]:
    """Everybody on whose side at least ``least`` games were played from the first deal, by their shrunken rate."""
    shared: dict[str, list[SeatInGame]] = {}
    for game in mine.finished:
        for other in mine.tables.get(game.game, ()) if game.whole else ():
            if other.side == game.side and other.seat != game.seat and other.whole:
                shared.setdefault(mine.who(other.name), []).append(game)
    found = [With(person, won_of(games)) for person, games in shared.items() if person and len(games) >= least]
    return sorted(found, key=lambda each: (-shrunken(each.mine, each.games.n), each.person))


def opponents(mine: Mine, least: int = 3) -> list[With]:
    """Everybody against whom at least ``least`` games were played, the most met first."""
    met: dict[str, list[tuple[SeatInGame, SeatInGame]]] = {}
    for game in mine.finished:
        for other in mine.tables.get(game.game, ()):
            if other.side != game.side:
                met.setdefault(mine.who(other.name), []).append((game, other))
    found = [_against(person, games) for person, games in met.items() if person and len(games) >= least]
    return sorted(found, key=lambda each: (-each.games.n, each.person))


def _against(person: str, games: Sequence[tuple[SeatInGame, SeatInGame]]) -> With:
    won = [mine.place for mine, other in games if mine.won and not other.won]
    par = sum(1 / mine.sides for mine, _ in games) / len(games)
    lost = sum(bool(other.won and not mine.won) for mine, other in games)
    return With(person, Share(tuple(won), tuple(mine.place for mine, _ in games), par), lost)


def nemesis(met: Sequence[With]) -> With | None:
    """Return the person who won most against this one, where chance makes that rarer than one in ten; mostly None."""
    clear = [each for each in met if is_ahead(each.theirs, each.mine + each.theirs)]
    return max(clear, key=lambda each: (each.theirs - each.mine, each.games.n), default=None)


def favourite(met: Sequence[With]) -> With | None:
    """Against whom this person won most, where chance alone makes that rarer than one in ten; None mostly."""
    clear = [each for each in met if is_ahead(each.mine, each.mine + each.theirs)]
    return max(clear, key=lambda each: (each.mine - each.theirs, each.games.n), default=None)


def clear_difference(partners: Sequence[With]) -> With | None:
    """The partner with whom more, or fewer, games are won than with all others; by chance rarer than one in ten."""
    for each in partners:
        others = [other for other in partners if other is not each]
        rest = sum(other.mine for other in others), sum(other.games.n for other in others)
        if differ((each.mine, each.games.n), rest):
            return each
    return None


@dataclass(frozen=True)
class LastGames:
    """The last games in order, and the streaks among all of them."""

    last: tuple[tuple[bool, Place], ...]
    current: int
    """How many games in a row have been won up to now; below 0 lost."""
    longest: int


def form(mine: Mine) -> LastGames:
    """How the last games went."""
    runs = [(won, len(list(each))) for won, each in groupby(bool(game.won) for game in mine.finished)]
    current = (runs[-1][1] if runs[-1][0] else -runs[-1][1]) if runs else 0
    longest = max((length for won, length in runs if won), default=0)
    return LastGames(tuple((bool(game.won), game.place) for game in mine.finished[-FORM:]), current, longest)


@dataclass(frozen=True)
class Record:
    """The largest figure of its kind: ties keep its first holder and say how often it was equalled."""

    key: str
    value: int
    place: Place
    equalled: int = 0


def records(mine: Mine) -> list[Record]:
    """Every record that there is, in the order in which people ask for them."""
    hands = [deal for deal in mine.scored if deal.meld_own]
    sides = [deal for deal in mine.scored if deal.meld_side]
    made = [deal for deal in mine.as_bidder if deal.outcome == MADE]
    lost = [game for game in mine.finished if not game.won]
    counted = [game for game in mine.finished if not game.from_paper]
    asked: tuple[Record | None, ...] = (
        _best("hand", hands, lambda deal: deal.meld_own or 0),
        _best("side-meld", sides, lambda deal: deal.meld_side),
        _best("bid", [deal for deal in made if not deal.moon], lambda deal: deal.bid or 0),
        _best("change", mine.scored, lambda deal: deal.change_side),
        _best("points", mine.finished, lambda game: game.points),
        _best("losing", lost, lambda game: game.points),
        _best("shortest", counted, lambda game: game.deals, least=True),
        _best("longest", counted, lambda game: game.deals),
    )
    return [each for each in asked if each]


def _best(
    key: str,
    rows: Iterable[SeatInDeal] | Iterable[SeatInGame],
    value: Callable[..., int],
    least: bool = False,
) -> Record | None:
    figures = [(value(row), row.place) for row in rows]
    if not figures:
        return None
    best = (min if least else max)(figure for figure, _ in figures)
    first, *others = (place for figure, place in figures if figure == best)
    return Record(key, best, first, len(others))


@dataclass(frozen=True)
class Collected:
    """A meld that was shown, how often, and where first."""

    kind: str
    called: str
    times: int
    places: tuple[Place, ...]


def collection(mine: Mine) -> tuple[list[Collected], int]:
    """Every meld shown by its cards or its name, the rarest first; and in how many deals melds were seen so."""
    counted = Counter((meld.kind, meld.called) for meld in mine.melds)
    melds = [Collected(kind, called, times, tuple(_places(mine, called))) for (kind, called), times in counted.items()]
    seen = sum(deal.seen for deal in mine.scored)
    return sorted(melds, key=lambda each: (each.times, each.called)), seen


def _places(mine: Mine, called: str) -> Iterator[Place]:
    return (meld.place for meld in mine.melds if meld.called == called)


TIMED = 60
"""Seconds below which a deal was written down afterwards and not timed."""


@dataclass(frozen=True)
class Totals:
    """A few figures of all that a person played."""

    games: int
    """Games that are finished."""
    unfinished: int
    deals: int
    evenings: int
    seconds: int
    timed: int
    """Deals that were timed: entered while they were played."""
    median_seconds: float | None
    """How long a deal takes; None while none was timed."""
    partner: tuple[str, int] | None
    """The person on the same side in most finished games, and in how many."""
    opponent: tuple[str, int] | None
    rules: tuple[tuple[str, int], ...]
    """The rules played, with the games of each, the most played first."""
    corrected: Share


def totals(mine: Mine) -> Totals:
    """Add up a person's games."""
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
        timed=len(timed),
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
        """The games that somebody won, without rematches that were never dealt."""
        return tuple(game for game in self.games if game.finished)

    @property
    def won(self) -> int:
        return sum(game.won for game in self.games)


def evenings(mine: Mine) -> list[Evening]:
    """The evenings of a person, the oldest first."""
    dated = sorted((game for game in mine.games if game.evening), key=lambda game: (game.evening, game.at))
    return [Evening(day, tuple(games)) for day, games in groupby(dated, key=lambda game: game.evening)]
