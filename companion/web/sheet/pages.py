"""The score sheet and what belongs to it: the log, the players' names, and the game to take away."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from flask import Blueprint, Flask, abort, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.game.commands import Refusal, RenamePlayers
from companion.game.fold import names_shown_otherwise
from companion.game.log import LogLine, log_lines
from companion.game.state import GameState
from companion.game.view import GameView, view
from companion.game.view.hindsight import deals_known, look_back
from companion.rules.clauses import clauses_of
from companion.rules.names import is_unnamed, table_problems, tidy_name, unnamed
from companion.store.audit import AuditEntry
from companion.store.entries import Entry
from companion.store.errors import Damaged
from companion.store.files import export_game, sheet_csv
from companion.web.core.access import MEMBERS, RECORD, allow, is_locked
from companion.web.core.assets import file_name, home_address
from companion.web.core.chart import Chart, score_chart
from companion.web.core.conduct import away_from_the_table
from companion.web.core.current import current_store, day, journal
from companion.web.core.extras import require_pillow
from companion.web.core.forms import Form, posted
from companion.web.core.game import OpenGame, carry_out, open_game, state_seen
from companion.web.core.identity import audit_says
from companion.web.core.live import unchanged
from companion.web.core.rendering import FORMATS, as_file, figure, made_once, respond, see_other
from companion.web.core.seat import joined, looks_on, seat_of
from companion.web.core.writing import refusal_status
from companion.web.sheet import correction, notes

pages = Blueprint("sheet", __name__, url_prefix="/game/<game>")
pages.add_url_rule("/deal/<int:number>", "correct", correction.correct, methods=["GET", "POST"])
for _path in ("/note", "/note/<int:number>"):
    pages.add_url_rule(_path, "note", notes.show)
    pages.add_url_rule(_path, "write_note", notes.write, methods=["POST"])


def init_app(app: Flask) -> None:
    """Serve the score sheets of ``app``."""
    app.register_blueprint(pages)


@pages.get("/sheet")
@allow(MEMBERS)
def show(game: str) -> Response:
    """Every deal with its working; 204 where ``?since=`` already has it."""
    table = open_game(game)
    if unchanged(table.mark):
        return Response(status=204)
    same = game, table.mark, joined(table), looks_on(game), is_locked(game)
    return made_once(same, lambda: respond("sheet/sheet.html", "sheet/_sheet.html", **sheet_parts(table)))


def sheet_parts(table: OpenGame) -> dict[str, Any]:
    """The parts of a score sheet."""
    seen = view(table.state, seat_of(table))
    return {
        "game": table.game,
        "mark": table.mark,
        "begun": _began_at(table.game),
        "view": seen,
        "clauses_of": clauses_of,
        "chart": chart_of(seen),
        "deals_known": deals_known(table.state),
    }


def chart_of(seen: GameView) -> Chart | None:
    """How the scores went over the deals that count, up to the score as it is now; None before the first."""
    rows = [row for row in seen.rows if row.counts]
    if not rows:
        return None
    runs = {
        each.name: [seen.carried.get(each.side, 0), *(row.running[each.side] for row in rows[:-1]), each.score]
        for each in seen.sides
    }
    bids = {
        each.name: {place: row.outcome == "made" for place, row in enumerate(rows, 1) if row.bidding_side == each.side}
        for each in seen.sides
    }
    return score_chart(runs, seen.target, bids)


@pages.get("/deal/<int:number>/hindsight")
@allow(MEMBERS)
@away_from_the_table
def hindsight(game: str, number: int) -> Response:
    """The melds and bids that were possible in a deal whose hands are known, once the game is over."""
    state = open_game(game).state
    if number not in deals_known(state):
        abort(404, "Nobody can look back on that deal: its hands are not all known, or the game is not over.")
    return respond("sheet/hindsight.html", game=game, seen=look_back(state, state.deals[number - 1]))


@pages.get("/log")
@allow(MEMBERS)
def log(game: str) -> Response:
    """Everything that was written down, by whom and when; 204 where ``?since=`` already has it."""
    table = open_game(game)
    if unchanged(table.mark):
        return Response(status=204)
    entries = {entry.seq: entry for entry in journal().read(game).entries}
    entered = [(line, entries[line.seq]) for line in log_lines(table.history)]
    lines = [(line, entry) for line, entry in entered if not (line.repeated and entries[line.seq + 1].who == entry.who)]
    merged = _merged(lines, current_store().audit.of_game(game))
    groups = [(number, list(each)) for number, each in groupby(merged, key=lambda line: line[0].deal)]
    return respond("sheet/log.html", "sheet/_log.html", game=game, mark=table.mark, groups=groups)


def _merged(
    lines: Sequence[tuple[LogLine, Entry]], audited: Sequence[AuditEntry]
) -> list[tuple[LogLine, Entry | AuditEntry]]:
    """The steps of a game and the changes of roles, by time; where clocks disagree, each stays in its order.

    A change of roles is no event of the game, so its line has the number 0.
    """
    merged, waiting, deal = list[tuple[LogLine, Entry | AuditEntry]](), deque(audited), 0
    for line, entry in lines:
        while waiting and waiting[0].at < entry.at:
            merged.append((LogLine(0, audit_says(waiting[0]), True, deal), waiting.popleft()))
        merged.append((line, entry))
        deal = line.deal
    return [*merged, *((LogLine(0, audit_says(each), True, deal), each) for each in waiting)]


@pages.get("/names")
@allow(MEMBERS, RECORD)
def names(game: str) -> Response:
    """The players' names, to correct them or to let a substitute take over a seat."""
    table = open_game(game)
    named = {f"name-{seat}": name for seat, name in enumerate(table.state.names) if not is_unnamed(name)}
    return _names_page(table, Form(MultiDict(named)))


@pages.post("/names")
@allow(MEMBERS, RECORD)
def rename(game: str) -> Response:
    """Record other names; where earlier deals were played, ask first whether each one is another person's."""
    form, table = posted(), open_game(game)
    typed = tuple(form.value(f"name-{seat}") or _kept(name) for seat, name in enumerate(table.state.names))
    for seat in _seats_to_ask_about(state_seen(table), typed, form):
        form.refuse(f"substitute-{seat}", f"Is {tidy_name(typed[seat])} another player?")
    if form.errors:
        return _names_page(table, form, status=422)
    substitutes = tuple(seat for seat in range(table.state.players) if form.value(f"substitute-{seat}") == "1")
    named = RenamePlayers(typed, substitutes)
    return carry_out(game, named, lambda _: see_other(url_for("sheet.show", game=game)), _names_refused)


def _kept(name: str) -> str:
    """The value that an empty field leaves: a player whom nobody has named stays so."""
    return name if is_unnamed(name) else ""


def _seats_to_ask_about(state: GameState, typed: Sequence[str], form: Form) -> list[int]:
    """The seats with another name of which nobody has said yet whether it is another person's."""
    if state.deal is None or not state.deals or table_problems(typed):
        return []
    named = ((seat, name) for seat, name in enumerate(state.names) if not is_unnamed(name))
    changed = (seat for seat, name in named if tidy_name(typed[seat]) != name)
    return [seat for seat in changed if form.value(f"substitute-{seat}") not in ("0", "1")]


def _names_refused(table: OpenGame, refusal: Refusal) -> Response:
    form = Form(request.form, {refusal.field or "names": refusal.says})
    return _names_page(table, form, refusal, refusal_status(refusal))


def _names_page(table: OpenGame, form: Form, refusal: Refusal | None = None, status: int = 200) -> Response:
    context = {"game": table.game, "version": table.version, "state": table.state, "form": form, "refusal": refusal}
    context["otherwise"] = names_shown_otherwise(table.history)
    return respond("sheet/names.html", "sheet/_names.html", status=status, **context)


@pages.get("/export.<fmt>")
@allow(MEMBERS)
def download(game: str, fmt: str) -> Response:
    """The whole game as JSON, or its sheet as CSV, as a file."""
    if fmt not in FORMATS:
        abort(404, "A game can be taken away as JSON or as CSV. Both links are under its score sheet.")
    if fmt == "csv":
        text = sheet_csv(open_game(game).state)
    else:
        _opened_if_shown(game)  # 404 if there is none
        text = json.dumps(export_game(journal(), game), ensure_ascii=False, indent=2)
    return as_file(text, fmt, _file_name(game))


@pages.get("/result.png")
@allow(MEMBERS)
def picture(game: str) -> Response:
    """The result of a finished game as a picture to share."""
    require_pillow()
    from companion.web.core.picture import drawn_name, to_png

    table = open_game(game)
    names = tuple(drawn_name(name, unnamed(seat)) for seat, name in enumerate(table.state.names))
    seen = view(replace(table.state, names=names), seat_of(table))
    if seen.won is None:
        abort(404, "This game is not over yet. Its end page has the picture.")
    lines = [*((side.name, figure(side.score)) for side in seen.sides), ("How it was decided", seen.won.says)]
    below = f"{seen.variant.name}, {day(_began_at(game))}"
    return Response(to_png(seen.won.title, below, lines, home_address(), chart_of(seen)), mimetype="image/png")


def _file_name(game: str) -> str:
    """The players and the day of the first deal; of a game that can't be shown its id."""
    table = _opened_if_shown(game)
    return file_name("pinochle", *(table.state.names if table else [game]), _began_at(game)[:10])


def _opened_if_shown(game: str) -> OpenGame | None:
    try:
        return open_game(game)
    except Damaged:  # it is saved as it is
        return None


def _began_at(game: str) -> str:
    row = journal().find_game(game)
    return row.at if row else ""
