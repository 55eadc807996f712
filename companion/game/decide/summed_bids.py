"""Bids told for several players at once, where each speaks once and every side has a contract (bid.summed)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.game.decide.auction import closing
from companion.game.record.commands import TellBids
from companion.game.record.events import BidMade, BidPassed, Event
from companion.game.record.refusal import Refusal, refusal_of
from companion.game.record.state import DealState, GameState
from companion.rules.auction import Auction, Call, judge_bid, judge_pass, next_bidder
from companion.rules.choices import Bidding
from companion.rules.variant import Variant


def tell_bids(state: GameState, deal: DealState, command: TellBids) -> tuple[Event, ...] | Refusal:
    """The bids of everyone who has not spoken yet, as if they had been made one after the other (res.summed)."""
    if state.variant.bid is not Bidding.SUMMED:
        return Refusal("Here the bids are told one by one, or only the result.", ("bid.order",), "amount")
    auction = with_bids(state.variant, state.auction_of(deal), command.bids)
    if isinstance(auction, Refusal):
        return auction
    return (*map(_said, auction.calls[len(deal.calls) :]), *closing(state, deal, auction))


def with_bids(variant: Variant, auction: Auction, bids: Mapping[int, int]) -> Auction | Refusal:
    """The auction after everyone who has not spoken yet has bid; 0 or nothing is a pass."""
    if not set(bids) <= {*auction.order} - {call.seat for call in auction.calls}:
        return Refusal("Each player bids once: please say whose bid this is.", ("res.summed",), "bid")
    while (seat := next_bidder(variant, auction)) is not None:
        amount = bids.get(seat, 0)
        ruling = judge_bid(variant, auction, amount) if amount else judge_pass(variant, auction)
        if not ruling:
            return refusal_of(ruling, bid_field(seat))
        auction = auction.with_call(Call(seat, amount or None))
    return auction


def bid_field(seat: int) -> str:
    """What the part of a command is called that tells this player's bid."""
    return f"bid-{seat}"


def _said(call: Call) -> Event:
    return BidPassed(call.seat, call.helps) if call.amount is None else BidMade(call.seat, call.amount)
