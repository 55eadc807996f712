"""Everyone who played here, a table of regular company, and the games under some rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from companion.figures.bids import MADE
from companion.figures.company import Company, Played
from companion.figures.facts import BIDDER, SeatInGame
from companion.figures.results import won_of
from companion.figures.samples import Amounts, Share, shrunken
from companion.figures.scope import Season
from companion.web.core.access import MEMBERS, allow
from companion.web.core.rendering import made_once, respond
from companion.web.people.asked import is_own, may_change, season_asked, seasons_of, seen_person, tables_of
from companion.web.people.facts import House, house

SIDES, GAMES = 20, 20
"""The number of entries listed."""
GRID = 8
"""The number of people beside each other on a phone."""

Tables = Mapping[str, Sequence[SeatInGame]]


def scope(now: House, games: Tables, season: Season | None) -> dict[str, Any]:
    """The variables of ``people/scope.html``: these games within a season, and the seasons to choose from."""
    played = {game: rows for game, rows in now.games_in(season).items() if game in games}
    tables = tables_of(played)
    return {
        "house": now,
        "season": season,
        "seasons": seasons_of(tables_of(played)),
        "sides": _sides(now, played)[:SIDES],
        "games": sorted(played.values(), key=lambda rows: rows[0].at, reverse=True)[:GAMES],
        "count": len(tables),
        "evenings": len({row.evening for row in tables}),
        "deals": sum(row.deals for row in tables),
    }


def _sides(now: House, games: Tables) -> list[tuple[str, Share]]:
    """The pairs who were one side for whole games, with their share of wins, the best first."""
    sides: dict[frozenset[str], list[SeatInGame]] = {}
    for rows in games.values():
        for side in sorted({row.side for row in rows if row.finished}):
            mates = [row for row in rows if row.side == side]
            if all(row.whole for row in mates):
                sides.setdefault(frozenset(now.name_shown(row.name) for row in mates), []).append(mates[0])
    rates = [(" & ".join(sorted(names)), won_of(rows)) for names, rows in sides.items()]
    return sorted(rates, key=lambda each: (-shrunken(len(each[1].hits), each[1].n), each[0]))


pages = Blueprint("people", __name__, url_prefix="/people")


@dataclass(frozen=True)
class PersonRow:
    """A person in a list."""

    played: Played
    name: str
    own: bool


@pages.get("/")
@allow(MEMBERS)
def show_people() -> Response:
    """Everybody who played, the latest first; with ``?q=`` only those with that in their name.

    Made once until anything is written.
    """
    now = house()
    words = request.args.get("q", "")[:80].strip().casefold()
    own = frozenset(person for person in now.people.phones if is_own(now, person))
    left_out = tuple(each for each in sorted(now.people.left_out) if may_change(now, each))
    return made_once((now.stamp, own, left_out, now.seen.same_for, words), lambda: _page(now, words, left_out))


def _page(now: House, words: str, left_out: Sequence[str]) -> Response:
    rows = [row for row in everybody(now, now.company) if words in row.played.person or words in row.name.casefold()]
    return respond(
        "people/people.html",
        "people/_people.html",
        house=now,
        rows=rows,
        words=words,
        tables=_tables(now),
        together=[] if words else who_wins_with_whom(now),
        rules=[(rules, now.rules_called(rules), games) for rules, games in now.company.rules().most_common()],
        suggested=now.company.suggestions,
        left_out=[(each, now.spelled(each)) for each in left_out],
    )


def everybody(now: House, company: Company) -> list[PersonRow]:
    """Everybody shown of some company, the latest first."""
    listed = [PersonRow(each, now.called(each.person), is_own(now, each.person)) for each in company.everybody.values()]
    return sorted(listed, key=lambda row: (row.own, row.played.last), reverse=True)


@dataclass(frozen=True)
class Together:
    """A person in the grid of partners' wins."""

    person: str
    name: str
    beside: tuple[tuple[str, str, int, int], ...]
    """The other people of the grid: each one's key, name, games won and games finished on one side."""


def who_wins_with_whom(now: House) -> list[Together]:
    """The most frequent players and their results as whole partners; empty if there are none."""
    those = sorted(now.company.play_most(GRID), key=now.called)
    partners = now.company.partners(those)
    if not partners:
        return []
    return [
        Together(
            one, now.called(one), tuple((each, now.called(each), *partners.get((one, each), (0, 0))) for each in those)
        )
        for one in those
    ]


def _tables(now: House) -> list[tuple[tuple[str, ...], int]]:
    """The people who played at least three games together, all of them known, most games first."""
    there = [(tuple(sorted(people, key=now.called)), games) for people, games in now.company.tables(3).items()]
    return sorted(there, key=lambda each: (-each[1], each[0]))[:12]


@pages.get("/table")
@allow(MEMBERS)
def table() -> Response:
    """The games of exactly the people named by ``?who=``, of ``?season=``: each one's wins, and with whom."""
    now = house()
    who = frozenset(seen_person(now, name) for name in request.args.getlist("who"))
    theirs = now.seen.games_with(min(who, default=""))
    games = {
        game: rows for game, rows in theirs.items() if frozenset(now.people.person(row.name) for row in rows) == who
    }
    if not games:
        abort(404, "These people have not played a game together here.")
    names = [(person, now.called(person)) for person in sorted(who, key=now.called)]
    return respond(
        "people/scope.html",
        title=" · ".join(name for _, name in names),
        names=names,
        here=partial(url_for, "people.table", who=[person for person, _ in names]),
        **scope(now, games, season_asked()),
    )


@pages.get("/rules/<rules>")
@allow(MEMBERS)
def rules(rules: str) -> Response:
    """The games under some rules, by ``?season=``: their number, their bids, and the share of bids made."""
    now = house()
    games = {game: rows for game, rows in now.games.items() if rows[0].rules == rules}
    if not games:
        abort(404, "No game has been played here by these rules.")
    season = season_asked()
    asked_for = now.games_in(season)
    deals = [row for row in now.seen.deals_under(rules) if row.role == BIDDER and row.game in asked_for]
    bids = Amounts(tuple((float(row.bid or 0), row.place) for row in deals if not row.moon))
    made = Share(tuple(row.place for row in deals if row.outcome == MADE), tuple(row.place for row in deals))
    return respond(
        "people/scope.html",
        title=now.rules_called(rules),
        bids=bids,
        made=made,
        here=partial(url_for, "people.rules", rules=rules),
        **scope(now, games, season),
    )
