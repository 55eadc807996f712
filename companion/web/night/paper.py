"""A night on paper: sheets to print before play, and its standing as a table for a spreadsheet."""

from __future__ import annotations

import csv
import io

from flask import Blueprint, abort, current_app
from werkzeug.wrappers import Response

from companion.night.charts import NoChart, chart_round, most_rounds
from companion.night.standing import standing
from companion.night.state import SEATS, Night
from companion.store.files import no_formula
from companion.web.core.access import AT_NIGHT, allow, sees_standing
from companion.web.core.assets import file_name
from companion.web.core.rendering import respond
from companion.web.night.case import find_night
from companion.web.night.door import door_of
from companion.web.night.seating import seat_names

SHEETS = {
    "cards": "Table cards",
    "slips": "Score slips",
    "guides": "Guide cards",
    "sign-in": "Sign-in list",
    "chart": "Wall chart",
    "standing": "Standing",
}
OF_PHONES = frozenset(("cards",))
"""The sheets for other phones, left out if the companion runs on one phone alone."""
HIDDEN = "The standing is hidden until the end of the night."

pages = Blueprint("paper", __name__, url_prefix="/nights/<night>/paper")


@pages.get("/<sheet>")
@allow(AT_NIGHT)
def paper_sheet(night: str, sheet: str) -> Response:
    """One kind of sheet, for the browser to print."""
    sheets = {key: title for key, title in SHEETS.items() if not (key in OF_PHONES and current_app.config["ALONE"])}
    if sheet not in sheets:
        abort(404, "There is no such paper. The page of the night has those that there are.")
    read = find_night(night)
    found = read.night
    if sheet == "standing" and not sees_standing(read):
        abort(403, HIDDEN)
    return respond(
        "night/paper.html",
        id=night,
        night=found,
        sees=sees_standing(read),
        sheet=sheet,
        sheets=sheets,
        tables=_tables(found),
        rounds=range(1, max(found.plan.rounds, len(found.rounds)) + 1),
        SEATS=SEATS,
        rows=standing(found) if sheet == "standing" else [],
        guides=_guides(found) if sheet == "guides" else [],
        called=seat_names,
        door=door_of(night, found.door) if found.door else "",
    )


@pages.get("/standing.csv")
@allow(AT_NIGHT)
def table(night: str) -> Response:
    """The standing, a line for each entrant and a column for each round."""
    read = find_night(night)
    found = read.night
    if not sees_standing(read):
        abort(403, HIDDEN)
    written = io.StringIO()
    sheet = csv.writer(written)
    numbers = [each.number for each in found.played]
    head = ["Place", "Name", *(f"Round {number}" for number in numbers), "Penalty", "Total", "Rounds won", "Sets"]
    sheet.writerow(head)
    for row in standing(found):
        points = {line.round: line.points for line in row.lines}
        by_round = [points.get(number, "") for number in numbers]
        sheet.writerow([row.place or "", no_formula(row.name), *by_round, row.penalty, row.total, row.wins, row.sets])
    named = f"{file_name(read.row.played_on, read.row.name)}.csv"
    return Response(
        written.getvalue(), mimetype="text/csv", headers={"Content-Disposition": f'attachment; filename="{named}"'}
    )


def _tables(night: Night) -> int:
    seated = 2 if night.plan.movement.of_pairs else 4
    return len(night.last.tables) if night.last else max(len(night.here) // seated, 1)


def _guides(night: Night) -> list[tuple[str, list[tuple[int, str]]]]:
    """The places of each entrant of a chart in every round; empty if rounds are drawn."""
    plan, here = night.plan, night.chart or sorted(night.here)
    if not plan.movement.is_fixed:
        return []
    found: dict[int, list[tuple[int, str]]] = {number: [] for number in range(1, len(here) + 1)}
    try:
        for number in range(1, min(plan.rounds, most_rounds(plan.movement, len(here))) + 1):
            tables, out = chart_round(plan.movement, len(here), number)
            for place, sides in enumerate(tables, 1):
                for side, seats in zip(sides, _seats(sides), strict=True):
                    for each, seat in zip(side, seats, strict=False):
                        found[each].append((number, f"table {place}, {seat}"))
            for each in out:
                found[each].append((number, "sit out"))
    except NoChart:
        return []
    return [(night.name(here[each - 1]), rounds) for each, rounds in found.items()]


def _seats(sides: tuple[tuple[int, ...], ...]) -> tuple[tuple[str, ...], ...]:
    if len(sides[0]) == 2:
        return ("North", "South"), ("East", "West")
    return ("North and South",), ("East and West",)
