"""Correcting a deal: its page lists what was told; what is tapped opens and is told again; then old and new."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import abort, request, url_for
from werkzeug.wrappers import Response

from companion.game.decide import decide
from companion.game.decide.retelling import tell_to_the_end
from companion.game.decide.steps import steps_of
from companion.game.record.commands import CorrectDeal, TellDraw
from companion.game.record.refusal import Refusal
from companion.game.record.stock_commands import ExchangeDix, LayMeld, PlayLaidCard, TakeTrick
from companion.game.view.correction import Preview, preview_of, state_after
from companion.rules.clauses import clauses_of
from companion.web.base.fields import Reader, posted
from companion.web.base.forms import Form
from companion.web.base.game import OpenGame, carry_out, open_game, refusal_status
from companion.web.base.htmx import respond, see_other, wants_fragment
from companion.web.base.judging import MovedOn
from companion.web.sheet.correction_form import (
    as_it_was_told,
    looks_of,
    near_bids,
    with_old_answers,
    without_the_old_rest,
)
from companion.web.sheet.draft import Draft, Opening, seal, unseal
from companion.web.sheet.steps import changed_rows, rows_of
from companion.web.table.page import ASKED, phase_parts

NOTHING_NEW = "This is what the score sheet says already, so there is nothing to correct."
_MAY_BE_LEFT_OUT = (TakeTrick, LayMeld, ExchangeDix, PlayLaidCard, TellDraw)


def correct(game: str, number: int) -> Response:
    """What was told of a deal, or the part of it that stands open; on ``confirm`` the score sheet."""
    table = open_game(game)
    draft = _draft(table, number)
    if request.method == "GET":
        return _page(table, draft)
    opened = draft.opening()
    if "leave" in request.form and opened:
        return _go(table, draft.without(opened))
    if "confirm" not in request.form:
        return _page(table, draft)

    def refused(now: OpenGame, refusal: Refusal) -> Response:
        return _page(now, _draft(now, number), Form(errors={"seen": refusal.says}), refusal, refusal_status(refusal))

    command = CorrectDeal(number, draft.told.steps)
    return carry_out(game, command, lambda _: see_other(url_for("sheet.show", game=game)), refused)


def tells(read: Reader) -> Callable[[str, int], Response]:
    """The page to which a form of the table is sent while a deal is told again."""

    def tell(game: str, number: int) -> Response:
        table, form = open_game(game), posted()
        draft = _draft(table, number)
        opened = draft.opening()
        if opened is None:
            return _page(table, draft)
        form = with_old_answers(without_the_old_rest(form, draft, opened), draft)
        asked = read(form, opened.before.state)
        if form.errors or not asked:
            return _page(table, draft, form, status=form.status)
        now = draft.tell(opened, [each.command for each in asked])
        if isinstance(now, Draft):
            return _go(table, now)
        step, refusal = now
        wrong = next(each for each in asked if each.command is step)
        return _page(table, draft, wrong.refused(form.values, refusal), refusal, 422)

    return tell


def _draft(table: OpenGame, number: int) -> Draft:
    deal = next((deal for deal in table.state.deals if deal.number == number), None)
    if deal is None:
        abort(404, f"There is no finished deal {number} on this score sheet.")
    told = request.args.get("told", "")
    steps = unseal(told) if told else steps_of(table.state, deal)
    return Draft(table.state.as_of(number), deal, steps, request.args.get("at", ""))


def _go(table: OpenGame, draft: Draft) -> Response:
    """The page of the deal as it is told now, at an address of its own."""
    url = _address(table.game, draft)
    if not wants_fragment():
        return see_other(url)
    answer = _page(table, draft)
    answer.headers["HX-Push-Url"] = url
    return answer


def _address(game: str, draft: Draft, endpoint: str = "correct", **looked: Any) -> str:
    said = {name: None if value is None else str(value) for name, value in looked.items()}
    told: dict[str, Any] = {"told": seal(draft.steps), "at": draft.at or None}
    return url_for(f"sheet.{endpoint}", game=game, number=draft.deal.number, **{**told, **said})


def _page(
    table: OpenGame, draft: Draft, form: Form | None = None, refusal: Refusal | None = None, status: int = 200
) -> Response:
    opened = draft.opening()
    parts = _opened(table, draft, opened, form, refusal) if opened else _listed(table, draft, form, refusal)
    return respond(
        "sheet/correct.html",
        "sheet/_correction.html",
        status=status,
        game=table.game,
        version=table.version,
        number=draft.deal.number,
        stale=isinstance(refusal, MovedOn),
        opened=opened,
        start=url_for("sheet.correct", game=table.game, number=draft.deal.number),
        confirm=_address(table.game, draft),
        **parts,
    )


def _listed(table: OpenGame, draft: Draft, form: Form | None, refusal: Refusal | None) -> dict[str, Any]:
    state, deal, told = draft.state, draft.deal, draft.told
    was = rows_of(state, tell_to_the_end(state, deal, steps_of(table.state, deal)))
    preview = _preview(table, draft)

    def open_part(at: str) -> str:
        return _address(table.game, Draft(state, deal, told.steps, at))

    return {
        "clauses_of": clauses_of,
        "form": form or Form(),
        "refusal": refusal,
        "rows": changed_rows(rows_of(state, told), was),
        "open_part": open_part,
        "preview": preview,
        "note": NOTHING_NEW if "told" in request.args and not preview else "",
    }


def _preview(table: OpenGame, draft: Draft) -> Preview | None:
    """What the correction changes; None where it changes nothing."""
    events = decide(table.history, CorrectDeal(draft.deal.number, draft.told.steps), table.state)
    if isinstance(events, Refusal):
        return None
    return preview_of(table.state, state_after(table.state, events), draft.deal, events)


def _opened(
    table: OpenGame, draft: Draft, opened: Opening, form: Form | None, refusal: Refusal | None
) -> dict[str, Any]:
    looked = {name: value for name, value in request.args.items() if name in ASKED}

    def here(_game: str, **changed: Any) -> str:
        return _address(table.game, draft, **{**looked, **changed})

    def form_to(endpoint: str, _game: str, **changed: Any) -> str:
        return _address(table.game, draft, f"tell_{endpoint}", **{**looked, **changed})

    whole = Draft(draft.state, draft.deal, draft.steps)
    return {
        "here": here,
        "form_to": form_to,
        "send_to": form_to,
        "form": form or as_it_was_told(draft, opened),
        "refusal": refusal or opened.refusal,
        "retelling": draft.was,
        "near_bids": near_bids(draft, opened),
        "typed_first": draft.side or next(iter(table.state.sides_in(draft.deal))),
        "undoes": "",
        "can_redo": False,
        "may_be_left_out": bool(opened.part) and isinstance(opened.part[0], _MAY_BE_LEFT_OUT),
        "back": _address(table.game, whole) if draft.at else "",
        **phase_parts(opened.before.state, looks_of(table.game, draft, opened, request.args), None),
    }
