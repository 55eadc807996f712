"""Auction and trump: bid by bid or only the result, and the suit."""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response

from companion.cards import Suit
from companion.game.commands import MakeBid, NameTrump, Pass, PassOut, TakeBid, TellBids
from companion.web.deal_forms import posted, read_by_seat, read_number, read_seat, read_word
from companion.web.deal_page import carry, show_table
from companion.web.table import load_table


def bid(game: str) -> Response:
    """The player on turn bids."""
    form = posted()
    amount = read_number(form, "amount", "Please write the bid, or pass.")
    if amount is None:
        return show_table(load_table(game), form)
    return carry(game, MakeBid(amount))


def pass_bid(game: str) -> Response:
    """The player on turn passes."""
    return carry(game, Pass("help" in request.form))


def take(game: str) -> Response:
    """Only the auction's result is told."""
    form, table = posted(), load_table(game)
    seat = read_seat(form, "seat", table.state.players, "Please choose who has the bid.")
    amount = read_number(form, "amount", "Please write how much was bid.")
    if seat is None or amount is None:
        return show_table(table, form)
    return carry(game, TakeBid(seat, amount))


def tell_bids(game: str) -> Response:
    """What everyone bid who has not spoken yet; an empty field is a pass."""
    form, table = posted(), load_table(game)
    bids = read_by_seat(form, "bid", range(table.state.players))
    if form.errors:
        return show_table(table, form)
    return carry(game, TellBids(bids))


def pass_out(game: str) -> Response:
    """Nobody bid, or the only bidder declines."""
    return carry(game, PassOut())


def trump(game: str) -> Response:
    """The bidder names trump."""
    form = posted()
    suit = read_word(form, "trump", Suit, "Please tap one of the four suits.")
    if suit is None:
        return show_table(load_table(game), form)
    return carry(game, NameTrump(suit))
