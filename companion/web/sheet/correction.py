"""Correcting a deal: its page lists the entries, one opens to be entered again, then old and new are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from flask import abort, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.game.commands import (
    CorrectDeal,
    DealStep,
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
from companion.game.events import MeldSource
from companion.game.state import DealState, GameState, Phase
from companion.game.view.correction import Preview, preview_of, state_after
from companion.rules.clauses import clauses_of
from companion.rules.score import DealEnd
from companion.web.core.access import MEMBERS, RECORD, allow
from companion.web.core.forms import Form, Reader, posted
from companion.web.core.game import OpenGame, carry_out, open_game, refusal_status
from companion.web.core.judging import MovedOn
from companion.web.core.rendering import respond, see_other, wants_fragment
from companion.web.sheet import pad
from companion.web.sheet.draft import AUCTION, MELD, Draft, Opening, changed_rows, rows_of, seal, unseal
from companion.web.table.meld import NONE_BEFORE
from companion.web.table.pad import pad_of
from companion.web.table.page import ASKED, Looks, phase_parts
from companion.web.table.readers import end_fields
from companion.web.table.ways import BY_CARDS, BY_MELDS, BY_NUMBER, PAD, Way, dix_field_of, field_of


def form_of_part(draft: Draft, opened: Opening) -> Form:
    """The form of the open part, with the reason at its field where a step no longer fits."""
    fields = dict(_contract(draft))
    for step in opened.part:
        if isinstance(step, EndDeal):
            fields |= end_fields(draft.state, step)
    if isinstance(opened.refused, ShowNumber):
        owner, dix = (opened.refused.side, opened.refused.seat), opened.refused.dix
        fields |= {field_of(*owner): str(opened.refused.points - dix), dix_field_of(*owner): str(dix)}
    form = Form(MultiDict(fields))
    if opened.refusal:
        form.refuse(where_refused(opened.refused, opened.refusal.field or ""), opened.refusal.says)
    return form


def _contract(draft: Draft) -> Iterator[tuple[str, str]]:
    was = draft.was
    if was.contract:
        yield "seat", str(was.contract.bidder)
        yield ("moon", "1") if was.contract.moon else ("amount", str(was.contract.bid))
    yield from ((f"bid-{call.seat}", str(call.amount)) for call in was.calls if call.amount)


def where_refused(step: DealStep | None, field: str) -> str:
    """The field beside which the refusal of a step's part is shown."""
    if isinstance(step, ShowNumber):
        return dix_field_of(step.side, step.seat) if field == "dix" else field_of(step.side, step.seat)
    return field


def looks_of(game: str, draft: Draft, opened: Opening, asked: Mapping[str, str]) -> Looks:
    """Display options for the open part; query parameters override what was recorded."""
    deal, state = opened.before.deal, draft.state
    by_bids = bool(deal.calls) and deal.contract is None
    by_melds = deal.has_stock and not deal.shown and not (deal.stock is None and draft.deal.shown)
    ways = {side: str(_way(state, deal, side, draft.hand if side == draft.side else "")) for side in state.sides}
    usual = {"how": "each" if by_bids or by_melds else PAD, "way": BY_NUMBER, **ways}
    return Looks(game, usual | {name: value for name, value in asked.items() if name in ASKED})


def _way(state: GameState, deal: DealState, side: str, hand: str) -> Way:
    """The way a hand's meld was entered; without a hand that of the side's first meld."""
    shown = next((each for each in deal.shown if each.side == side and hand in ("", str(each.seat))), None)
    if shown is None:
        return Way(BY_NUMBER)
    seat = state.hand_of(shown)
    if shown.source is MeldSource.NUMBER or seat is None:
        return Way(BY_NUMBER, shown.seat)
    return Way(BY_MELDS if shown.source is MeldSource.MELDS else BY_CARDS, seat)


def with_old_answers(form: Form, draft: Draft) -> Form:
    """The form with the answers that were given when the deal was first recorded, so that nothing is asked again."""
    answers = {f"sure-{name}": value for name, value in _contract(draft)}
    if draft.deal.meld_closed:
        without = set(draft.state.sides_melding(draft.deal)) - {shown.side for shown in draft.deal.shown}
        answers[NONE_BEFORE] = "".join(sorted(without))
    return Form(MultiDict({**answers, **dict(form.values.items())}), form.errors)


def without_the_old_rest(form: Form, draft: Draft, opened: Opening) -> Form:
    """A count without the trick points that were only the rest, if only the other side's were corrected."""
    ended = next((step for step in opened.part if isinstance(step, EndDeal)), None)
    if ended is None or ended.end is not DealEnd.PLAYED:
        return form
    return pad.without_old_rest(form, end_fields(draft.state, ended), draft)


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


def enters(read: Reader) -> Callable[[str, int], Response]:
    """The page that receives a form of the table while a deal is corrected."""

    @allow(MEMBERS, RECORD)
    def enter(game: str, number: int) -> Response:
        table, form = open_game(game), posted()
        draft = _draft(table, number)
        opened = draft.opening()
        if opened is None:
            return _page(table, draft)
        form = with_old_answers(without_the_old_rest(form, draft, opened), draft)
        asked = read(form, opened.before.state)
        if form.errors or not asked:
            return _page(table, draft, form, status=form.status)
        now = draft.enter(opened, [each.command for each in asked])
        if isinstance(now, Draft):
            return _go(table, now)
        step, refusal = now
        wrong = next(each for each in asked if each.command is step)
        return _page(table, draft, wrong.refused(form.values, refusal), refusal, 422)

    return enter


@allow(MEMBERS, RECORD)
def enter_pad(game: str, number: int) -> Response:
    """The page that receives a score pad on which a deal is corrected."""
    table, form = open_game(game), posted()
    draft = _draft(table, number)
    now = pad.enter(draft, with_old_answers(form, draft))
    if isinstance(now, Draft):
        return _go(table, now)
    typed, refusal = now
    return _page(table, draft, typed, refusal, refusal_status(refusal) if refusal else typed.status)


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
    url = _address(table.game, draft)
    if not wants_fragment():
        return see_other(url)
    answer = _page(table, draft)
    answer.headers["HX-Push-Url"] = url
    return answer


def _address(game: str, draft: Draft, endpoint: str = "correct", **looked: Any) -> str:
    said = {name: None if value is None else str(value) for name, value in looked.items()}
    kept: dict[str, Any] = {"steps": seal(draft.steps), "at": draft.at or None}
    return url_for(f"sheet.{endpoint}", game=game, number=draft.deal.number, **{**kept, **said})


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
    state, deal, replay = draft.state, draft.deal, draft.replay
    was = rows_of(state, replay_to_end(state, deal, steps_of(table.state, deal)))
    preview = _preview(table, draft)
    filled = pad.form_of(draft)

    def open_part(at: str) -> str:
        return _address(table.game, Draft(state, deal, replay.steps, at))

    return {
        "clauses_of": clauses_of,
        "refusal": refusal,
        "rows": changed_rows(rows_of(state, replay), was),
        "open_part": open_part,
        "preview": preview,
        "note": NOTHING_NEW if "steps" in request.args and not (preview or form) else "",
        **(_pad_parts(table, draft) if filled else {}),
        "form": form or filled or Form(),
    }


def _pad_parts(table: OpenGame, draft: Draft) -> dict[str, Any]:
    """What the score pad of a deal shows: every row of it open."""
    start = replay_deal(draft.state, draft.deal, ())
    return {
        "pad": pad_of((), start.state, start.deal),
        "corrected": draft.was,
        "send_to": lambda endpoint, _game, **looked: _address(table.game, draft, f"enter_{endpoint}", **looked),
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
    looked = {name: value for name, value in request.args.items() if name in ASKED}

    def here(_game: str, **changed: Any) -> str:
        return _address(table.game, draft, **{**looked, **changed})

    def form_to(endpoint: str, _game: str, **changed: Any) -> str:
        return _address(table.game, draft, f"enter_{endpoint}", **{**looked, **changed})

    whole = Draft(draft.state, draft.deal, draft.steps)
    looks = looks_of(table.game, draft, opened, request.args)
    row = _pad_row(draft, opened, looks)
    return {
        "here": here,
        "form_to": form_to,
        "send_to": form_to,
        "pad_row": row,
        "pad": pad_of((), opened.before.state, opened.before.deal) if row else None,
        "form": form or form_of_part(draft, opened),
        "refusal": refusal or opened.refusal,
        "corrected": draft.was,
        "typed_first": draft.side or next(iter(table.state.sides_in(draft.deal))),
        "undoes": "",
        "can_redo": False,
        "may_be_left_out": bool(opened.part) and isinstance(opened.part[0], _MAY_BE_LEFT_OUT),
        "back": _address(table.game, whole) if draft.at else "",
        "whole_deal": _address(table.game, Draft(draft.state, draft.deal, ())),
        **phase_parts(opened.before.state, looks, None),
    }


def _pad_row(draft: Draft, opened: Opening, looks: Looks) -> str:
    """What of the score pad enters the open part: its row for the bid or the meld, or all; empty for another form."""
    step, phase = next(iter(opened.part), None), opened.before.deal.phase
    if opened.panel or looks.how("how") != PAD or isinstance(step, TurnTrump):
        return ""
    if phase in STOCK and draft.at.startswith(MELD):
        return "meld"
    if phase is Phase.AUCTION and (opened.after or isinstance(step, AUCTION)):
        return "bid"
    return "all" if phase in (Phase.AUCTION, *STOCK) and not opened.after else ""
