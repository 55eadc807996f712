"""The standing of a season of nights, for members, and by one link for everybody."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from flask import Blueprint, abort, current_app, request, url_for
from werkzeug.wrappers import Response

from companion.figures.scope import Season, year_season
from companion.figures.who import is_guest
from companion.night.season import DecidedBy, season_standing
from companion.store.audit import Action
from companion.web.core.access import ANYBODY, AT_NIGHT, KEEPERS, allow, nights_seen_here
from companion.web.core.assets import shared_address
from companion.web.core.current import current_store, seal_json, this_evening, unseal_json
from companion.web.core.forms import number_asked
from companion.web.core.identity import record_for_club
from companion.web.core.rendering import respond, see_other
from companion.web.core.security import KEEPING, limited
from companion.web.night.case import find_night
from companion.web.people.asked import NO_SUCH_SEASON
from companion.web.people.facts import house

LINK = "standing of a season"
"""The purpose of the seal on a season's public address."""
DAYS = timedelta(days=60)
"""The time after a season's last day until its links end."""
MOST = 200
"""Nights of a season, the last ones."""
MOST_ASKED = 999
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
    season = next((each for each in seasons if each.key == request.args.get("season")), seasons[0])
    count = next((each for each in DecidedBy if each.value == request.args.get("count")), DecidedBy.BEST)
    best, least = number_asked("best", MOST_ASKED), number_asked("least", MOST_ASKED)
    asked = {"season": season.key, "count": count.value, "best": best, "least": least}
    # The link shows every night of the season, so only those make it who see them all.
    shown = seen is None and not (_is_long_over(season) or current_app.config["ALONE"])
    token = seal_json(LINK, {**asked, "code": current_store().secret.code(LINK)})
    link = url_for("league.shared", token=token) if shown else ""
    return respond(
        "night/league.html",
        seasons=seasons,
        counts=[(each.value, label) for each, label in COUNTS.items()],
        asked=asked,
        link=link,
        address=shared_address(link),
        **_counted(season, count, best, least, seen),
    )


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


def _is_long_over(season: Season) -> bool:
    return bool(season.last) and (this_evening() - DAYS).isoformat() > season.last


def _seasons() -> list[Season]:
    """The seasons of the house, then the years with nights, the last first."""
    days = {row.played_on for row in current_store().nights.list_nights(MOST)} | {this_evening().isoformat()}
    years = [year_season(year) for year in sorted({day[:4] for day in days}, reverse=True)]
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
    return {
        "title": season.name,
        "count": count,
        "counted": COUNTS[count],
        "best": best,
        "least": least,
        "rows": rows,
        "nights": [row for row, _ in over],
        "of_its_days": of_its_days,
        "left_out": left_out,
        "is_hidden": now.seen.is_hidden,
        "is_guest": is_guest,
        "open_nights": len(read) - len(over),
        "unreadable": [row for row in there if row.fault],
    }
