"""The standing of a season of nights, for members, and by one link for everybody."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import timedelta
from typing import Any

from flask import Blueprint, abort, current_app, request, url_for
from werkzeug.wrappers import Response

from companion.figures.scope import Season, year_season
from companion.figures.who import is_guest
from companion.night.money import money
from companion.night.season import DecidedBy, SeasonPlace, season_standing
from companion.store.audit import Action
from companion.store.files import table_csv
from companion.web.core.access import ANYBODY, AT_NIGHT, KEEPERS, allow, nights_seen_here
from companion.web.core.assets import file_name, shared_address
from companion.web.core.current import current_store, seal_json, this_evening, unseal_json
from companion.web.core.forms import Form, number_asked, posted
from companion.web.core.identity import record_for_club
from companion.web.core.rendering import FORMATS, as_file, respond, see_other
from companion.web.core.security import KEEPING, limited
from companion.web.night import home_games as at_home
from companion.web.night.case import find_night
from companion.web.night.forms import money_said
from companion.web.people.asked import NO_SUCH_SEASON
from companion.web.people.facts import house

LINK = "standing of a season"
"""The purpose of the seal on a season's public address."""
DAYS = timedelta(days=60)
"""The time after a season's last day until its links end."""
MOST = 200
"""Nights of a season, the last ones."""
MOST_ASKED = 999
SHOWN_AT_ONCE = 20
"""Games played at home that one page offers."""
COUNTS = {
    DecidedBy.BEST: "The sum of the best nights",
    DecidedBy.AVERAGE: "The average of a round",
    DecidedBy.PLACES: "Places: 10, 8, 6, 5, 4, 3, 2, 1",
}
NO_SUCH_LINK = "This link shows no season. Ask a director for a new one."
ENDED = "This link has ended. Ask a director for a new one."

pages = Blueprint("league", __name__, url_prefix="/league")


@pages.get("/")
@allow(AT_NIGHT)
def league_table() -> Response:
    """The standing of a season, counted as the address asks, with the form that asks otherwise."""
    seasons, seen = _seasons(), nights_seen_here()
    season, count, best, least = _asked(seasons)
    asked = _as_query(season, count, best, least)
    # The link shows every night of the season, so only those make it who see them all.
    shown = seen is None and not (_is_long_over(season) or current_app.config["ALONE"])
    token = seal_json(LINK, {**asked, "code": current_store().secret.code(LINK)})
    link = url_for("league.shared", token=token) if shown else ""
    counted = _counted(season, count, best, least, seen)
    return respond(
        "night/league.html",
        seasons=seasons,
        counts=[(each.value, label) for each, label in COUNTS.items()],
        asked=asked,
        link=link,
        address=shared_address(link),
        accounts=[(row, money(night), night.closed) for row, night in counted["chosen"]],
        money_said=money_said,
        **counted,
    )


@pages.get("/season.<fmt>")
@allow(AT_NIGHT)
def download(fmt: str) -> Response:
    """The standing of a season as a matrix of names and nights in CSV, or as JSON."""
    if fmt not in FORMATS:
        abort(404, "A season can be taken away as CSV or as JSON. Both links are below its standing.")
    season, count, best, least = _asked(_seasons())
    counted = _counted(season, count, best, least, nights_seen_here())
    as_json = {"season": season.name, "count": count.value, "best": best, "least": least, **_document(counted)}
    text = table_csv(_matrix(counted)) if fmt == "csv" else json.dumps(as_json, ensure_ascii=False, indent=1)
    return as_file(text, fmt, file_name("pinochle", season.name))


def _matrix(counted: Mapping[str, Any]) -> Iterator[Sequence[object]]:
    """A line for each name, with a column for each night."""
    nights = [f"{row.played_on} {row.name}" for row in counted["nights"]]
    yield "Place", "Name", *nights, "Points", "Nights", "Rounds"
    for row in counted["rows"]:
        points = {each.night: each.points for each in row.evenings}
        by_night = [points.get(night, "") for night in range(len(nights))]
        total = counted["points_of"](row)
        yield row.place or "", counted["called"](row), *by_night, total, len(row.evenings), row.rounds


def _document(counted: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "nights": [{"day": row.played_on, "name": row.name} for row in counted["nights"]],
        "standing": [
            {
                "place": row.place,
                "name": counted["called"](row),
                "points": counted["points_of"](row),
                "evenings": [asdict(each) for each in row.evenings],
            }
            for row in counted["rows"]
        ],
    }


@pages.post("/nights")
@allow(KEEPERS)
@limited(KEEPING)
def choose_nights() -> Response:
    """Leave nights of a season's days out of it, or let them in; what the page did not show as otherwise stays."""
    asked = request.form.get("season", "")
    season = next((each for each in _seasons() if each.key == asked), None) or abort(404, NO_SUCH_SEASON)
    listed, ticked, out = (set(request.form.getlist(name)) for name in ("listed", "night", "out"))
    current_store().seasons.choose_nights(season.key, leave_out=listed - ticked - out, let_in=ticked & out)
    counted: dict[str, Any] = {name: request.form.get(name) for name in ("season", "count", "best", "least")}
    return see_other(url_for("league.league_table", **counted))


@pages.get("/games")
@allow(KEEPERS)
def home_games() -> Response:
    """The games of a season's days that were played at home, with a button that takes each in."""
    return _home_games(Form())


@pages.post("/games")
@allow(KEEPERS)
@limited(KEEPING)
def take_in() -> Response:
    """Count a game that was played at home, or its present totals, as a night of one table."""
    form, game = posted(), request.form.get("game", "")
    refusal = at_home.take_in(game)
    if refusal:
        form.take(refusal, "game")
        return _home_games(form)
    return see_other(url_for("league.home_games", **_as_query(*_asked(_seasons())), _anchor=f"game-{game}"))


def _home_games(form: Form) -> Response:
    season, count, best, least = _asked(_seasons())
    there, skipped = at_home.home_games(season), number_asked("after")
    offered = [each for each in there if not (each.night or each.problem)]
    return respond(
        "night/home_games.html",
        status=form.status,
        form=form,
        season=season,
        asked=_as_query(season, count, best, least),
        changed=[each for each in there if each.is_changed],
        offered=offered[skipped : skipped + SHOWN_AT_ONCE],
        more=skipped + SHOWN_AT_ONCE if len(offered) > skipped + SHOWN_AT_ONCE else None,
        counted=[each for each in there if each.night and not each.is_changed],
        others=[each for each in there if each.problem and not each.night],
    )


@pages.post("/links")
@allow(KEEPERS)
@limited(KEEPING)
def end_links() -> Response:
    """End every existing link to a standing."""
    current_store().secret.renew_code(LINK)
    record_for_club(Action.LINK_REVOKED, "the standing of a season")
    return see_other(url_for("league.league_table"))


@pages.get("/<token>")
@allow(ANYBODY)
def shared(token: str) -> Response:
    """The standing for everybody with the link: it shows this season alone."""
    try:
        asked: Any = unseal_json(LINK, token)
    except ValueError:
        abort(404, NO_SUCH_LINK)
    season = next((each for each in _seasons() if each.key == asked["season"]), None) or abort(404, NO_SUCH_LINK)
    if asked.get("code") != current_store().secret.code(LINK) or _is_long_over(season):
        abort(404, ENDED)
    counted = _counted(season, DecidedBy(asked["count"]), asked["best"], asked["least"])
    return respond("night/league.html", asked=None, link="", **counted)


def _asked(seasons: Sequence[Season]) -> tuple[Season, DecidedBy, int, int]:
    """The season of the address, and how it is counted."""
    season = next((each for each in seasons if each.key == request.args.get("season")), seasons[0])
    count = next((each for each in DecidedBy if each.value == request.args.get("count")), DecidedBy.BEST)
    return season, count, number_asked("best", MOST_ASKED), number_asked("least", MOST_ASKED)


def _as_query(season: Season, count: DecidedBy, best: int, least: int) -> dict[str, Any]:
    return {"season": season.key, "count": count.value, "best": best, "least": least}


def _is_long_over(season: Season) -> bool:
    return bool(season.last) and (this_evening() - DAYS).isoformat() > season.last


def _seasons() -> list[Season]:
    """The seasons of the house, then the years with nights and the one that is asked for, the last first."""
    days = {row.played_on for row in current_store().nights.list_nights(MOST)} | {this_evening().isoformat()}
    asked = request.args.get("season", "")
    years = [year_season(year) for year in sorted({asked, *(day[:4] for day in days)}, reverse=True)]
    return [*(row.season for row in current_store().seasons.list_seasons()), *(each for each in years if each)]


def _counted(
    season: Season, count: DecidedBy, best: int, least: int, among: frozenset[str] | None = None
) -> dict[str, Any]:
    """The variables of a season's page: from closed nights with a public standing."""
    now, left_out = house(), current_store().seasons.left_out(season.key)
    of_its_days = sorted(
        (row for row in current_store().nights.list_nights(MOST, among) if season.holds(row.played_on)),
        key=lambda row: (row.played_on, row.at),
    )
    there = [row for row in of_its_days if row.id not in left_out]
    read = [(row, find_night(row.id).night) for row in there if not row.fault]
    over = [(row, night) for row, night in read if night.closed]
    rows = season_standing([night for _, night in over], count, best, least, now.people.key)

    def called(row: SeasonPlace) -> str:
        # People who let only some see them are guests to all others.
        return " & ".join("a guest" if now.seen.is_hidden(name) else name for name in row.names)

    def points_of(row: SeasonPlace) -> float:
        return row.points / 10 if count is DecidedBy.AVERAGE else row.points

    return {
        "title": season.name,
        "count": count,
        "counted": COUNTS[count],
        "best": best,
        "least": least,
        "rows": rows,
        "called": called,
        "points_of": points_of,
        "nights": [row for row, _ in over],
        "chosen": read,
        "of_its_days": of_its_days,
        "left_out": left_out,
        "is_hidden": now.seen.is_hidden,
        "is_guest": is_guest,
        "open_nights": len(read) - len(over),
        "unreadable": [row for row in there if row.fault],
        "changed": at_home.changed_since({row.id for row, _ in over}),
    }
