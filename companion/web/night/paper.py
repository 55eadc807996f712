"""A night on paper: sheets to print, and its standing as a file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from flask import Blueprint, abort, current_app
from werkzeug.wrappers import Response

from companion.night.charts import NoChart, most_rounds
from companion.night.events import Sizes
from companion.night.judge import at_a_table, by_chart
from companion.night.standing import EntrantRound, StandingRow, standing
from companion.night.state import Night
from companion.store.files import table_csv
from companion.store.nights import NightRead
from companion.web.core.access import AT_NIGHT, allow, sees_standing
from companion.web.core.assets import file_name
from companion.web.core.rendering import FORMATS, as_file, respond
from companion.web.night.case import find_night, of_night
from companion.web.night.door import door_of
from companion.web.night.seating import clockwise, seat_names

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
        sheet=sheet,
        sheets=sheets,
        tables=_tables(found),
        seats=_seats_by_side(found.plan.sizes),
        rounds=range(1, max(found.plan.rounds, len(found.rounds)) + 1),
        rows=standing(found) if sheet == "standing" else [],
        guides=_guides(found) if sheet == "guides" else [],
        door=door_of(night, found.door) if found.door else "",
        **of_night(read),
    )


@pages.get("/standing.<fmt>")
@allow(AT_NIGHT)
def table(night: str, fmt: str) -> Response:
    """The standing as CSV, a line for each entrant and a column for each round, or as JSON."""
    if fmt not in FORMATS:
        abort(404, "The standing can be taken away as CSV or as JSON. Both links are below it.")
    read = find_night(night)
    if not sees_standing(read):
        abort(403, HIDDEN)
    text = table_csv(_rows(read.night)) if fmt == "csv" else json.dumps(_document(read), ensure_ascii=False, indent=1)
    return as_file(text, fmt, file_name(read.row.played_on, read.row.name))


def _rows(night: Night) -> Iterator[Sequence[object]]:
    numbers = [each.number for each in night.played]
    rounds = [f"Round {number}" for number in numbers]
    yield "Place", "Name", *rounds, "Penalty", "Total", "Rounds won", "Sets", "Extra hand"
    for row in standing(night):
        points = {line.round: line.points for line in row.lines}
        by_round = [points.get(number, "") for number in numbers]
        extra = "won" if row.won_extra else ""
        yield row.place or "", row.name, *by_round, row.penalty, row.total, row.wins, row.sets, extra


def _document(read: NightRead) -> dict[str, Any]:
    night = read.night

    def line_of(line: EntrantRound) -> dict[str, Any]:
        partners, opponents = map(night.name, line.partners), map(night.name, line.opponents)
        return {**asdict(line), "partners": [*partners], "opponents": [*opponents]}

    def row_of(row: StandingRow) -> dict[str, Any]:
        given = [{"points": each.points, "why": each.why} for each in night.penalties if each.entrant == row.entrant]
        return {**asdict(row), "lines": [*map(line_of, row.lines)], "penalties": given}

    return {"night": night.plan.name, "day": read.row.played_on, "standing": [*map(row_of, standing(night))]}


def _tables(night: Night) -> int:
    return len(night.last.tables) if night.last else max(len(night.here) // at_a_table(night), 1)


def _seats_by_side(sizes: Sizes) -> list[list[str]]:
    """The seats of a full table by sides, for papers without names."""
    called = clockwise(sizes.seats)
    return [called[place :: sizes.sides] for place in range(sizes.sides)]


def _guides(night: Night) -> list[tuple[str, list[tuple[int, str]]]]:
    """The places of each entrant of a chart in every round; empty if rounds are drawn."""
    plan, here = night.plan, night.chart or sorted(night.here)
    if not plan.movement.is_fixed:
        return []
    found: dict[int, list[tuple[int, str]]] = {number: [] for number in here}
    try:
        for number in range(1, min(plan.rounds, most_rounds(plan.movement, len(here))) + 1):
            sat = by_chart(night, here, number)
            for place, sides in enumerate(sat.tables, 1):
                for side, seats in zip(sides, seat_names(night, sides), strict=True):
                    for each, seat in zip(side, seats, strict=False):
                        found[each].append((number, f"table {place}, {seat}"))
            for each in sat.out:
                found[each].append((number, "sit out"))
    except NoChart:
        return []
    return [(night.name(each), rounds) for each, rounds in found.items()]
