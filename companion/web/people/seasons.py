"""Evenings and seasons: their games, players, length and winners; seasons made, renamed, ended and removed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from companion.figures.company import Company, SumsOf
from companion.figures.facts import SeatInGame
from companion.figures.scope import Season, season_problems
from companion.game.commands import Refusal
from companion.rules.names import tidy_name
from companion.store.houses import SeasonRow
from companion.store.moments import now
from companion.store.moments import read_day as day_of
from companion.web.core.access import KEEPERS, MEMBERS, allow
from companion.web.core.current import current_store, this_evening
from companion.web.core.forms import Form, number_asked, read_creation_key, read_day, read_form_key
from companion.web.core.rendering import respond, see_other
from companion.web.core.security import KEEPING, limited
from companion.web.core.writing import write
from companion.web.people.asked import NO_SUCH_SEASON, find_season, season_asked, seasons_of, tables_of
from companion.web.people.facts import House, house
from companion.web.people.lists import everybody, scope
from companion.web.people.words import hours_says

SHOWN_AT_ONCE = 10

evening_pages = Blueprint("evenings", __name__, url_prefix="/evenings")


@evening_pages.get("/")
@allow(MEMBERS)
def show_evenings() -> Response:
    """The evenings, of ``?season=`` where one is asked for, the last first, ten at a time."""
    now, season = house(), season_asked()
    tables = sorted(now.games_in(season).values(), key=lambda rows: (rows[0].evening, rows[0].at), reverse=True)
    nights = [(day, list(each)) for day, each in groupby(tables, key=lambda rows: rows[0].evening)]
    skipped = number_asked("after")
    shown = nights[skipped : skipped + SHOWN_AT_ONCE]
    seconds = _seconds(now, [rows[0].game for _, games in shown for rows in games])
    return respond(
        "people/evenings.html",
        evenings=[_evening(now, day, games, seconds) for day, games in shown],
        season=season,
        seasons=seasons_of(tables_of(now.games)),
        here=partial(url_for, "evenings.show_evenings"),
        more=skipped + SHOWN_AT_ONCE if len(nights) > skipped + SHOWN_AT_ONCE else None,
    )


def _seconds(now: House, games: Sequence[str]) -> dict[str, int]:
    """The duration of each game's deals."""
    deals = {deal.place: deal.seconds for deal in now.seen.deals_of(games)}
    found: dict[str, int] = {}
    for (game, _), seconds in deals.items():
        found[game] = found.get(game, 0) + seconds
    return found


def _evening(now: House, day: str, games: Sequence[Sequence[SeatInGame]], seconds: dict[str, int]) -> dict[str, Any]:
    """One evening of the house."""
    who = dict.fromkeys(now.name_shown(row.name) for rows in reversed(games) for row in rows)
    long = _first_to_last(games) if len(games) > 1 else sum(seconds.get(rows[0].game, 0) for rows in games)
    played = tuple(_played(now, rows, seconds.get(rows[0].game, 0)) for rows in reversed(games))
    return {"day": day_of(day) if day else None, "games": played, "who": tuple(who), "long": _long(long)}


def _first_to_last(games: Sequence[Sequence[SeatInGame]]) -> int:
    """The time from the first step of an evening to its last deal: tables play at once, so times are not added."""
    known = [rows[0] for rows in games if rows[0].first_second]
    if not known:
        return 0
    return max(row.last_second for row in known) - min(row.first_second for row in known)


def _played(now: House, rows: Sequence[SeatInGame], seconds: int) -> dict[str, Any]:
    """A game as an evening shows it."""
    first = rows[0]
    return {
        "game": first.game,
        "rules": now.rules_called(first.rules),
        "sides": tuple(_sides(now, rows)),
        "deals": first.deals,
        "long": _long(seconds),
        "finished": bool(first.finished),
    }


def _sides(now: House, rows: Sequence[SeatInGame]) -> Iterable[dict[str, Any]]:
    """Each side of a game, and what became of it."""
    for side in dict.fromkeys(row.side for row in rows):
        mates = [row for row in rows if row.side == side]
        names = " & ".join(now.name_shown(row.name) for row in mates)
        yield {"names": names, "points": mates[0].points, "won": bool(mates[0].won)}


def _long(seconds: int) -> str:
    return hours_says(seconds) if seconds >= 60 else ""


NOT_BEGUN = "This season has not begun yet, so it can’t end now. Change its days, or remove it."

pages = Blueprint("season", __name__, url_prefix="/seasons")


@pages.get("/")
@allow(MEMBERS)
def index() -> Response:
    """The seasons, the years with games, and the form for a new season."""
    return _index(Form())


@pages.post("/")
@allow(KEEPERS)
@limited(KEEPING)
def make() -> Response:
    """Keep a new season, or say what is wrong with it."""
    form, key = Form(request.form), read_creation_key()
    season = _read(form, "")
    if season is None:
        return _index(form)
    return _keep(form, lambda: current_store().seasons.add(season, now(), key), _index)


@pages.get("/<season>")
@allow(MEMBERS)
def show_season(season: str) -> Response:
    """A season's games and players, and its forms."""
    found = find_season(season)
    return _page(found, next((row.version for row in house().seasons if row.season.key == found.key), 0), Form())


@pages.post("/<season>")
@allow(KEEPERS)
@limited(KEEPING)
def change(season: str) -> Response:
    """Give a season another name, or other days."""
    row, form = _row_or_404(season), Form(request.form)
    changed = _read(form, season)
    if changed is None:
        return _page(row.season, row.version, form)
    seen = read_form_key().seen or row.version
    return _keep(form, lambda: current_store().seasons.change(changed, seen), _again(row))


@pages.post("/<season>/end")
@allow(KEEPERS)
@limited(KEEPING)
def end(season: str) -> Response:
    """End a season with this evening; one that has ended before stays as it is."""
    row, form, tonight = _row_or_404(season), Form(), this_evening().isoformat()
    ended = replace(row.season, last=min(tonight, row.season.last or tonight))
    if ended.first > ended.last:
        form.refuse("last", NOT_BEGUN)
        return _page(row.season, row.version, form)
    seen = read_form_key().seen or row.version
    return _keep(form, lambda: current_store().seasons.change(ended, seen), _again(row))


@pages.post("/<season>/remove")
@allow(KEEPERS)
@limited(KEEPING)
def remove(season: str) -> Response:
    """Forget a season; the games stay as they are."""
    current_store().seasons.remove(season)
    return see_other(url_for("season.index"))


def _row_or_404(key: str) -> SeasonRow:
    return current_store().seasons.find(key) or abort(404, NO_SUCH_SEASON)


def _read(form: Form, key: str) -> Season | None:
    """The season in a form; None, with a sentence at each wrong field."""
    name, first = tidy_name(form.value("name")), read_day(form, "first", "first day")
    last = read_day(form, "last", "last day") if form.value("last") else ""
    for field, says in season_problems(name, first, last).items():
        form.refuse(field, says)
    return None if form.errors else Season(key, name, first, last)


def _keep(form: Form, attempt: Callable[[], SeasonRow], again: Callable[[Form], Response]) -> Response:
    """Write a season and show it; where it can't be written, the form as it was typed."""
    kept = write(attempt)
    if isinstance(kept, Refusal):
        form.take(kept, "name")
        return again(form)
    return see_other(url_for("season.show_season", season=kept.season.key))


def _again(row: SeasonRow) -> Callable[[Form], Response]:
    """The page of a season in its present state, with the typed values."""

    def again(form: Form) -> Response:
        there = current_store().seasons.find(row.season.key) or row
        return _page(there.season, there.version, form)

    return again


def _index(form: Form) -> Response:
    offered = seasons_of(tables_of(house().games))
    return respond(
        "people/seasons.html",
        status=form.status,
        form=form,
        season=None,
        made=[row.season for row in house().seasons],
        years=[each for each in offered if each.is_year],
        unreadable=[row.season for row in current_store().seasons.every() if row.fault],
    )


def _page(season: Season, version: int, form: Form) -> Response:
    """A season; ``version`` is 0 of a year, which nobody changes."""
    here, tonight = house(), this_evening().isoformat()
    games = here.games_in(season)
    company = Company(here.people, here.seen.hidden, SumsOf(games.values()))
    return respond(
        "people/season.html",
        status=form.status,
        title=season.name,
        form=form,
        version=version,
        runs=season.holds(tonight) and season.last != tonight,
        names=[(row.played.person, row.name) for row in everybody(here, company)],
        **scope(here, games, season),
    )
