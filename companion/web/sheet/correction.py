"""Correcting a deal: its page has the score pad and lists the entries, one opens; then old and new are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import abort, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.game.commands import (
    CorrectDeal,
    EndDeal,
    ExchangeDix,
    LayMeld,
    PlayLaidCard,
    RecordDraw,
    Refusal,
    ShowNumber,
    TakeTrick,
    TurnTrump,
)
from companion.game.decide import decide
from companion.game.decide.replay import replay_deal, replay_to_end, steps_of
from companion.game.state import Phase
from companion.game.view.correction import Preview, preview_of, state_after
from companion.rules.score import DealEnd
from companion.web.core.access import MEMBERS, RECORD, allow
from companion.web.core.forms import Asked, Form, Reader, posted
from companion.web.core.game import OpenGame, carry_out, open_game, refusal_status
from companion.web.core.judging import MovedOn
from companion.web.core.rendering import respond, see_other, wants_fragment
from companion.web.sheet.draft import (
    Draft,
    Opening,
    changed_rows,
    rows_of,
    seal,
    unseal,
    way_of,
)
from companion.web.table.meld import NONE_BEFORE, asked_number
from companion.web.table.pad import pad_of
from companion.web.table.page import ASKED, Looks, phase_parts
from companion.web.table.readers import end_fields
from companion.web.table.ways import BY_NUMBER, PAD, number_fields

STOCK = (Phase.TURN, Phase.STOCK)
"""The phases of a deal with a stock, in which a pad has one number for each player's meld."""
NOTHING_NEW = "This is what the score sheet says already, so there is nothing to correct."
_MAY_BE_LEFT_OUT = (TakeTrick, LayMeld, ExchangeDix, PlayLaidCard, RecordDraw)


@allow(MEMBERS, RECORD)
def correct(game: str, number: int) -> Response:
    """What was entered of a deal, or its open part; on ``confirm`` the score sheet."""
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

    command = CorrectDeal(number, draft.replay.steps)
    return carry_out(game, command, lambda _: see_other(url_for("sheet.show", game=game)), refused)


def enters(read: Reader | None = None) -> Callable[[str, int], Response]:
    """The page that receives a form of the table while a deal is corrected; without a reader, its score pad."""

    @allow(MEMBERS, RECORD)
    def enter(game: str, number: int) -> Response:
        table = open_game(game)
        draft = _draft(table, number)
        form = with_old_answers(posted(), draft)
        now = draft.enter(read, form) if read else draft.enter_pad(form)
        if isinstance(now, Draft):
            return _go(table, now)
        typed, refusal = now
        return _page(table, draft, typed, refusal, refusal_status(refusal) if refusal else typed.status)

    return enter


def with_old_answers(form: Form, draft: Draft) -> Form:
    """The form with the answers that were given when the deal was first recorded, so that nothing is asked again."""
    answers = {f"sure-{name}": text for name, text in draft.filled.items()}
    if draft.deal.meld_closed:
        without = set(draft.state.sides_melding(draft.deal)) - {shown.side for shown in draft.deal.shown}
        answers[NONE_BEFORE] = "".join(sorted(without))
    return Form(MultiDict({**answers, **dict(form.values.items())}), form.errors)


def _draft(table: OpenGame, number: int) -> Draft:
    deal = next((deal for deal in table.state.deals if deal.number == number), None)
    if deal is None:
        abort(404, f"There is no finished deal {number} on this score sheet.")
    sealed = request.args.get("steps", "")
    if not sealed and "at" not in request.args and deal.ended and deal.ended.end is DealEnd.POINTS:
        return Draft(table.state.as_of(number), deal, steps_of(table.state, deal), "0")  # its only step
    steps = unseal(sealed) if sealed else steps_of(table.state, deal)
    return Draft(table.state.as_of(number), deal, steps, request.args.get("at", ""))


def _go(table: OpenGame, draft: Draft) -> Response:
    """The page of the deal as entered now, at an address of its own."""
    url = _address(table.game, draft, **(_looked() if draft.at else {}))
    if not wants_fragment():
        return see_other(url)
    answer = _page(table, draft)
    answer.headers["HX-Push-Url"] = url
    return answer


def _looked() -> dict[str, str]:
    return {name: value for name, value in request.args.items() if name in ASKED}


def _address(game: str, draft: Draft, endpoint: str = "correct", **looked: Any) -> str:
    said = {name: None if value is None else str(value) for name, value in looked.items()}
    kept: dict[str, Any] = {"steps": seal(draft.steps), "at": draft.at or None}
    return url_for(f"sheet.{endpoint}", game=game, number=draft.deal.number, **{**kept, **said})


def _page(
    table: OpenGame, draft: Draft, form: Form | None = None, refusal: Refusal | None = None, status: int = 200
) -> Response:
    opened = draft.opening()

    def here(_game: str, **changed: Any) -> str:
        return _address(table.game, draft, **{**_looked(), **changed})

    def form_to(endpoint: str, _game: str, **changed: Any) -> str:
        return _address(table.game, draft, f"enter_{endpoint}", **{**_looked(), **changed})

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
        here=here,
        form_to=form_to,
        send_to=form_to,
        corrected=draft.was,
        undoes="",
        can_redo=False,
        start=url_for("sheet.correct", game=table.game, number=draft.deal.number),
        confirm=_address(table.game, draft),
        **parts,
    )


def _listed(table: OpenGame, draft: Draft, form: Form | None, refusal: Refusal | None) -> dict[str, Any]:
    state, deal, replay = draft.state, draft.deal, draft.replay
    was = rows_of(state, replay_to_end(state, deal, steps_of(table.state, deal)))
    preview, start = _preview(table, draft), replay_deal(state, deal, ())

    def open_part(at: str, ways: Mapping[str, str]) -> str:
        return _address(table.game, Draft(state, deal, replay.steps, at), **ways)

    return {
        "refusal": refusal,
        "rows": changed_rows(rows_of(state, replay), was),
        "open_part": open_part,
        "preview": preview,
        "note": NOTHING_NEW if "steps" in request.args and not (preview or form) else "",
        "is_played": deal.ended is not None and deal.ended.end is DealEnd.PLAYED,
        "form": form or Form(MultiDict(draft.filled)),
        "pad": pad_of((), start.state, start.deal),
        **phase_parts(start.state, Looks(table.game, {}), None),
    }


def _preview(table: OpenGame, draft: Draft) -> Preview | None:
    """What the correction changes; None where it changes nothing."""
    events = decide(table.history, CorrectDeal(draft.deal.number, draft.replay.steps), table.state)
    if isinstance(events, Refusal):
        return None
    return preview_of(table.state, state_after(table.state, events), draft.deal, events)


def _opened(
    table: OpenGame, draft: Draft, opened: Opening, form: Form | None, refusal: Refusal | None
) -> dict[str, Any]:
    looks, sides, before = looks_of(table.game, draft, opened), table.state.sides_in(draft.deal), opened.before
    on_pad = _on_pad(opened, looks)
    return {
        "pad": pad_of((), before.state, before.deal) if on_pad else None,
        "form": form or (Form(MultiDict(draft.filled)) if on_pad else form_of_part(draft, opened)),
        "refusal": refusal or opened.refusal,
        "typed_first": next((side for side in request.args if side in sides), sides[0]),
        "may_be_left_out": bool(opened.part) and isinstance(opened.part[0], _MAY_BE_LEFT_OUT),
        "back": _address(table.game, Draft(draft.state, draft.deal, draft.steps)) if draft.at else "",
        "whole_deal": _address(table.game, Draft(draft.state, draft.deal, ())),
        **phase_parts(before.state, looks, None),
    }


def looks_of(game: str, draft: Draft, opened: Opening) -> Looks:
    """Display options for the open part; query parameters override what was recorded."""
    deal, state = opened.before.deal, draft.state
    by_bids = bool(deal.calls) and deal.contract is None
    by_melds = deal.has_stock and not deal.shown and not (deal.stock is None and draft.deal.shown)
    ways = {shown.side: str(way_of(state, shown)) for shown in reversed(deal.shown)}
    return Looks(game, {"how": "each" if by_bids or by_melds else PAD, "way": BY_NUMBER, **ways, **_looked()})


def _on_pad(opened: Opening, looks: Looks) -> bool:
    """Whether the open part is entered on the score pad."""
    in_time = opened.before.deal.phase in (Phase.AUCTION, *STOCK) and not opened.panel
    return in_time and looks.how("how") == PAD and not isinstance(next(iter(opened.part), None), TurnTrump)


def form_of_part(draft: Draft, opened: Opening) -> Form:
    """The form of the open part, with the reason at its field where a step no longer fits."""
    part, refused, fields = next(iter(opened.part), None), opened.refused, dict[str, str]()
    if isinstance(part, EndDeal):
        fields = end_fields(draft.state, part)
    if isinstance(refused, ShowNumber):
        fields = number_fields((refused,))
    asked = asked_number(refused) if isinstance(refused, ShowNumber) else Asked(refused)
    return asked.refused(fields, opened.refusal) if opened.refusal else Form(fields)
