"""The called partner at the table: the card that is named, and one tap on the name when it falls."""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response

from companion.cards import CardError, parse_card
from companion.game.commands import CallCard, TellPartner
from companion.web.deal_forms import posted, read_seat
from companion.web.deal_page import carry, show_table
from companion.web.table import load_table


def call(game: str) -> Response:
    """The bidder names a card, or another one."""
    form = posted()
    try:
        card = parse_card(form.value("card"))
    except CardError:
        form.refuse("card", "Please tap the card that finds the partner.")
        return show_table(load_table(game), form)
    return carry(game, CallCard(card))


def partner(game: str) -> Response:
    """Who the partner is, or that the bidder plays alone."""
    if "alone" in request.form:
        return carry(game, TellPartner(None))
    form, table = posted(), load_table(game)
    seat = read_seat(form, "partner", table.state.players, "Please tap the name of the partner.")
    return show_table(table, form) if seat is None else carry(game, TellPartner(seat))
