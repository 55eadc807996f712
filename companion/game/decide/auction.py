"""Auction and trump: judges bids, passes, results entered at once, summed bids, trump and the called partner."""

from __future__ import annotations

from collections.abc import Mapping

from companion.game.commands import (
    CallCard,
    MakeBid,
    NamePartner,
    NameTrump,
    Pass,
    PassOut,
    RecordBids,
    Refusal,
    TakeBid,
    refusal_of,
)
from companion.game.events import (
    AuctionWon,
    BidMade,
    BidPassed,
    CardCalled,
    DealPassedOut,
    Event,
    PartnerTold,
    TrumpNamed,
)
from companion.game.standing import next_deal
from companion.game.state import DealState, GameState, Phase
from companion.rules.auction import (
    Auction,
    Call,
    automatic_call,
    judge_bid,
    judge_moon,
    judge_pass,
    moon_call,
    next_bidder,
)
from companion.rules.choices import Aim, Bidding
from companion.rules.contract import contract_of, judge_contract, may_decline, may_pass_out
from companion.rules.dealing import judge_call
from companion.rules.score import DealEnd
from companion.rules.variant import Variant


def make_bid(state: GameState, deal: DealState, command: MakeBid) -> tuple[Event, ...] | Refusal:
    """The bid of the player on turn (bid.min, bid.step, bid.moon)."""
    variant, auction = state.variant, state.auction_of(deal)
    ruling = judge_moon(variant, in_turn=True) if command.moon else judge_bid(variant, auction, command.amount)
    seat = next_bidder(variant, auction)
    if not ruling or seat is None:
        return refusal_of(ruling, "moon" if command.moon else "amount")
    call = (moon_call(variant, seat) if command.moon else None) or Call(seat, command.amount)
    return (_said(call), *closing(state, deal, auction.with_call(call)))


def make_pass(state: GameState, deal: DealState, command: Pass) -> tuple[Event, ...] | Refusal:
    """The pass of the player on turn (bid.rounds, bid.pass-help)."""
    auction = state.auction_of(deal)
    ruling, seat = judge_pass(state.variant, auction, command.helps), next_bidder(state.variant, auction)
    if not ruling or seat is None:
        return refusal_of(ruling, "amount")
    follows = closing(state, deal, auction.with_call(Call(seat, None, command.helps)))
    return (BidPassed(seat, command.helps), *follows)


def take_bid(state: GameState, deal: DealState, command: TakeBid) -> tuple[Event, ...] | Refusal:
    """Only the result of the auction: who has it, and for how much; or what its winner says in place of trump."""
    if deal.phase is Phase.TRUMP and not _is_said_for_trump(state, deal, command):
        return Refusal("Not now: the bidder names trump now.")
    if state.variant.bid is Bidding.SUMMED:
        return Refusal("Here every side has a contract: please enter what each player bid.", ("bid.summed",), "seat")
    if command.seat not in state.seats_in(deal):
        return Refusal("Please say who has the bid.", ("bid.order",), "seat")
    if command.aim:
        return _take_moon(state.variant, command.seat, command.aim)
    auction = state.auction_of(deal)
    ruling = judge_contract(state.variant, auction, command.seat, command.amount)
    if not ruling:
        return refusal_of(ruling, "amount")
    automatic = automatic_call(state.variant, auction)
    return (AuctionWon(command.seat, command.amount, automatic == Call(command.seat, command.amount)),)


def _is_said_for_trump(state: GameState, deal: DealState, command: TakeBid) -> bool:
    bidder = deal.contract.bidder if deal.contract else None
    return command.seat == bidder and not deal.aim and command.aim in state.variant.said_for_trump


def _take_moon(variant: Variant, seat: int, aim: Aim) -> tuple[Event, ...] | Refusal:
    moon = variant.moon_for(aim)
    if moon is None:
        return refusal_of(judge_moon(variant, aim), "moon")
    return (AuctionWon(seat, moon.failed, moon=aim is Aim.EVERY_TRICK, no_trick=aim is Aim.NO_TRICK),)


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
    """Return what follows, if anything, when the last word of the auction is said."""
    if next_bidder(state.variant, auction) is not None:
        return ()
    contract = contract_of(state.variant, auction)
    if contract is None:
        return _passed_out(state, deal, "All passed: the deal is thrown in and passes on.")
    return (AuctionWon(contract.bidder, contract.bid, contract.forced, moon=bool(contract.aim)),)


def _passed_out(state: GameState, deal: DealState, says: str) -> tuple[Event, ...]:
    return DealPassedOut(says, ("bid.forced",)), next_deal(state, state.standing, deal)


def record_bids(state: GameState, deal: DealState, command: RecordBids) -> tuple[Event, ...] | Refusal:
    """The bids of everyone who has not spoken yet, as if they had been made one after the other (res.summed)."""
    if state.variant.bid is not Bidding.SUMMED:
        return Refusal("Here bids are entered one by one, or only the result.", ("bid.order",), "amount")
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
    """The field of this player's bid."""
    return f"bid-{seat}"


def _said(call: Call) -> Event:
    return BidPassed(call.seat, call.helps) if call.amount is None else BidMade(call.seat, call.amount, call.moon)


_ENDS_WITHOUT_PARTNER = (DealEnd.MISDEAL, DealEnd.NO_MARRIAGE)


def call_card(state: GameState, deal: DealState, command: CallCard) -> tuple[Event, ...] | Refusal:
    """The card that finds the partner; another may be named until somebody is found."""
    if deal.contract is None or deal.trump is None:
        return Refusal("Name trump first.", ("res.five-call",))
    if deal.partner_known:
        return Refusal("Who plays with the bidder is known already.", ("res.five-call",), "card")
    ruling = judge_call(state.variant, deal.trump, command.card)
    return (CardCalled(deal.contract.bidder, command.card),) if ruling else refusal_of(ruling, "card")


def name_partner(state: GameState, deal: DealState, command: NamePartner) -> tuple[Event, ...] | Refusal:
    """Name the player who plays with the bidder; entered once, and then only undone or corrected."""
    if deal.partner_known:
        return Refusal("Who plays with the bidder is known already.", ("res.five-call",), "partner")
    wrong = wrong_partner(state, deal, command.seat)
    return wrong or (PartnerTold(command.seat),)


def wrong_partner(state: GameState, deal: DealState, seat: int | None) -> Refusal | None:
    """Say why this seat cannot be the bidder's partner; None if it can, or if the bidder plays alone."""
    if not deal.has_call:
        return Refusal("In this game partners are not called.", ("sides",), "partner")
    if seat is not None and seat not in state.seats_in(deal):
        return Refusal("Please say who the partner is.", ("res.five-call",), "partner")
    if deal.contract and seat == deal.contract.bidder:
        says = f"{state.names[deal.contract.bidder]} is the bidder, and nobody’s own partner: name another card."
        return Refusal(says, ("res.five-call",), "partner")
    return None


def partner_missing(deal: DealState, end: DealEnd) -> Refusal | None:
    """Say why a deal cannot end yet: its result depends on who the partner is."""
    if not deal.partner_hidden or end in _ENDS_WITHOUT_PARTNER:
        return None
    whose = f"who had {deal.called.symbols}" if deal.called else "who plays with the bidder"
    return Refusal(f"First say {whose}: the result hangs on it.", ("res.five-call", "res.five"), "partner")
