"""Asks about the auction: whether a bid was allowed, who must open, and whether a suit may be named."""

from __future__ import annotations

from companion.rules.auction import Auction, Call
from companion.rules.choices import Forced, TrumpNeeds
from companion.rules.referee import (
    KnownHand,
    NamedTrump,
    QuestionError,
    Settled,
    SpokenBid,
    settle_bid,
    settle_opening,
    settle_trump,
)
from companion.rules.words import WORDS
from companion.web.settle.case import Case
from companion.web.settle.facts import Facts, Pile

HAND = Pile("held", "The bidder’s hand", "the cards that matter; nothing if nobody knows")
TRUMP_PILES = (HAND,)


def ask_bid(case: Case, facts: Facts) -> Settled:
    """Whether a bid or a pass was allowed (bid.min, bid.step, bid.forced).

    :raises QuestionError: if something is missing, or can't be so.
    """
    amount = facts.number("amount", "The bid")
    if amount is None and not facts.says("passed"):
        raise QuestionError("Write the bid that was made, or tick that it was a pass.")
    seat = next((seat for seat in case.seats if str(seat) == facts.word("seat")), None)
    holds_meld = {"yes": True, "no": False}.get(facts.word("meld"))
    word = None if facts.says("passed") else amount
    spoken = SpokenBid(_auction(case, facts), word, seat, facts.says("helps"), holds_meld)
    return settle_bid(case.variant, spoken, _names(case))


def ask_opening(case: Case, _facts: Facts) -> Settled:
    """Who must open the auction (bid.forced).

    :raises QuestionError: if there is no auction in this game.
    """
    return settle_opening(case.variant, _empty(case), _names(case))


def ask_trump(case: Case, facts: Facts) -> Settled:
    """Whether the bidder may name a suit (trump.needs).

    :raises QuestionError: if something is missing, or can't be so.
    """
    suit, bid = facts.suit("trump"), facts.number("bid", "The bid")
    contract = case.deal.contract if case.deal else None
    if suit is None:
        raise QuestionError("Tap the suit that the bidder wants to name.")
    if bid is None:
        bid = contract.bid if contract else case.variant.bid_min
    cards = facts.cards(HAND.name)
    hand = KnownHand.whole(cards) if facts.says("whole") else KnownHand(cards)
    side = case.state.side_of(contract.bidder) if case.state and contract else None
    return settle_trump(case.variant, NamedTrump(suit, bid, hand, side), case.mark)


def asks_about_bidding(case: Case, _facts: Facts) -> dict[str, object]:
    """What the page shows of the auction as it stands."""
    contract = case.deal.contract if case.deal else None
    return {
        "calls": case.deal.calls if case.deal and contract is None else (),
        "contract": contract,
        "meld_opens": case.variant.bid_forced is Forced.FIRST_WITH_MELD,
        "may_help": WORDS["bid.pass-help"].asked(case.variant),
        "hand_matters": case.variant.trump_needs is not TrumpNeeds.NOTHING,
        "trump_now": None,
    }


def _auction(case: Case, facts: Facts) -> Auction:
    """The auction when the word was said: up to the highest bid that was told, else as it stands at the table."""
    before = facts.number("before", "The highest bid before")
    if before is not None:
        empty = _empty(case)
        return empty.with_call(Call(empty.order[0], before))
    if case.state and case.deal and case.deal.contract is None:
        return case.state.auction_of(case.deal)
    return _empty(case)


def _empty(case: Case) -> Auction:
    if case.state and case.deal:
        return Auction(case.state.players, case.deal.dealer, (), case.deal.sits_out)
    return Auction(case.variant.players[1], case.variant.players[1] - 1)


def _names(case: Case) -> tuple[str, ...]:
    """The players by seat; without a game they have numbers, clockwise from the dealer's left."""
    return case.state.names if case.state else tuple(f"Player {n}" for n in range(1, case.variant.players[1] + 1))
