"""The tables of a round: their totals, entered and corrected, and the games they play."""

from __future__ import annotations

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from companion.night.events import Event, Seating, TotalsCorrected, TotalsEntered
from companion.night.state import Night, Table
from companion.rules.names import tidy_name
from companion.store.membership import Role
from companion.store.nights import NightEntry, NightRead
from companion.web.core.access import AT_NIGHT, DESK, allow, enter_as_director, sees_standing
from companion.web.core.forms import Form, number_asked, posted
from companion.web.core.game import open_game
from companion.web.core.rendering import respond, see_other
from companion.web.core.seat import Joined, join, joined
from companion.web.core.security import KEEPING, limited
from companion.web.night.case import carry_out, find_night, of_night
from companion.web.night.desk import desk_page
from companion.web.night.forms import read_sides, read_totals, sides_word
from companion.web.night.games import playing
from companion.web.night.seating import side_names

NO_SUCH_GAME = "This table plays on paper, or its game was deleted. Enter its totals."
NO_SUCH_TABLE = "There is no such table at this night. Its page has those that there are."
TOTALS_HIDDEN = "This table has its totals. They are hidden until the end of the night: its director corrects them."
SEATS_MOVED = "The seats were changed since you opened the page, so nothing was written. Others sit at this table now."

pages = Blueprint("totals", __name__, url_prefix="/nights")


@pages.get("/<night>/round/<int:number>/table/<int:table>")
@allow(AT_NIGHT)
def table(night: str, number: int, table: int) -> Response:
    """The totals of a table, and the form that enters or corrects them."""
    return _table(night, number, table, Form())


@pages.post("/<night>/round/<int:number>/table/<int:table>")
@allow(DESK)
@limited(KEEPING)
def enter(night: str, number: int, table: int) -> Response:
    """Enter a table's totals, or correct them."""
    form, found = posted(), find_night(night).night
    sides = read_sides(form) if number and table else None
    seen = sides or _table_or_404(found, number, table).sides
    there = _find_table(found, number, table)
    if there and there.totals and not sees_standing(find_night(night)):
        form.refuse("points-0", TOTALS_HIDDEN)
    totals = read_totals(form, len(seen), found.plan)
    if totals is None or form.errors:
        return _not_entered(night, number, table, seen, form)
    why = tidy_name(form.value("why"))[:200]

    def make(found: Night) -> list[Event]:
        there = _find_table(found, number, table)
        if form.value("correct") and there and there.totals:
            return [TotalsCorrected(number, table, there.totals, totals, why)]
        return [TotalsEntered(number, table, totals)]

    if not carry_out(night, form, "points-0", make):
        return _not_entered(night, number, table, seen, form)
    following = _tables_without_totals(find_night(night).night, number, table)
    on_paper = [each.number for each in following if not each.game]
    if on_paper and not form.value("correct"):
        return see_other(url_for("totals.table", night=night, number=number, table=on_paper[0], after=table))
    anchor = f"table-{number}-{following[0].number}" if following else None
    return see_other(url_for("night.night_page", night=night, _anchor=anchor))


def _tables_without_totals(night: Night, number: int, table: int) -> list[Table]:
    """The other tables of a round that have no totals, those after this one first."""
    tables = night.rounds[number - 1].tables
    return [each for each in (*tables[table:], *tables[: table - 1]) if not each.totals]


def _not_entered(night: str, number: int, table: int, seen: Seating, form: Form) -> Response:
    """The table with what was typed; where others sit there now, the night without it, or it would be theirs."""
    there = _find_table(find_night(night).night, number, table)
    if there and there.sides == seen:
        return _table(night, number, table, form)
    moved = Form(errors={} if form.conflict else {"draw": SEATS_MOVED}, conflict=form.conflict)
    return desk_page(night, moved)


@pages.post("/<night>/round/<int:number>/table/<int:table>/game")
@allow(DESK)
@limited(KEEPING)
def visit(night: str, number: int, table: int) -> Response:
    """Look at a table's game, or enter for it: a director's phone writes there only after confirming."""
    there = _table_or_404(find_night(night).night, number, table)
    if playing(there) is None:
        abort(404, NO_SUCH_GAME)
    role = joined(open_game(there.game)).role
    if request.form.get("do") == "enter" and role in (None, Role.WATCHER):
        name = find_night(night).row.name
        log = f"keeps the score of table {table}, round {number}, of {name}"
        enter_as_director(there.game, f"keeps the score, as director of {name}", log)
    elif role is None:
        join(there.game, Joined(Role.WATCHER), detail="watches, as director of the night")
    return see_other(url_for("table.show", game=there.game))


def _find_table(night: Night, number: int, table: int) -> Table | None:
    tables = (each for there in night.rounds if there.number == number for each in there.tables)
    return next((each for each in tables if each.number == table), None)


def _table_or_404(night: Night, number: int, table: int) -> Table:
    return _find_table(night, number, table) or abort(404, NO_SUCH_TABLE)


def _table(night: str, number: int, table: int, form: Form) -> Response:
    read = find_night(night)
    there = _table_or_404(read.night, number, table)
    return respond(
        "night/table.html",
        status=form.status,
        form=form,
        number=number,
        table=there,
        after=_find_table(read.night, number, number_asked("after")),
        others=[] if there.totals else _tables_without_totals(read.night, number, table),
        game=playing(there),
        no_game=NO_SUCH_GAME,
        seated=sides_word(there.sides),
        corrections=_corrections(read, number, table),
        sides=side_names(read.night, there),
        **of_night(read),
    )


def _corrections(read: NightRead, number: int, table: int) -> list[NightEntry]:
    """The corrections of a table's totals that were not undone."""
    return [
        entry
        for entry in read.held
        if isinstance(entry.event, TotalsCorrected) and (entry.event.number, entry.event.table) == (number, table)
    ]
