"""The trick log: cards tapped as they fall, what they prove, and accusations settled by them."""

from __future__ import annotations

from flask import Blueprint, Flask, request, url_for
from werkzeug.wrappers import Response

from companion.cards import CardError, parse_card, parse_cards
from companion.game.record.commands import Command, Undo
from companion.game.record.refusal import Refusal
from companion.game.record.trick_commands import ChooseTrickLog, PlayCard, PlayTrick
from companion.web.base.game import OpenGame, carry_out, open_game
from companion.web.base.htmx import see_other, wants_fragment
from companion.web.base.live import unchanged
from companion.web.table.page import counted_for_another_deal
from companion.web.tricks import rulings
from companion.web.tricks.page import seat_named, show_tricks

pages = Blueprint("tricks", __name__, url_prefix="/game/<game>/tricks")


def init_app(app: Flask) -> None:
    """Let the tables of ``app`` record their tricks."""
    app.register_blueprint(pages)


pages.add_url_rule("/proof/<int:number>", "proof", rulings.proof)
pages.add_url_rule("/proof/<int:number>/enter", "enter_proof", rulings.enter_proof, methods=["POST"])
pages.add_url_rule("/accuse", "accusation", rulings.accusation)
pages.add_url_rule("/accuse/enter", "enter_accusation", rulings.enter_accusation, methods=["POST"])


@pages.get("/")
def show(game: str) -> Response:
    """The trick on the table; 204 where ``?since=`` already has it."""
    table = open_game(game)
    if unchanged(table.mark):
        return Response(status=204)
    past = counted_for_another_deal(table) if "fallen" in request.args else ""
    return show_tricks(table, Refusal(past, field="seen") if past else None)


@pages.post("/choose")
def choose(game: str) -> Response:
    """Record the tricks from now on, or no longer."""
    kept = request.form.get("kept") == "1"
    return _carry(game, ChooseTrickLog(kept, kept and "counts" in request.form))


@pages.post("/card")
def card(game: str) -> Response:
    """A card falls: the tapped one, by the player whose turn it is or who was chosen."""
    table = open_game(game)
    try:
        fallen = parse_card(request.form.get("card", ""))
    except CardError as error:
        return show_tricks(table, Refusal(f"{error}.", field="card"))
    seat = seat_named(request.form.get("seat", ""), table)
    return _carry(game, PlayCard(-1 if seat is None else seat, fallen))


@pages.post("/trick")
def whole(game: str) -> Response:
    """A whole trick, read from a photo of it."""
    table = open_game(game)
    try:
        cards = parse_cards(request.form.get("fallen", ""))
    except CardError as error:
        return show_tricks(table, Refusal(f"{error}.", field="fallen"))
    leader = seat_named(request.form.get("lead", ""), table)
    return _carry(game, PlayTrick(-1 if leader is None else leader, cards))


@pages.post("/undo")
def undo(game: str) -> Response:
    """Take the last step back, most often a card tapped by mistake."""
    return _carry(game, Undo())


def _carry(game: str, command: Command) -> Response:
    return carry_out(game, command, _shown_again, show_tricks)


def _shown_again(table: OpenGame) -> Response:
    return show_tricks(table) if wants_fragment() else see_other(url_for("tricks.show", game=table.game))
