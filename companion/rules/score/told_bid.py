"""Whether a bid that a deal is said to have been played for can come out of any auction (section 3)."""

from __future__ import annotations

from companion.rules.auction.bids import Auction
from companion.rules.auction.contract import judge_contract
from companion.rules.choices import Bidding
from companion.rules.dealing.seating import seats_of
from companion.rules.play.count import players_of
from companion.rules.ruling import Ruling, allow
from companion.rules.score.facts import DealFacts
from companion.rules.variant import Variant


def judge_told_bid(variant: Variant, deal: DealFacts) -> Ruling:
    """Whether the bidding side can have the bid for so much, whoever dealt (bid.min, bid.step, bid.forced).

    Where bids are added up each single bid is judged; of a sum alone nothing is known.
    """
    if deal.bidder is None or deal.bid is None:
        return allow("Nobody has bid.", "bid")
    if variant.bid is not Bidding.SUMMED:
        return _judge_amount(variant, deal, deal.bidder, deal.bid)
    singles = [(side, bid) for side, bids in deal.bids.items() for bid in bids if bid]
    rulings = [_judge_amount(variant, deal, side, bid) for side, bid in singles]
    return next((each for each in rulings if not each), allow("These can be bid.", "bid.summed"))


def _judge_amount(variant: Variant, deal: DealFacts, side: str, amount: int) -> Ruling:
    players = players_of(variant, len(deal.sides))
    seats = seats_of(variant, players, side)
    rulings = [
        judge_contract(variant, Auction(players, dealer), seat, amount) for dealer in range(players) for seat in seats
    ]
    return next((each for each in rulings if each), rulings[0])
