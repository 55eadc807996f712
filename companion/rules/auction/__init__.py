"""The chapter of the auction: bids, trump and the kitty."""

from companion.rules.auction.bids import Auction, Call, judge_bid, judge_pass, next_bidder
from companion.rules.auction.contract import Contract
from companion.rules.auction.trump import judge_trump

__all__ = ["Auction", "Call", "Contract", "judge_bid", "judge_pass", "judge_trump", "next_bidder"]
