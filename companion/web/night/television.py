"""The television of a night, and everybody's phone: one address that shows seats, tables, totals and the standing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, TypeAlias

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
"""The lines in a column of a picture."""
TABLES = 6
"""The tables in a column: each side has a line, and long names take two."""
LETTERS, GAP = 83, 3
"""The letters that fit side by side on a screen of 16 : 9, and those that the space after a column takes."""
FIGURES = 20
"""The letters of a place, a total, and the total before with the last round."""
OF_TABLE = 10
"""The letters of a table's number and its totals, or its deals."""
MOST_COLUMNS = 4
TV = "television of a night"
"""The purpose of the seal on its address."""
DAYS = timedelta(days=7)
"""The time after the night and its last entry until its address ends."""
NO_SUCH_LINK = "This link does not show a night. Ask the director for the link of the television."
ENDED = "This link of the television has ended. The night’s page has the one that shows it now."

Picture: TypeAlias = tuple[str, Sequence[Any], str]
"""Its name, its lines, and the style classes that give the columns and the size of the type."""

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
    turn, shown = number_asked("turn"), _pictures(night)
    picture, lines, shape = shown[turn % len(shown)]
    return respond(
        "night/tv.html",
        "night/_tv.html",
        night=night,
        picture=picture,
        lines=lines,
        shape=shape,
        clock=clock_of(night, night.last),
        next=url_for("television.night_picture", token=token, turn=(turn + 1) % len(shown)),
        seconds=SECONDS,
    )


def _pictures(night: Night) -> list[Picture]:
    """The pictures in turn: seats before play, then tables, totals and standing at the end."""
    last = night.last
    if last is None:
        return [("welcome", (), "")]
    rows = standing(night) if night.shows_standing and (night.closed or last.is_done) else []
    places = _pages("standing", rows, [FIGURES + len(row.name) for row in rows])
    if night.closed:
        prizes = _pages("prizes", night.prizes, [len(each.what) for each in night.prizes])
        return [*places, *prizes] or [("welcome", (), "")]
    tables = [(each, [" & ".join(map(night.name, side)) for side in each.sides], playing(each)) for each in last.tables]
    long = [OF_TABLE + max(map(len, sides)) for _, sides, _ in tables]
    if last.is_done:
        return [*_pages("totals", tables, long, TABLES), *places]
    where = sorted(seats(night, last))
    seated = _pages("seats", where, [len(f"{name} {seat}") for name, seat in where])
    return [*seated, *_pages("tables", tables, long, TABLES)]


def _pages(picture: str, lines: Sequence[Any], letters: Sequence[int], most: int = ROWS) -> list[Picture]:
    """The pages of a picture: as many lines as fit, in the number of columns that lets the type be largest.

    :param letters: how many each line takes.
    :param most: the lines in a column of the smallest type.
    """
    longest = max(letters, default=0) + GAP
    fitting = range(1, max(min(LETTERS // longest, MOST_COLUMNS), 1) + 1)
    page = max(min(len(lines), fitting[-1] * most), 1)

    def size(columns: int) -> float:
        return min(most / -(-page // columns), LETTERS / columns / longest)

    columns = max(fitting, key=size)
    quarters = max(4, min(int(4 * size(columns)), 8))
    shape = f"columns-{columns} size-{quarters}"
    return [(picture, lines[at : at + page], shape) for at in range(0, len(lines), page)]
