"""How an auction ends: who has the bid, at how much, and what it may have come to (section 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.rules.auction.bids import (
    Auction,
    Call,
    automatic_call,
    high_call,
    is_summed,
    next_bidder,
    next_multiple,
    step_at,
)
from companion.rules.auction.limit import judge_reach
from companion.rules.choices import Bidding, Forced
from companion.rules.dealing.seating import all_sides, seats_of, side_of
from companion.rules.ruling import Ruling, allow, refuse
from companion.rules.variant import Variant


@dataclass(frozen=True)
class Contract:
    """How an auction ended."""

    bidder: int
    bid: int
    forced: bool = False
    """Whether the bidder took it because nobody bid."""
    bids: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Where bids are added up, every partner's single bid by side; ``bid`` is then the sum of the bidder's side."""


def contract_of(variant: Variant, auction: Auction) -> Contract | None:
    """Who has the bid once the auction is over; None while it runs, or when the deal is thrown in (bid.forced)."""
    if variant.bid is Bidding.NONE or next_bidder(variant, auction) is not None:
        return None
    high, forced = high_call(variant, auction), _unspoken_call(variant, auction)
    high = high or forced
    if high is None or high.amount is None:
        return None
    bids = summed_bids(variant, auction)
    own = sum(bids[side_of(variant, auction.players, high.seat)]) if bids else high.amount
    return Contract(high.seat, own, high == forced, bids)


def _unspoken_call(variant: Variant, auction: Auction) -> Call | None:
    """The bid that somebody has without saying a word, if nobody bids (bid.forced)."""
    if variant.bid_forced is Forced.DEALER:
        return Call(auction.dealer, variant.bid_forced_amount)
    return automatic_call(variant, auction)


def summed_bids(variant: Variant, auction: Auction) -> Mapping[str, tuple[int, ...]]:
    """Every partner's bid by side, 0 for a pass; empty where bids are not added up (bid.summed)."""
    if not is_summed(variant):
        return {}
    unspoken = _unspoken_call(variant, auction)
    said = {call.seat: call.amount or 0 for call in auction.calls}
    if unspoken and not any(said.values()):
        said[unspoken.seat] = unspoken.amount or 0
    return {
        side: tuple(said.get(seat, 0) for seat in seats_of(variant, auction.players, side))
        for side in all_sides(variant, auction.players)
    }


def may_pass_out(variant: Variant) -> bool:
    """Whether a deal can stay without a bidder, and is then thrown in (bid.forced)."""
    return variant.bid_forced in (Forced.REDEAL, Forced.FIRST_WITH_MELD)


def may_decline(variant: Variant, auction: Auction) -> bool:
    """Whether whoever won the auction may give the bid up, nobody else having bid (bid.lone-may-decline)."""
    return variant.bid_lone_may_decline and sum(call.amount is not None for call in auction.calls) == 1


def judge_contract(variant: Variant, auction: Auction, bidder: int, amount: int) -> Ruling:
    """Whether an auction among these players can have ended so, whatever was said before (score.made for the most)."""
    automatic = automatic_call(variant, auction)
    if automatic and amount == automatic.amount:
        if bidder == automatic.seat:
            return allow(f"The automatic bid of {amount} stands.", "bid.forced")
        return refuse(f"{amount} is the automatic bid of another seat: more is needed to take it.", "bid.forced")
    if variant.bid_forced is Forced.DEALER and (bidder, amount) == (auction.dealer, variant.bid_forced_amount):
        return allow(f"The dealer takes it at {amount} when all pass.", "bid.forced")
    least = _least_contract(variant, auction, bidder)
    if amount < least:
        return refuse(f"{amount} is too low: the least that wins the bid is {least}.", "bid.min")
    reach = judge_reach(variant, auction.players, amount)
    if not reach:
        return reach
    step = step_at(variant, amount)
    if amount % step and amount != least:
        below = amount - amount % step
        return refuse(f"{amount} is not a multiple of {step}: {below} or {below + step} would do.", "bid.step")
    discount = ("bid.dealer-discount",) if amount < variant.bid_min else ()
    return allow(f"A bid of {amount} stands.", *discount, "bid.min", "bid.step")


def _least_contract(variant: Variant, auction: Auction, bidder: int) -> int:
    automatic = automatic_call(variant, auction)
    if automatic and automatic.amount is not None:
        return next_multiple(variant, automatic.amount)
    return variant.bid_min - (variant.bid_dealer_discount if bidder == auction.dealer else 0)
