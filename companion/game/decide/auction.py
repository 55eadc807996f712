"""Auction and trump: judges bids, passes, results told at once, and the naming of trump."""

from __future__ import annotations

from companion.game.record.commands import MakeBid, NameTrump, Pass, PassOut, TakeBid
from companion.game.record.events import AuctionWon, BidMade, BidPassed, DealPassedOut, Event, TrumpNamed
from companion.game.record.refusal import Refusal, refusal_of
from companion.game.record.state import DealState, GameState, Phase
from companion.game.record.taking_part import next_deal
from companion.rules.auction import Auction, Call, automatic_call, judge_bid, judge_pass, next_bidder
from companion.rules.choices import Bidding
from companion.rules.contract import contract_of, judge_contract, may_decline, may_pass_out


def make_bid(state: GameState, deal: DealState, command: MakeBid) -> tuple[Event, ...] | Refusal:
    """The bid of the player on turn (bid.min, bid.step)."""
    auction = state.auction_of(deal)
    ruling, seat = judge_bid(state.variant, auction, command.amount), next_bidder(state.variant, auction)
    if not ruling or seat is None:
        return refusal_of(ruling, "amount")
    follows = closing(state, deal, auction.with_call(Call(seat, command.amount)))
    return (BidMade(seat, command.amount), *follows)


def make_pass(state: GameState, deal: DealState, command: Pass) -> tuple[Event, ...] | Refusal:
    """The pass of the player on turn (bid.rounds, bid.pass-help)."""
    auction = state.auction_of(deal)
    ruling, seat = judge_pass(state.variant, auction, command.helps), next_bidder(state.variant, auction)
    if not ruling or seat is None:
        return refusal_of(ruling, "amount")
    follows = closing(state, deal, auction.with_call(Call(seat, None, command.helps)))
    return (BidPassed(seat, command.helps), *follows)


def take_bid(state: GameState, deal: DealState, command: TakeBid) -> tuple[Event, ...] | Refusal:
    """Only the result of the auction: who has it, and for how much."""
    if state.variant.bid is Bidding.SUMMED:
        return Refusal("Here every side has a contract: please tell what each player bid.", ("bid.summed",), "seat")
    if command.seat not in state.seats_in(deal):
        return Refusal("Please say who has the bid.", ("bid.order",), "seat")
    auction = state.auction_of(deal)
    ruling = judge_contract(state.variant, auction, command.seat, command.amount)
    if not ruling:
        return refusal_of(ruling, "amount")
    automatic = automatic_call(state.variant, auction)
    return (AuctionWon(command.seat, command.amount, automatic == Call(command.seat, command.amount)),)


def pass_out(state: GameState, deal: DealState, _command: PassOut) -> tuple[Event, ...] | Refusal:
    """Nobody has the bid, or the lone bidder declines it (bid.forced)."""
    if deal.phase is Phase.TRUMP:
        if not may_decline(state.variant, state.auction_of(deal)):
            return Refusal("The bid stands: it may not be declined.", ("bid.lone-may-decline",))
        return _passed_out(state, deal, "The lone bidder declined: the deal is thrown in.")
    if not may_pass_out(state.variant):
        return Refusal("In this game somebody always has the bid.", ("bid.forced",))
    return _passed_out(state, deal, "Nobody bid: the deal is thrown in and passes on.")


def name_trump(_state: GameState, _deal: DealState, command: NameTrump) -> tuple[Event, ...]:
    """The bidder names trump; whether the hand holds what ``trump.needs`` asks, the table sees."""
    return (TrumpNamed(command.suit),)


def closing(state: GameState, deal: DealState, auction: Auction) -> tuple[Event, ...]:
    """What follows, if anything, when the last word of the auction is said."""
    if next_bidder(state.variant, auction) is not None:
        return ()
    contract = contract_of(state.variant, auction)
    if contract is None:
        return _passed_out(state, deal, "All passed: the deal is thrown in and passes on.")
    return (AuctionWon(contract.bidder, contract.bid, contract.forced),)


def _passed_out(state: GameState, deal: DealState, says: str) -> tuple[Event, ...]:
    return DealPassedOut(says, ("bid.forced",)), next_deal(state, state.standing, deal)
