"""Correcting a deal: the form as the deal stands, what a correction would change, and its confirmation."""

from __future__ import annotations

from typing import Any

from flask import abort, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.game.commands import CorrectDeal
from companion.game.decide import decide
from companion.game.refusal import Refusal
from companion.game.state import DealState
from companion.rules.checks import asks_kitty_seen
from companion.rules.choices import Bidding
from companion.rules.deal import asks_all_tricks, asks_tricks
from companion.rules.dix import dix_words
from companion.rules.variant import Variant
from companion.web.correction_checks import boxes_of
from companion.web.correction_draws import draw_fields
from companion.web.correction_form import as_told, dix_options, read_correction, ways_to_end
from companion.web.correction_preview import Preview, facts_of, preview_of, state_after
from companion.web.correction_team import counted_fields, field_shown
from companion.web.deal_forms import misdeals, posted
from companion.web.deal_page import clauses_of
from companion.web.forms import Form
from companion.web.htmx import respond, see_other
from companion.web.table import STALE, Table, carry_out, load_table, refusal_status

NOTHING_NEW = "This is what the score sheet says already, so there is nothing to correct."


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


def _show_preview(table: Table, deal: DealState, command: CorrectDeal, form: Form) -> Response:
    events = decide(table.history, command, table.state)
    if isinstance(events, Refusal):
        return _refuse(table, deal, events)
    after = state_after(table.state, events)
    new = after.deals[deal.number - 1]
    if facts_of(table.state, new) == facts_of(table.state, deal):
        return _page(table, deal, form, note=NOTHING_NEW)
    told = as_told(after, new)
    counted = {name: told[name] for name in told if name.startswith("points-")} if command.end.points else {}
    typed = MultiDict({**form.values, **counted})
    return _page(table, deal, Form(typed), preview=preview_of(table.state, after, deal, events))


def _refuse(table: Table, deal: DealState, refusal: Refusal) -> Response:
    field = field_shown(posted(), table.state, deal, refusal.field or "end")
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
    least, most = table.state.trick_range(deal)
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
        "summed": variant.bid is Bidding.SUMMED,
        "dix_words": dix_words(variant),
        "dix_values": dix_options(variant),
        "least": least,
        "total": most,
        "asks_all_tricks": asks_all_tricks(variant),
        "asks_tricks": asks_tricks(variant),
        "asks_kitty_seen": asks_kitty_seen(variant),
        "counted": counted_fields(table.state, deal),
        "drawers": draw_fields(table.state, deal),
        "boxes_of": boxes_of,
        "asks_quad": variant.end_quad_pinochle is not None,
        "clauses_of": clauses_of,
    }
    status = form.status if status == 200 else status
    return respond("sheet/correct.html", "sheet/_correction.html", status=status, **context)
