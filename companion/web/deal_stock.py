"""The play with a stock: the turned-up card, who takes a trick, melds one by one, the dix, cards that were played."""

from __future__ import annotations

from collections.abc import Mapping

from flask import request
from werkzeug.wrappers import Response

from companion.cards import Card, CardError, Suit, parse_card, parse_cards
from companion.game.stock_commands import ExchangeDix, LayMeld, PlayLaidCard, TakeTrick, TurnTrump
from companion.rules.meld_sequence import LaidMeld
from companion.rules.melds import MeldKind
from companion.web.deal_forms import posted, read_seat
from companion.web.deal_page import carry, show_table
from companion.web.forms import Form
from companion.web.table import load_table

_TO_THE_TOP: Mapping[str | None, str] = dict.fromkeys(("seat", "meld", "dix", "card"), "")
"""A tap has no field beside which its refusal could stand."""
_WHO = "Please say which player this was."


def turn(game: str) -> Response:
    """This card was turned up for trump."""
    form = posted()
    card = _card(form, form.value("card"))
    return carry(game, TurnTrump(card), _TO_THE_TOP) if card else show_table(load_table(game), form)


def trick(game: str) -> Response:
    """A player took a trick of the stock, perhaps its last."""
    form, table = posted(), load_table(game)
    seat = read_seat(form, "seat", table.state.players, _WHO)
    if seat is None:
        return show_table(table, form)
    return carry(game, TakeTrick(seat, last="last" in request.form), _TO_THE_TOP)


def lay(game: str) -> Response:
    """One meld of the player who took the trick."""
    form, table = posted(), load_table(game)
    seat, meld = read_seat(form, "seat", table.state.players, _WHO), _meld(form)
    if seat is None or meld is None:
        return show_table(table, form)
    return carry(game, LayMeld(seat, meld), _TO_THE_TOP)


def exchange(game: str) -> Response:
    """The dix for the turned-up card."""
    form, table = posted(), load_table(game)
    seat = read_seat(form, "seat", table.state.players, _WHO)
    return show_table(table, form) if seat is None else carry(game, ExchangeDix(seat), _TO_THE_TOP)


def gone(game: str) -> Response:
    """A card of a laid meld was played to a trick, or lies there after all."""
    form, table = posted(), load_table(game)
    back = form.value("back")
    seat, card = read_seat(form, "seat", table.state.players, _WHO), _card(form, back or form.value("gone"))
    if seat is None or card is None:
        return show_table(table, form)
    return carry(game, PlayLaidCard(seat, card, bool(back)), _TO_THE_TOP)


def _meld(form: Form) -> LaidMeld | None:
    """The meld of the button that was tapped, with the cards ticked beside it; None with a sentence if it is none."""
    key, _, told = form.value("meld").partition(" ")
    try:
        kind, suit, copies = key.split(".")
        cards = parse_cards([*told.split(), *request.form.getlist(f"hand-{key}")])
        return LaidMeld(MeldKind(kind), Suit(suit), cards, int(copies))
    except ValueError:
        form.refuse("", "Please tap one of the melds.")
        return None


def _card(form: Form, text: str) -> Card | None:
    try:
        return parse_card(text)
    except CardError as error:
        form.refuse("", f"{error}.")
        return None
