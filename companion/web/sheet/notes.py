"""A note in a game, with a bonus or a penalty: its page, which writes one, corrects it or removes it."""

from __future__ import annotations

from collections.abc import Iterator

from flask import abort, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.game.commands import Refusal, WriteNote
from companion.game.events import NoteWritten
from companion.rules.score.history import carries_over
from companion.web.core.access import MEMBERS, RECORD, allow
from companion.web.core.forms import Form, is_sure, parse_number, posted
from companion.web.core.game import OpenGame, carry_out, open_game
from companion.web.core.rendering import respond, see_other

BONUS, PENALTY = "bonus", "penalty"
NO_SUCH_NOTE = "There is no such note in this game. Its score sheet has those that there are."


@allow(MEMBERS, RECORD)
def show(game: str, number: int | None = None) -> Response:
    """The form for a note, filled in with the one that is corrected."""
    table = open_game(game)
    note = next((note for note in table.state.notes if note.number == number), None)
    if number is not None and note is None:
        abort(404, NO_SUCH_NOTE)
    return _page(table, Form(MultiDict(_filled_in(note) if note else ())), number)


@allow(MEMBERS, RECORD)
def write(game: str, number: int | None = None) -> Response:
    """Write a note, or correct one, and show the score sheet."""
    form, table = posted(), open_game(game)
    command = WriteNote("", number=number) if form.value("do") == "remove" else _read(form, table, number)
    if command is None:
        return _page(table, form, number)

    def refused(now: OpenGame, refusal: Refusal) -> Response:
        form.take(refusal, "says")
        return _page(now, form, number)

    return carry_out(game, command, lambda _: see_other(url_for("sheet.show", game=game)), refused)


def _read(form: Form, table: OpenGame, number: int | None) -> WriteNote | None:
    """The command that the form asks for; None, with a sentence beside each wrong field, where it asks for none."""
    typed, kind = form.value("points"), form.value("kind")
    points = parse_number(form, "points", typed) if typed else 0
    if points and kind not in (BONUS, PENALTY):
        form.refuse("kind", "Please tap whether the points are a bonus or a penalty.")
    if form.errors or points is None or not is_sure(form, "points", table.state, points):
        return None
    return WriteNote(form.value("says"), form.value("side") or None, -points if kind == PENALTY else points, number)


def _filled_in(note: NoteWritten) -> Iterator[tuple[str, str]]:
    yield "says", note.says
    if note.points:
        yield from (("points", str(abs(note.points))), ("side", note.side or ""))
        yield "kind", BONUS if note.points > 0 else PENALTY


def _page(table: OpenGame, form: Form, number: int | None) -> Response:
    state = table.state
    return respond(
        "sheet/note.html",
        "sheet/_note.html",
        status=form.status,
        game=table.game,
        version=table.version,
        form=form,
        number=number,
        sides=[(side, state.side_name(side)) for side in state.sides] if carries_over(state.variant) else [],
    )
