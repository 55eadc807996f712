"""Hints in bids and passes: how high a player goes on a hand, and which hands contradict what was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.rules.adviser.lines import Lines, look_at
from companion.rules.auction import Auction, Call, first_hand, high_call, lowest_bid
from companion.rules.choices import Forced
from companion.rules.variant import Variant

CAUTION = 0.5
"""How far players stop below what they expect, in errors of that expectation."""
WHIM = 0.35
"""By how much one player's limit differs from another's on the same hand, in the same."""


@dataclass(frozen=True)
class Heard:
    """The hints of a player's calls about the hand."""

    least: float | None = None
    """The limit reaches at least here."""
    below: float | None = None
    """It does not reach here."""
    meldless: bool = False

    @property
    def tells(self) -> bool:
        """True if anything was said."""
        return self != Heard()

    def misfit(self, limit: float) -> float:
        """By how much a hand with this limit contradicts it; 0 where it agrees."""
        short = max(0.0, self.least - limit) if self.least is not None else 0.0
        return max(short, limit - self.below) if self.below is not None and limit >= self.below else short


def limit_of(lines: Lines, counts: Sequence[int], melds: Sequence[int], whim: float) -> float:
    """How high a player goes with this hand.

    :param melds: what it melds with each suit as trump.
    :param whim: how bold the player is: 0 as most, 1 one standard deviation bolder.
    """
    seen = look_at(counts)
    expected = max([meld + lines.to_come(seen.of(trump)) for trump, meld in enumerate(melds)])
    return expected - (CAUTION - WHIM * whim) * lines.alone_error


def must_open(variant: Variant, auction: Auction, seat: int) -> bool:
    """Return True if the player on turn opens on any hand, so that the bid tells nothing (bid.forced).

    Where any meld obliges, a bid tells as little; that of a pass is for :func:`opens_with_meld`.
    """
    opens = high_call(variant, auction) is None
    return opens and variant.bid_forced is Forced.FIRST_HAND and seat == first_hand(auction)


def opens_with_meld(variant: Variant, auction: Auction) -> bool:
    """Return True if nobody has bid yet and a hand with meld must (bid.forced)."""
    return variant.bid_forced is Forced.FIRST_WITH_MELD and high_call(variant, auction) is None


def said_by(variant: Variant, auction: Auction, seat: int) -> Heard:
    """Return the hints of this player's calls."""
    said = Heard()
    for number, call in enumerate(auction.calls):
        if call.seat == seat and not call.moon:
            said = _tell(variant, replace(auction, calls=auction.calls[:number]), call, said)
    return said


def _tell(variant: Variant, before: Auction, call: Call, said: Heard) -> Heard:
    least = lowest_bid(variant, before)
    duty = must_open(variant, before, call.seat) or opens_with_meld(variant, before)
    if call.amount is None:
        return replace(said, meldless=True) if opens_with_meld(variant, before) else replace(said, below=least)
    return said if duty and call.amount <= least else replace(said, least=call.amount)


def call_of(variant: Variant, auction: Auction, seat: int, limit: float, melds: Sequence[int]) -> Call:
    """Return the call of a player with this limit: the lowest bid there is, or a pass."""
    least = lowest_bid(variant, auction)
    duty = must_open(variant, auction, seat) or (opens_with_meld(variant, auction) and max(melds) > 0)
    meldless = opens_with_meld(variant, auction) and not max(melds)
    return Call(seat, least if duty or (limit >= least and not meldless) else None)
