"""Auction and trump: bid by bid or only the result, and the suit."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Suit
from companion.game.record.commands import DealStep, MakeBid, NameTrump, Pass, PassOut, TakeBid, TellBids
from companion.game.record.state import GameState
from companion.web.base.fields import Asked, is_sure, read_by_seat, read_number, read_seat, read_word
from companion.web.base.forms import Form

Steps = Sequence[Asked[DealStep]]


def bid(form: Form, state: GameState) -> Steps:
    """The player on turn bids."""
    amount = read_number(form, "amount", "Please write the bid, or pass.")
    return () if amount is None or not is_sure(form, "amount", state, amount) else (Asked(MakeBid(amount)),)


def pass_bid(form: Form, _state: GameState) -> Steps:
    """The player on turn passes."""
    return (Asked(Pass("help" in form.values)),)


def take(form: Form, state: GameState) -> Steps:
    """Only the auction's result is told, and with it the trump suit where that is named already."""
    seat = read_seat(form, "seat", state.players, "Please choose who has the bid.")
    amount = read_number(form, "amount", "Please write how much was bid.")
    if seat is None or amount is None or not is_sure(form, "amount", state, amount):
        return ()
    taken = Asked(TakeBid(seat, amount))
    return (taken, *trump(form, state)) if form.value("trump") else (taken,)


def tell_bids(form: Form, state: GameState) -> Steps:
    """What everyone bid who has not spoken yet; an empty field is a pass."""
    bids = read_by_seat(form, "bid", range(state.players))
    sure = [is_sure(form, f"bid-{seat}", state, amount) for seat, amount in bids.items()]
    return (Asked(TellBids(bids)),) if all(sure) else ()


def pass_out(_form: Form, _state: GameState) -> Steps:
    """Nobody bid, or the only bidder declines."""
    return (Asked(PassOut()),)


def trump(form: Form, _state: GameState) -> Steps:
    """The bidder names trump."""
    suit = read_word(form, "trump", Suit, "Please tap one of the four suits.")
    return () if suit is None else (Asked(NameTrump(suit)),)
