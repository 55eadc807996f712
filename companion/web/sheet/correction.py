"""Correcting a deal: its pad, filled in. What it says is read and previewed, then confirmed; only its fields travel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import abort, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.game.commands import (
    CallCard,
    CloseMeld,
    CorrectDeal,
    DealStep,
    EndDeal,
    NamePartner,
    NameTrump,
    PassOut,
    RecordChecks,
    RecordDraw,
    Refusal,
    ShowNumber,
)
from companion.game.decide import decide
from companion.game.decide.deal import WAITS_FOR
from companion.game.decide.replay import Replay, following, replay_deal, replay_to_end, steps_of, with_step
from companion.game.events import DealCorrected, DealScored, Event
from companion.game.log import say_in_deal
from companion.game.state import DealState, GameState, Phase
from companion.game.view.correction import preview_of, state_after
from companion.rules.choices import Bidding
from companion.rules.score import DealEnd
from companion.rules.score.facts import Misdeal
from companion.web.core.access import MEMBERS, RECORD, allow
from companion.web.core.forms import STAMPS, Asked, Form, posted
from companion.web.core.game import OpenGame, carry_out, open_game, seen_by_form
from companion.web.core.judging import moved_on
from companion.web.core.rendering import respond, see_other
from companion.web.core.writing import MovedOn, refusal_status
from companion.web.table import pad, rare
from companion.web.table.pad import NOTHING_YET
from companion.web.table.page import Looks, pad_of, phase_parts
from companion.web.table.readers import NO_MELD

NOTHING_NEW = "This is what the score sheet says already."
CALLS_GO = "The bids that were called one by one go: the deal then says only who won the bid, and at how much."
ANSWERED = "answered"
"""The field that says for which counters the answers in a form were given."""
_UNTRUMPED = {NameTrump, CallCard, NamePartner, *pad.MELD_STEPS, CloseMeld, RecordDraw, RecordChecks}
"""Rows that are missing from a deal which ended before trump was named."""
_MEANS = {
    "offender": DealEnd.RENEGE,
    "claimant": DealEnd.CLAIM,
    "misdeal": DealEnd.MISDEAL,
    "made-": DealEnd.POINTS,
}
"""How a deal ended in which such a field is filled in."""
_BROKEN_OFF = (DealEnd.RENEGE, DealEnd.MISDEAL)


@allow(MEMBERS, RECORD)
def correct(game: str, number: int) -> Response:
    """The pad of a deal that is over; what a correction of it changes; on ``confirm`` the score sheet."""
    table = open_game(game)
    deal = _deal(table.state, number)
    if deal is None:
        abort(404, f"There is no finished deal {number} on this score sheet.")
    if request.method == "GET":
        return _page(table, deal)
    form, seen = _current_answers(posted()), seen_by_form(table)
    then = seen.moment.state if seen else table.state
    known = _deal(then, number) or deal
    was = _as_entered(then, known)
    steps = read_correction(form, was, known)
    if form.errors:
        return _page(table, deal, form)
    if "confirm" not in request.form or steps == was.steps:
        refusal = None
        if was.events != _as_entered(table.state, deal).events:
            refusal = moved_on(seen, table.moment, ())
            form.refuse("seen", refusal.says)
        return _page(table, deal, form, steps, refusal)

    def refused(now: OpenGame, refusal: Refusal) -> Response:
        form.refuse("seen", refusal.says)
        return _page(now, _deal(now.state, number) or deal, form, steps, refusal)

    return carry_out(game, CorrectDeal(number, steps), lambda _: see_other(url_for("sheet.show", game=game)), refused)


def _deal(state: GameState, number: int) -> DealState | None:
    return next((deal for deal in state.deals if deal.number == number), None)


def _as_entered(state: GameState, deal: DealState) -> Replay:
    return replay_to_end(state.as_of(deal.number), deal, steps_of(state, deal))


def read_correction(form: Form, was: Replay, deal: DealState) -> tuple[DealStep, ...]:
    """Return the steps of a deal as its pad says them; what can't be is refused beside its field.

    Each row that says what it said before stays as it was entered.

    :param was: the deal replayed, as it was entered.
    """
    filled = pad.filled_in(was)
    typed = _typed(form, filled, was)
    changed = [row for row in pad.ROWS if _says_else(row, typed, filled)]
    steps = _entered(typed, was, filled, deal, changed) if changed else was.steps
    if form.errors:
        return ()
    again = replay_to_end(was.state.as_of(deal.number), deal, steps)
    if again.refusal:
        form.refuse(_field_of(again), again.refusal.says)
    elif not steps:
        form.refuse("seat", NOTHING_YET)
    elif not again.is_over:
        form.refuse(_waiting(again), f"This deal is not complete: {WAITS_FOR[again.state.phase]}")
    return again.steps


def _entered(
    form: Form, was: Replay, filled: Mapping[str, str], deal: DealState, changed: Sequence[pad.Row]
) -> tuple[DealStep, ...]:
    """The steps that the rows of a pad say, those of rows that did not change as they were."""
    state, how = was.state.as_of(deal.number), form.value("end")
    if how == rare.PASSED_OUT:
        return was.steps if how == filled["end"] else (PassOut(),)
    entered: tuple[DealStep, ...] = ()
    rest, has_meld = rare.relaid(form, was.steps, state.players), any(ShowNumber in row.steps for row in changed)
    for row in pad.ROWS:
        kept = tuple(step for step in rest if isinstance(step, row.steps))
        rest = tuple(step for step in rest if not isinstance(step, row.steps))
        if _has_no(row, how):
            continue
        if row in changed or not (kept or row.lines) or (has_meld and _rests_on_meld(row, how)):
            # Bids that were called one by one stay only if they lead to no result yet.
            if replay_deal(state, deal, (*entered, *kept)).deal.phase is not Phase.AUCTION:
                kept = tuple(step for step in kept if not isinstance(step, row.replaced))
            asked = row.asks(form, replay_deal(state, deal, (*entered, *kept)).state)
            for each in asked:
                kept = with_step(state, kept, each.command)
            if form.errors or _is_refused(form, replay_deal(state, deal, (*entered, *kept)), asked):
                return ()
        if CloseMeld in row.steps and how in _BROKEN_OFF and replay_deal(state, deal, (*entered, *kept)).refusal:
            kept = ()
        entered = (*entered, *kept)
        if NameTrump in row.steps:
            rest = following(state, deal, replay_deal(state, deal, entered).deal, rest)
    return entered


def _rests_on_meld(row: pad.Row, how: str) -> bool:
    """Return True if a row is read again with another meld: checks, and what was laid without trump."""
    return RecordChecks in row.steps or (EndDeal in row.steps and how == DealEnd.NO_MARRIAGE)


def _has_no(row: pad.Row, how: str) -> bool:
    """Return True if a deal that ended so has nothing of this row."""
    if how == DealEnd.POINTS:
        return EndDeal not in row.steps
    return how == DealEnd.NO_MARRIAGE and bool({*row.steps} & _UNTRUMPED)


def _is_refused(form: Form, now: Replay, asked: Sequence[Asked[Any]]) -> bool:
    wrong = next((each for each in asked if each.command is now.refused), None)
    if wrong is None or now.refusal is None:
        return False
    for name, says in wrong.refused(form.values, now.refusal).errors.items():
        form.refuse(name, says, *wrong.answers)
    return True


def _field_of(again: Replay) -> str:
    """The field of the pad that a step of a deal stands in which no longer fits."""
    step, state = again.refused, again.state
    if isinstance(step, rare.LAID):
        return f"laid-{[each for each in (*again.steps, *again.rest) if isinstance(each, rare.LAID)].index(step)}"
    if isinstance(step, RecordDraw):
        return f"discarded-{step.seat}"
    if isinstance(step, pad.MELD_STEPS):
        side = step.side if hasattr(step, "side") else state.side_of(step.seat)
        return pad.meld_field(side, state)
    row = next((row for row in pad.ROWS if isinstance(step, row.steps)), None)
    if row and row.lines and not row.lines[0].fields[0].endswith("-"):
        return row.lines[0].fields[0]
    refused_at = again.refusal.field if again.refusal else None
    return refused_at if refused_at in pad.counter_fields(state) else "end"


def _waiting(again: Replay) -> str:
    """The field of the pad that a deal waits for."""
    phases = {Phase.AUCTION: "seat", Phase.TRUMP: "trump", Phase.CALL: "partner", Phase.TURN: "turned"}
    return phases.get(again.state.phase, pad.counter_fields(again.state)[0])


def _typed(form: Form, filled: Mapping[str, str], was: Replay) -> Form:
    """The form with what was answered before: nothing is asked again, an emptied meld is none, an old rest goes."""
    state, deal = was.state, was.deal
    fields = {name: form.value(name) for name in form.values}
    fields |= {name: "0" for name in filled if name.startswith("meld-") and fields.get(name) == ""}
    without = set(state.sides_melding(deal)) - {shown.side for shown in deal.shown} if deal.meld_closed else set()
    fields[NO_MELD] = "".join(sorted({*without, *fields.get(NO_MELD, "")}))
    fields = {f"sure-{name}": text for name, text in filled.items()} | fields
    fields["end"] = _end_meant(fields, filled)
    if fields["end"] == DealEnd.MISDEAL:
        fields["misdeal"] = fields.get("misdeal") or Misdeal.CARD_FAULT.value
    if not (fields.get("seat") or filled.get("seat")):
        fields.pop("amount", None)  # which is there before anybody types
    return Form(MultiDict(_without_old_rest(fields, filled, was)), form.errors, form.answers)


def _end_meant(fields: Mapping[str, str], filled: Mapping[str, str]) -> str:
    """How a deal ended, as a form says; where only something else says it, such as who reneged, that counts."""
    was = filled.get("end", "")
    end = fields.get("end", was)
    if end != was or end in (DealEnd.RENEGE, DealEnd.MISDEAL, DealEnd.CLAIM):
        return end
    for start, meant in _MEANS.items():
        if any(text and name.startswith(start) and text != filled.get(name) for name, text in fields.items()):
            return meant.value
    is_unplayed = end in (DealEnd.POINTS, rare.PASSED_OUT)
    return DealEnd.PLAYED.value if is_unplayed and (fields.get("seat") or fields.get("trump")) else end


def _current_answers(form: Form) -> Form:
    """The form without answers about tricks that were given for other counters."""
    if form.value(ANSWERED) in ("", counters_in(form)):
        return form
    stale = ("empty-", "none-", "all_tricks")
    return Form(MultiDict((name, text) for name, text in form.values.items() if not name.startswith(stale)))


def counters_in(form: Form) -> str:
    """The counters in a form, in a word."""
    return " ".join(f"{name}={form.value(name)}" for name in sorted(form.values) if name.startswith("points-"))


def _says_else(row: pad.Row, form: Form, filled: Mapping[str, str]) -> bool:
    """Return True if a form that has a row of the pad says anything else there than what was filled in."""
    names = {name for name in (*form.values, *filled) if row.holds(name)}
    return any(name in form.values for name in names) and any(
        form.value(name) != filled.get(name, "") for name in names
    )


def _without_old_rest(fields: dict[str, str], filled: Mapping[str, str], was: Replay) -> dict[str, str]:
    """The fields without the counters that were only the rest, if only the other side's were changed."""
    names = sorted(name for name in fields if name.startswith("points-"))
    kept = [name for name in names if fields[name] and fields[name] == filled.get(name)]
    amounts = [fields[name] for name in names]
    least, most = was.state.trick_range(was.deal)
    if len(names) != 2 or len(kept) != 1 or least < most or fields["end"] != DealEnd.PLAYED:
        return fields
    if not all(amount.isdecimal() and len(amount) < 6 for amount in amounts) or sum(map(int, amounts)) == most:
        return fields
    return {name: text for name, text in fields.items() if name not in kept}


def _news(was: Replay, events: Sequence[Event]) -> list[str]:
    """A sentence for each thing that a corrected deal says and the sheet does not."""
    known = {say_in_deal(event, was.state) for event in was.events}
    steps = (step for event in events if isinstance(event, DealCorrected) for step in event.steps)
    said = (say_in_deal(step, was.state) for step in steps if not isinstance(step, DealScored))
    return [says for says in said if says not in known]


def _page(
    table: OpenGame,
    deal: DealState,
    form: Form | None = None,
    steps: Sequence[DealStep] | None = None,
    refusal: Refusal | None = None,
) -> Response:
    """The pad of a deal; above it what the steps that it says would change, where there are any.

    :param form: what was typed into it; None where nobody has yet.
    """
    was = _as_entered(table.state, deal)
    form = form or Form(MultiDict(pad.filled_in(was)))
    start = replay_deal(table.state.as_of(deal.number), deal, ())
    address = url_for("sheet.correct", game=table.game, number=deal.number)
    preview, news, calls_go = None, list[str](), False
    if steps:
        events = decide(table.history, CorrectDeal(deal.number, tuple(steps)), table.state)
        if not isinstance(events, Refusal):
            after = state_after(table.state, events)
            preview = preview_of(table.state, after, deal, events)
            calls_go = bool(deal.calls) and not after.deals[deal.number - 1].calls
            news = _news(was, events)
    said = bool(preview) and table.state.variant.bid is not Bidding.SUMMED and calls_go
    status = refusal_status(refusal) if refusal else form.status
    return respond(
        "sheet/correct.html",
        "sheet/_correction.html",
        status=status,
        game=table.game,
        version=table.version,
        number=deal.number,
        corrected=deal,
        form=form,
        refusal=refusal,
        stale=isinstance(refusal, MovedOn),
        preview=preview,
        news=news,
        note=NOTHING_NEW if steps and not preview and not form.errors else "",
        calls_go=CALLS_GO if said else "",
        fields=[(name, text) for name, text in form.values.items() if name not in (*STAMPS, "confirm")],
        answered=counters_in(form),
        send_to=lambda *_, **__: address,
        undoes="",
        pad=pad_of((), start.state, start.deal),
        rare=rare.rare_rows(was, start.state),
        **phase_parts(start.state, Looks(table.game, {}), None),
    )
