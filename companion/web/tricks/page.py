"""The page of the tricks: what lies on the table, what is proven, and a refusal beside what was chosen."""

from __future__ import annotations

from flask import request, url_for
from werkzeug.wrappers import Response

from companion.cards import Card, CardError, parse_cards
from companion.game.record.refusal import Refusal
from companion.game.record.state import Phase
from companion.game.view.tricks import TrickView, trick_view
from companion.rules.clauses import clauses_of
from companion.web.base.forms import Form
from companion.web.base.game import OpenGame, refusal_status
from companion.web.base.htmx import respond
from companion.web.base.seat import seat_of
from companion.web.photo.purpose import Purpose
from companion.web.table.page import counted_for_another_deal, undoes


def show_tricks(table: OpenGame, refusal: Refusal | None = None) -> Response:
    """The tricks of the deal on the table.

    :param refusal: why what was sent could not be; all that was chosen is shown again.
    """
    state, deal = table.state, table.state.deal
    view = trick_view(state, deal) if deal and state.trick_log.kept and deal.phase is Phase.PLAY else None
    chosen = seat_named(request.values.get("seat", ""), table) if refusal or request.method == "GET" else None
    own = seat_of(table)
    return respond(
        "tricks/tricks.html",
        "tricks/_tricks.html",
        status=refusal_status(refusal) if refusal else 200,
        game=table.game,
        version=table.version,
        mark=table.mark,
        state=state,
        deal=deal,
        view=view,
        log=state.trick_log,
        variant=state.variant,
        seat=_whose(view, chosen, own),
        own=own,
        form=Form(request.values, {refusal.field or "card": refusal.says} if refusal else {}),
        refusal=refusal,
        photographed=_photographed(table, refusal),
        photo_at=_photo_at(table, view),
        clauses_of=clauses_of,
        undoes=undoes(table),
    )


def _photographed(table: OpenGame, refusal: Refusal | None) -> tuple[Card, ...]:
    """The cards of a trick that a photo brought here and that are not recorded yet; none where they are no cards."""
    if (request.method == "POST" and refusal is None) or counted_for_another_deal(table):
        return ()
    try:
        return parse_cards(request.values.get("fallen", ""))
    except CardError:
        return ()


def _photo_at(table: OpenGame, view: TrickView | None) -> str:
    """Where a photo of the next trick is taken; empty while one is half recorded."""
    deal = table.state.deal
    if view is None or view.is_over or deal is None or (view.fallen and not view.taken_by):
        return ""
    here = url_for("tricks.show", game=table.game)
    return Purpose.for_trick(table, deal, seat_of(table), view.due, here).url


def _whose(view: TrickView | None, chosen: int | None, own: int | None) -> int | None:
    """Who plays the next card: as it was chosen, else whose turn it is, else the player who holds this phone.

    One phone records everybody's cards, though it sits for one of them; where each has a phone, every card that falls
    moves the turn on all of them.
    """
    if view is None or chosen is not None:
        return chosen
    return own if view.due is None else view.due


def seat_named(text: str, table: OpenGame) -> int | None:
    """The seat of a player in this deal that a field says, if it says one."""
    seats = table.state.seats_in(table.state.deal) if table.state.deal else ()
    return next((seat for seat in seats if str(seat) == text), None)
