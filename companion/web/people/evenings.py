"""The evenings of this house: what was played on each, by whom, how long, and who won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import groupby

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from companion.figures.facts import SeatInGame
from companion.web.base.htmx import respond
from companion.web.people.chosen import season_asked, seasons_of, tables_of
from companion.web.people.reckoned import House, house
from companion.web.people.words import hours_says

SHOWN_AT_ONCE = 10

pages = Blueprint("evenings", __name__, url_prefix="/evenings")


@dataclass(frozen=True)
class Side:
    """A side of a game and what became of it."""

    names: str
    points: int
    won: bool


@dataclass(frozen=True)
class Played:
    """A game as an evening shows it."""

    game: str
    rules: str
    sides: tuple[Side, ...]
    deals: int
    long: str
    """How long it took; empty where nobody knows."""
    finished: bool


@dataclass(frozen=True)
class Evening:
    """One evening of the house."""

    day: date | None
    games: tuple[Played, ...]
    who: tuple[str, ...]
    long: str


@pages.get("/")
def show() -> Response:
    """The evenings, of ``?season=`` where one is asked for, the last first, ten at a time."""
    now, season = house(), season_asked()
    tables = sorted(now.games_in(season).values(), key=lambda rows: (rows[0].evening, rows[0].at), reverse=True)
    nights = [(day, list(each)) for day, each in groupby(tables, key=lambda rows: rows[0].evening)]
    skipped = max(request.args.get("after", 0, type=int), 0)
    shown = nights[skipped : skipped + SHOWN_AT_ONCE]
    seconds = _seconds(now, [rows[0].game for _, games in shown for rows in games])
    return respond(
        "people/evenings.html",
        evenings=[_evening(now, day, games, seconds) for day, games in shown],
        season=season,
        seasons=seasons_of(tables_of(now.games)),
        here=partial(url_for, "evenings.show"),
        more=skipped + SHOWN_AT_ONCE if len(nights) > skipped + SHOWN_AT_ONCE else None,
    )


def _seconds(now: House, games: Sequence[str]) -> dict[str, int]:
    """By game, how long its deals took."""
    deals = {deal.place: deal.seconds for deal in now.seen.deals_of(games)}
    found: dict[str, int] = {}
    for (game, _), seconds in deals.items():
        found[game] = found.get(game, 0) + seconds
    return found


def _evening(now: House, day: str, games: Sequence[Sequence[SeatInGame]], seconds: dict[str, int]) -> Evening:
    who = dict.fromkeys(now.name_shown(row.name) for rows in reversed(games) for row in rows)
    long = _first_to_last(games) if len(games) > 1 else sum(seconds.get(rows[0].game, 0) for rows in games)
    played = tuple(_played(now, rows, seconds.get(rows[0].game, 0)) for rows in reversed(games))
    return Evening(date.fromisoformat(day) if day else None, played, tuple(who), _long(long))


def _first_to_last(games: Sequence[Sequence[SeatInGame]]) -> int:
    """From the first step of an evening to its last deal: tables play side by side, so their times are not added."""
    known = [rows[0] for rows in games if rows[0].first_second]
    if not known:
        return 0
    return max(row.last_second for row in known) - min(row.first_second for row in known)


def _played(now: House, rows: Sequence[SeatInGame], seconds: int) -> Played:
    first = rows[0]
    sides = tuple(_sides(now, rows))
    return Played(first.game, now.rules_called(first.rules), sides, first.deals, _long(seconds), bool(first.finished))


def _sides(now: House, rows: Sequence[SeatInGame]) -> Iterable[Side]:
    for side in dict.fromkeys(row.side for row in rows):
        mates = [row for row in rows if row.side == side]
        yield Side(" & ".join(now.name_shown(row.name) for row in mates), mates[0].points, bool(mates[0].won))


def _long(seconds: int) -> str:
    return hours_says(seconds) if seconds >= 60 else ""
