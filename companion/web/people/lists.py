"""Everybody who played here; a table of people who play together; and what is played under some rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from companion.figures.bids import MADE
from companion.figures.facts import BIDDER, SeatInGame
from companion.figures.results import won_of
from companion.figures.samples import Amounts, Share
from companion.web.base.htmx import respond
from companion.web.people.asked import seen_person
from companion.web.people.chosen import season_asked
from companion.web.people.reckoned import House, house
from companion.web.people.scope import scope
from companion.web.people.seeing import is_own, may_change

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
    rows = [row for row in everybody(now, now.games) if words in row.person or words in row.name.casefold()]
    return respond(
        "people/people.html",
        "people/_people.html",
        house=now,
        rows=rows,
        words=words,
        tables=_tables(now),
        rules=_rules(now),
        suggested=now.suggested,
        left_out=[(each, now.spelled(each)) for each in sorted(now.people.left_out) if may_change(now, each)],
    )


def everybody(now: House, tables: Mapping[str, Sequence[SeatInGame]]) -> list[Row]:
    """Everybody who sat at one of these tables and is shown, whoever played last first."""
    games: dict[str, list[SeatInGame]] = {}
    for table in tables.values():
        for row in table:
            games.setdefault(now.people.person(row.name), []).append(row)
    told = [_row(now, person, rows) for person, rows in games.items() if person]
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
    """The games of exactly the people named by ``?who=``, of ``?season=``: who won how many, and with whom."""
    now = house()
    who = frozenset(seen_person(now, name) for name in request.args.getlist("who"))
    games = {
        game: rows for game, rows in now.games.items() if frozenset(now.people.person(row.name) for row in rows) == who
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
def rules(rules: str) -> Response:
    """What is played under some rules, by ``?season=``: how many games, what is bid, and how often that is made."""
    now = house()
    games = {game: rows for game, rows in now.games.items() if rows[0].rules == rules}
    if not games:
        abort(404, "No game has been played here by these rules.")
    season = season_asked()
    asked_for = now.games_in(season)
    deals = [row for row in now.seen.deals_under(rules) if row.role == BIDDER and row.game in asked_for]
    bids = Amounts(tuple((float(row.bid or 0), row.place) for row in deals))
    made = Share(tuple(row.place for row in deals if row.outcome == MADE), tuple(row.place for row in deals))
    return respond(
        "people/scope.html",
        title=now.rules_called(rules),
        bids=bids,
        made=made,
        here=partial(url_for, "people.rules", rules=rules),
        **scope(now, games, season),
    )
