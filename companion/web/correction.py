"""Correcting a deal: the form as the deal stands, what a correction would change, and its confirmation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import abort, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.cards import Suit
from companion.game.commands import CorrectDeal, EndDeal
from companion.game.decide import decide
from companion.game.events import DealBegun, DealEnded, DealScored, Event, GameWon
from companion.game.fold import apply
from companion.game.refusal import Refusal
from companion.game.state import DealState, GameState
from companion.rules.count import deal_total
from companion.rules.deal import DealEnd, Misdeal, takes_all_tricks
from companion.rules.variant import Renege, SaveBy, ThrowIn, Variant
from companion.web.deal_end import read_amounts, read_counted
from companion.web.deal_forms import posted, read_number, read_seat, read_word
from companion.web.deal_page import clauses_of
from companion.web.forms import Form
from companion.web.htmx import respond, see_other
from companion.web.table import STALE, Table, carry_out, load_table, refusal_status

NOTHING_NEW = "This is what the score sheet says already, so there is nothing to correct."


@dataclass(frozen=True)
class Preview:
    """What a correction would change, before anything is written; figures are by side, before and after."""

    changes: Mapping[str, tuple[int, int]]
    scores: Mapping[str, tuple[int, int]]
    scored: DealScored
    follows: tuple[str, ...]
    """What else comes of it, in sentences."""


def correct(game: str, number: int) -> Response:
    """The deal to be corrected, then what that would change, and on ``confirm`` the score sheet."""
    table = load_table(game)
    deal = next((deal for deal in table.state.deals if deal.number == number), None)
    if deal is None:
        abort(404, f"There is no finished deal {number} on this score sheet.")
    if request.method == "GET":
        return _page(table, deal, Form(as_told(table.state, deal)))
    if "edit" in request.form:
        return _page(table, deal, posted())
    form = posted()
    command = read_correction(form, table.state, deal)
    if command is None:
        return _page(table, deal, form)
    if "confirm" not in request.form:
        return _show_preview(table, deal, command, form)

    def refused(now: Table, refusal: Refusal) -> Response:
        return _refuse(now, next((each for each in now.state.deals if each.number == number), deal), refusal)

    return carry_out(game, command, lambda _: see_other(url_for("sheet.show", game=game)), refused)


def as_told(state: GameState, deal: DealState) -> MultiDict[str, str]:
    """The fields of the form, filled in with what the deal says."""
    told: dict[str, object] = {"trump": deal.trump.value if deal.trump else ""}
    if deal.contract:
        told |= {"seat": deal.contract.bidder, "bid": deal.contract.bid}
    told |= {f"meld-{side}": deal.meld(side) for side in state.sides}
    if deal.ended:
        told |= _ending_as_told(state, deal, deal.ended)
    return MultiDict({name: str(value) for name, value in told.items() if value != ""})


def _ending_as_told(state: GameState, deal: DealState, ended: DealEnded) -> dict[str, object]:
    return {
        "end": ended.end,
        **{f"points-{entry.side}": entry.points for entry in ended.points},
        **{f"empty-{entry.side}": 1 for entry in ended.tricks if entry.points},
        **{f"quad-{side}": 1 for side in ended.quad_pinochle},
        "all_tricks": takes_all_tricks(state.facts_of(deal)) or "",
        "offender": ended.offender or "",
        "misdeal": ended.misdeal or "",
    }


def read_correction(form: Form, state: GameState, deal: DealState) -> CorrectDeal | None:
    """What the form says the deal was; None, with sentences beside the fields, where that cannot be read."""
    end = read_word(form, "end", DealEnd, "Please say how the deal ended.")
    seat = bid = trump = None
    if end is not DealEnd.MISDEAL or form.value("seat") or form.value("bid"):
        seat = read_seat(form, "seat", state.players, "Please tap the player who had the bid.")
        bid = read_number(form, "bid", "Please write how much was bid.")
    if form.value("trump") and end is not DealEnd.NO_MARRIAGE:
        trump = read_word(form, "trump", Suit, "Please tap one of the four suits.")
    meld = read_amounts(form, "meld", state) if end is not DealEnd.NO_MARRIAGE else {}
    ending = _read_ending(end, form, state, deal) if end else None
    return CorrectDeal(deal.number, seat, bid, trump, meld, ending) if ending and not form.errors else None


def _read_ending(end: DealEnd, form: Form, state: GameState, deal: DealState) -> EndDeal:
    if end is DealEnd.PLAYED:
        return read_counted(_without_the_old_rest(form, state, deal), state)
    if end is DealEnd.RENEGE:
        return EndDeal(end, read_amounts(form, "points", state), offender=form.value("offender"))
    if end is DealEnd.MISDEAL:
        kind = read_word(form, "misdeal", Misdeal, "Please say what was wrong with the deal.")
        dealt = state.side_of(deal.dealer) if kind is Misdeal.PROCEDURE else None
        return EndDeal(end, misdeal=kind, offender=dealt)
    return EndDeal(end)


def _without_the_old_rest(form: Form, state: GameState, deal: DealState) -> Form:
    """The form without the trick points that were only the rest, where just the other side's were put right."""
    old = as_told(state, deal)
    names = [f"points-{side}" for side in state.sides]
    kept = [name for name in names if form.value(name) and form.value(name) == old.get(name)]
    amounts = [form.value(name) for name in names]
    if len(names) != 2 or len(kept) != 1 or not all(amount.isdecimal() for amount in amounts):
        return form
    if sum(int(amount) for amount in amounts) == deal_total(state.variant):
        return form
    typed = MultiDict((name, value) for name, value in form.values.items() if name not in kept)
    return Form(typed, form.errors)


def ways_to_end(variant: Variant) -> list[tuple[str, str, str]]:
    """How a deal of this variant can have ended: the value, its name, and a few words."""
    ways = [(DealEnd.PLAYED, "Played", "and the tricks counted")]
    if variant.score_throw_in is not ThrowIn.NEVER:
        ways.append((DealEnd.THROWN_IN, "Thrown in", "before the first lead"))
    if variant.score_no_marriage:
        ways.append((DealEnd.NO_MARRIAGE, "No marriage", "the bidder held none"))
    ways += [(DealEnd.RENEGE, "A renege", "the deal stopped there"), (DealEnd.MISDEAL, "A misdeal", "nothing counts")]
    return [(str(end), label, note) for end, label, note in ways]


def misdeals(variant: Variant) -> list[tuple[str, str]]:
    """The kinds of misdeal that a variant knows."""
    kinds = [(Misdeal.CARD_FAULT, "Wrong cards")]
    if variant.misdeal_technical:
        kinds.append((Misdeal.TECHNICAL, "A hopeless hand"))
    if variant.score_renege is Renege.THREE:
        kinds.append((Misdeal.PROCEDURE, "Dealt wrongly"))
    return [(str(kind), label) for kind, label in kinds]


def _show_preview(table: Table, deal: DealState, command: CorrectDeal, form: Form) -> Response:
    events = decide(table.history, command)
    if isinstance(events, Refusal):
        return _refuse(table, deal, events)
    after = _after(table.state, events)
    new = after.deals[deal.number - 1]
    if _facts(table.state, new) == _facts(table.state, deal):
        return _page(table, deal, form, note=NOTHING_NEW)
    told = as_told(after, new)
    counted = {name: told[name] for name in told if name.startswith("points-")} if command.end.points else {}
    typed = MultiDict({**form.values, **counted})
    return _page(table, deal, Form(typed), preview=preview_of(table.state, after, deal, events))


def _facts(state: GameState, deal: DealState) -> tuple[object, ...]:
    """What a deal says and scores, without how it came to be told."""
    contract = deal.contract and (deal.contract.bidder, deal.contract.bid)
    melds = tuple(deal.meld(side) for side in state.sides)
    return contract, deal.trump, melds, deal.ended, deal.scored, deal.passed_out


def _after(state: GameState, events: tuple[Event, ...]) -> GameState:
    for event in events:
        state = apply(state, event)
    return state


def preview_of(before: GameState, after: GameState, deal: DealState, events: tuple[Event, ...]) -> Preview:
    """What these events of a correction change.

    :raises ValueError: if they leave the deal without a score.
    """
    new, old_scores, new_scores = after.deals[deal.number - 1], before.scores(), after.scores()
    if new.scored is None:
        raise ValueError(f"deal {deal.number} was not scored")
    return Preview(
        {side: (deal.change.get(side, 0), new.change.get(side, 0)) for side in before.sides},
        {side: (old_scores[side], new_scores[side]) for side in before.sides},
        new.scored,
        tuple(_follows(before, after, deal, events)),
    )


def _follows(before: GameState, after: GameState, deal: DealState, events: tuple[Event, ...]) -> list[str]:
    if after.won and any(isinstance(event, GameWon) for event in events):
        return _ends(before, after)
    last, says = len(before.deals), []
    if deal.number < last:
        later = f"Deal {last} stays" if deal.number + 1 == last else f"Deals {deal.number + 1} to {last} stay"
        says.append(f"{later} as told; the totals after this deal follow.")
    if before.won and after.deal:
        says.append(f"The game is no longer over: it goes on, and {after.names[after.deal.dealer]} deals.")
    elif before.deal and after.deal and any(isinstance(event, DealBegun) for event in events):
        old, new = before.names[before.deal.dealer], after.names[after.deal.dealer]
        says.append(f"The next deal is {new}’s, not {old}’s.")
    return says


def _ends(before: GameState, after: GameState) -> list[str]:
    if after.won is None:
        return []
    says = [f"{'The game is decided otherwise' if before.won else 'This ends the game'}. {after.won.says}"]
    if after.won.deal < len(after.deals):
        says.append(f"What came after deal {after.won.deal} stays on the sheet, struck through, and does not count.")
    if before.deal:
        says.append("The deal on the table now is given up.")
    return says


def _refuse(table: Table, deal: DealState, refusal: Refusal) -> Response:
    field = refusal.field or "end"
    if field == "points":
        field = next((f"points-{side}" for side in table.state.sides if request.form.get(f"points-{side}")), field)
    form = Form(request.form, {field: refusal.says})
    return _page(table, deal, form, status=refusal_status(refusal), refusal=refusal)


def _page(
    table: Table,
    deal: DealState,
    form: Form,
    *,
    preview: Preview | None = None,
    refusal: Refusal | None = None,
    note: str = "",
    status: int = 200,
) -> Response:
    variant: Variant = table.state.variant
    context: dict[str, Any] = {
        "game": table.game,
        "version": table.version,
        "state": table.state,
        "deal": deal,
        "form": form,
        "preview": preview,
        "refusal": refusal,
        "stale": refusal is STALE,
        "note": note,
        "ways": ways_to_end(variant),
        "misdeals": misdeals(variant),
        "total": deal_total(variant),
        "asks_all_tricks": variant.end_all_tricks.wins or variant.end_all_tricks.bonus > 0,
        "asks_tricks": variant.score_save.by is SaveBy.TRICK,
        "asks_quad": variant.end_quad_pinochle is not None,
        "clauses_of": clauses_of,
    }
    status = form.status if status == 200 else status
    return respond("sheet/correct.html", "sheet/_correction.html", status=status, **context)
