"""The trick log: cards tapped as they fall, what they prove, and accusations settled by them."""

from __future__ import annotations

from flask import Blueprint, Flask, request, url_for
from werkzeug.wrappers import Response

from companion.cards import CardError, parse_card
from companion.game.commands import Command, Undo
from companion.game.referee_commands import ChooseTrickLog, PlayCard
from companion.game.refusal import Refusal
from companion.game.state import Phase
from companion.game.trick_view import TrickView, trick_view
from companion.web import trick_rulings
from companion.web.deal_page import clauses_of, undoes
from companion.web.forms import Form
from companion.web.htmx import respond, see_other, wants_fragment
from companion.web.live import unchanged
from companion.web.seats import seat_of
from companion.web.table import Table, carry_out, load_table, refusal_status

pages = Blueprint("tricks", __name__, url_prefix="/game/<game>/tricks")


def init_app(app: Flask) -> None:
    """Let the tables of ``app`` record their tricks."""
    app.register_blueprint(pages)


pages.add_url_rule("/proof/<int:number>", "proof", trick_rulings.proof)
pages.add_url_rule("/proof/<int:number>/enter", "enter_proof", trick_rulings.enter_proof, methods=["POST"])
pages.add_url_rule("/accuse", "accusation", trick_rulings.accusation)
pages.add_url_rule("/accuse/enter", "enter_accusation", trick_rulings.enter_accusation, methods=["POST"])


@pages.get("/")
def show(game: str) -> Response:
    """The trick on the table; 204 where ``?since=`` already has it."""
    table = load_table(game)
    return Response(status=204) if unchanged(table.version) else _page(table)


@pages.post("/choose")
def choose(game: str) -> Response:
    """Record the tricks from now on, or no longer."""
    kept = request.form.get("kept") == "1"
    return _carry(game, ChooseTrickLog(kept, kept and "counts" in request.form))


@pages.post("/card")
def card(game: str) -> Response:
    """A card falls: the tapped one, by the player whose turn it is or who was chosen."""
    table = load_table(game)
    try:
        fallen = parse_card(request.form.get("card", ""))
    except CardError as error:
        return _page(table, Refusal(f"{error}.", field="card"))
    seat = _seat(request.form.get("seat", ""), table)
    return _carry(game, PlayCard(-1 if seat is None else seat, fallen))


@pages.post("/undo")
def undo(game: str) -> Response:
    """Take the last step back, most often a card tapped by mistake."""
    return _carry(game, Undo())


def _carry(game: str, command: Command) -> Response:
    return carry_out(game, command, _shown_again, _page)


def _shown_again(table: Table) -> Response:
    return _page(table) if wants_fragment() else see_other(url_for("tricks.show", game=table.game))


def _page(table: Table, refusal: Refusal | None = None) -> Response:
    state, deal = table.state, table.state.deal
    view = trick_view(state, deal) if deal and state.trick_log.kept and deal.phase is Phase.PLAY else None
    chosen = _seat(request.values.get("seat", ""), table) if refusal or request.method == "GET" else None
    return respond(
        "tricks/tricks.html",
        "tricks/_tricks.html",
        status=refusal_status(refusal) if refusal else 200,
        game=table.game,
        version=table.version,
        state=state,
        deal=deal,
        view=view,
        log=state.trick_log,
        variant=state.variant,
        seat=_whose(view, chosen, seat_of(table.game)),
        form=Form(request.values, {refusal.field or "card": refusal.says} if refusal else {}),
        refusal=refusal,
        clauses_of=clauses_of,
        undoes=undoes(table),
    )


def _whose(view: TrickView | None, chosen: int | None, own: int | None) -> int | None:
    """Who plays the next card: as it was chosen, else whose turn it is, else the player who holds this phone."""
    if view is None or chosen is not None:
        return chosen
    return own if view.due is None else view.due


def _seat(text: str, table: Table) -> int | None:
    seats = table.state.seats_in(table.state.deal) if table.state.deal else ()
    return next((seat for seat in seats if str(seat) == text), None)
