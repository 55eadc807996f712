"""The television of a night, and everybody's phone: one address that shows seats, tables, totals and the standing."""

from __future__ import annotations

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from companion.night.standing import Row, standing
from companion.night.state import Night
from companion.web.core.access import ANYBODY, allow
from companion.web.core.current import unseal_json
from companion.web.core.rendering import respond
from companion.web.night.case import clock_of, find_night
from companion.web.night.desk import TV, seat_names, seats

SECONDS = 12
"""How long each picture stays."""
ROWS = 12
"""Lines of the standing that fit on one picture."""
COLUMN = 10
"""Names in a column of the seats."""
NO_SUCH_LINK = "This link does not show a night. Ask the director for the link of the television."

pages = Blueprint("television", __name__, url_prefix="/tv")


@pages.get("/<token>")
@allow(ANYBODY)
def show(token: str) -> Response:
    """One picture of the night; the next one follows by itself."""
    try:
        night_id = unseal_json(TV, token)
    except ValueError:
        abort(404, NO_SUCH_LINK)
    night = find_night(str(night_id)).night
    turn = max(request.args.get("turn", 0, type=int), 0)
    shown = _pictures(night)
    picture, page = shown[turn % len(shown)]
    rows = standing(night) if night.shows_standing else []
    return respond(
        "night/tv.html",
        "night/_tv.html",
        night=night,
        picture=picture,
        rows=rows[page * ROWS : (page + 1) * ROWS],
        seats=sorted(seats(night, night.last)) if night.last else [],
        called=seat_names,
        clock=clock_of(night, night.last),
        next=url_for("television.show", token=token, turn=(turn + 1) % len(shown)),
        seconds=SECONDS,
        columns=_columns(night),
    )


def _columns(night: Night) -> int:
    people = len(night.last.present) if night.last else 0
    return min(4, max(1, -(-people // COLUMN)))


def _pictures(night: Night) -> list[tuple[str, int]]:
    """What is shown in turn, each with its page: seats before play, tables meanwhile, totals and standing after."""
    last = night.last
    if last is None:
        return [("welcome", 0)]
    ranked = [("standing", page) for page in range(_pages(standing(night)))] if night.shows_standing else []
    if night.closed:
        return [*ranked, *([("prizes", 0)] if night.prizes else [])]
    if last.is_done:
        return [("totals", 0), *ranked]
    return [("seats", 0), ("tables", 0)]


def _pages(rows: list[Row]) -> int:
    return max(1, -(-len(rows) // ROWS))
