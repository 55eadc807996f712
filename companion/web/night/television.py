"""The television of a night, and everybody's phone: one address that shows seats, tables, totals and the standing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import TypeVar

from flask import Blueprint, abort, url_for
from werkzeug.wrappers import Response

from companion.night.standing import standing
from companion.night.state import Night
from companion.store.moments import read_day
from companion.store.nights import NightRead
from companion.web.core.access import ANYBODY, allow, refuse_alone
from companion.web.core.current import evening, seal_json, this_evening, unseal_json
from companion.web.core.forms import number_asked
from companion.web.core.rendering import respond
from companion.web.night.case import clock_of, find_night
from companion.web.night.games import playing
from companion.web.night.seating import seats

SECONDS = 12
"""The time for which each picture is shown."""
ROWS = 12
"""Lines of the standing that fit on one picture."""
COLUMN = 11
"""The names in each of the two columns of seats: twenty people and two who come late."""
TABLES = 6
"""Tables on one picture: long names take two lines."""
TV = "television of a night"
"""The purpose of the seal on its address."""
DAYS = timedelta(days=7)
"""The time after the night and its last entry until its address ends."""
NO_SUCH_LINK = "This link does not show a night. Ask the director for the link of the television."
ENDED = "This link of the television has ended. The night’s page has the one that shows it now."

Line = TypeVar("Line")

pages = Blueprint("television", __name__, url_prefix="/tv")
pages.before_request(refuse_alone)


def screen_of(read: NightRead) -> str:
    """The path that shows a night until its next code is made; empty once the night is some days over."""
    if _is_long_over(read):
        return ""
    return url_for("television.night_picture", token=seal_json(TV, [read.row.id, read.night.codes]))


def _is_long_over(read: NightRead) -> bool:
    last = evening(read.entries[-1].at)
    try:
        return last is None or this_evening() - max(last, read_day(read.row.played_on)) > DAYS
    except ValueError:
        return True


@pages.get("/<token>")
@allow(ANYBODY)
def night_picture(token: str) -> Response:
    """One picture of the night; the next one follows by itself."""
    try:
        night_id, number = unseal_json(TV, token)
    except ValueError:
        abort(404, NO_SUCH_LINK)
    read = find_night(night_id)
    if number != read.night.codes or _is_long_over(read):
        abort(404, ENDED)
    night = read.night
    turn = number_asked("turn")
    rows = standing(night) if night.shows_standing else []
    shown = _pictures(night, len(rows))
    picture, page = shown[turn % len(shown)]
    tables = _part(night.last.tables, page, TABLES) if night.last and picture in {"tables", "totals"} else []
    return respond(
        "night/tv.html",
        "night/_tv.html",
        prizes=_part(night.prizes, page, ROWS),
        night=night,
        picture=picture,
        rows=_part(rows, page, ROWS),
        seats=_part(sorted(seats(night, night.last)), page, 2 * COLUMN) if night.last else [],
        tables=tables,
        games={table.number: playing(table) for table in tables if not table.totals},
        rows_in_column=COLUMN,
        clock=clock_of(night, night.last),
        next=url_for("television.night_picture", token=token, turn=(turn + 1) % len(shown)),
        seconds=SECONDS,
    )


def _pictures(night: Night, ranked: int) -> list[tuple[str, int]]:
    """The pictures in turn, each with its page: seats before play, then tables, totals and standing at the end."""
    last = night.last
    if last is None:
        return [("welcome", 0)]
    places = _pages("standing", ranked, ROWS)
    if night.closed:
        return [*places, *_pages("prizes", len(night.prizes), ROWS)] or [("welcome", 0)]
    if last.is_done:
        return [*_pages("totals", len(last.tables), TABLES), *places]
    return [*_pages("seats", len(seats(night, last)), 2 * COLUMN), *_pages("tables", len(last.tables), TABLES)]


def _pages(picture: str, lines: int, most: int) -> list[tuple[str, int]]:
    return [(picture, page) for page in range(-(-lines // most))]


def _part(lines: Sequence[Line], page: int, most: int) -> Sequence[Line]:
    return lines[page * most : (page + 1) * most]
