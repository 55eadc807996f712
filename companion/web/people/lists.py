"""Everybody who played here; a table of people who play together; and what is played under some rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response

from companion.figures.bids import MADE
from companion.figures.facts import BIDDER, SeatInGame
from companion.figures.results import won_of
from companion.figures.samples import Amounts, Share, shrunken
from companion.web.base.htmx import respond
from companion.web.people.reckoned import House, house
from companion.web.people.seeing import is_own, may_see

pages = Blueprint("people", __name__, url_prefix="/people")


@dataclass(frozen=True)
class Row:
    """A person in a list."""

    person: str
    name: str
    games: Share
    last: str
    """The last evening."""
    own: bool


@pages.get("/")
def show() -> Response:
    """Everybody who played, whoever played last first; those with ``?q=`` in their name alone."""
    now = house()
    words = request.args.get("q", "")[:80].strip().casefold()
    rows = [row for row in _everybody(now) if words in row.person or words in row.name.casefold()]
    return respond(
        "people/people.html",
        "people/_people.html",
        house=now,
        rows=rows,
        words=words,
        tables=_tables(now),
        rules=_rules(now),
        suggested=[each for each in now.suggested if may_see(now, each.one) and may_see(now, each.other)],
        left_out=sorted(now.people.left_out),
    )


def _everybody(now: House) -> list[Row]:
    games: dict[str, list[SeatInGame]] = {}
    for table in now.games.values():
        for row in table:
            games.setdefault(now.people.person(row.name), []).append(row)
    told = [_row(now, person, rows) for person, rows in games.items() if person and may_see(now, person)]
    return sorted(told, key=lambda row: (row.own, row.last), reverse=True)


def _row(now: House, person: str, rows: Sequence[SeatInGame]) -> Row:
    finished = [row for row in rows if row.finished]
    return Row(person, now.called(person), won_of(finished), max(row.evening for row in rows), is_own(now, person))


def _tables(now: House) -> list[tuple[tuple[str, ...], int]]:
    """The people who played at least three games together, all of them known, most games first."""
    there = Counter(frozenset(now.people.person(row.name) for row in table) for table in now.games.values())
    known = [(people, games) for people, games in there.items() if games >= 3 and "" not in people]
    told = [(tuple(sorted(people, key=now.called)), games) for people, games in known]
    return sorted(told, key=lambda each: (-each[1], each[0]))[:12]


def _rules(now: House) -> list[tuple[str, str, int]]:
    played = Counter(table[0].rules for table in now.games.values())
    return [(rules, now.rules_called(rules), games) for rules, games in played.most_common()]


@pages.get("/table")
def table() -> Response:
    """The games of exactly the people named by ``?who=``: who won how many, and with whom."""
    now = house()
    who = frozenset(now.people.key(name) for name in request.args.getlist("who"))
    games = {
        game: rows for game, rows in now.games.items() if frozenset(now.people.person(row.name) for row in rows) == who
    }
    if not games:
        abort(404, "These people have not played a game together here.")
    names = [(person, now.called(person), may_see(now, person)) for person in sorted(who, key=now.called)]
    context = _scope(now, games)
    return respond("people/scope.html", title=" · ".join(name for _, name, _ in names), names=names, **context)


@pages.get("/rules/<rules>")
def rules(rules: str) -> Response:
    """What is played under some rules: how many games, what is bid, and how often that is made."""
    now = house()
    games = {game: rows for game, rows in now.games.items() if rows[0].rules == rules}
    if not games:
        abort(404, "No game has been played here by these rules.")
    deals = [row for row in now.deals_under(rules) if row.role == BIDDER]
    bids = Amounts(tuple((float(row.bid or 0), row.place) for row in deals))
    made = Share(tuple(row.place for row in deals if row.outcome == MADE), tuple(row.place for row in deals))
    context = _scope(now, games)
    return respond(
        "people/scope.html", title=now.rules_called(rules), names=[], bids=bids, made=made, rules_id=rules, **context
    )


def _scope(now: House, games: Mapping[str, Sequence[SeatInGame]]) -> dict[str, Any]:
    """What is told of any choice of games: who won with whom, how long they are, and each game."""
    sides: dict[frozenset[str], list[SeatInGame]] = {}
    for rows in games.values():
        for side in sorted({row.side for row in rows if row.finished}):
            mates = [row for row in rows if row.side == side]
            if all(row.whole for row in mates):
                sides.setdefault(frozenset(now.name_shown(row.name) for row in mates), []).append(mates[0])
    told = [(" & ".join(sorted(names)), won_of(rows)) for names, rows in sides.items()]
    ordered = sorted(told, key=lambda each: (-shrunken(len(each[1].hits), each[1].n), each[0]))
    lasting = [rows[0] for rows in games.values()]
    return {
        "house": now,
        "sides": ordered[:20],
        "games": sorted(games.values(), key=lambda rows: rows[0].at, reverse=True)[:20],
        "count": len(games),
        "evenings": len({row.evening for row in lasting}),
        "deals": sum(row.deals for row in lasting),
    }
