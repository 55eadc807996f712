"""The bidding, the kitty and the exchange."""

from __future__ import annotations

from collections.abc import Mapping

BIDDING: Mapping[str, str] = {
    "bid": "bid, auction, contract",
    "bidder": (
        "bidder, declarer, bid winner, high bidder, who took the bid, bid taker, highest bidder, winner of the bid"
    ),
    "raise": (
        "raise, increment, step, go up, increase, next bid, bid after, go up by, in between bids, multiples, bid "
        "rise, amount between bids, outbid"
    ),
    "jump": "jump, skip, leap, overbid",
    "nobody-bids": (
        "everyone passes, everybody passes, all pass, we all pass, nobody bids, no one bids, noone bids, all people "
        "passed, all players pass, all three pass, all four pass, no bids, nobody wants to bid, no one wants to bid, "
        "no one opens, nobody opens, nobody wants it, doesnt anyone bid, passes out, all of us pass, all pass out"
    ),
    "stuck": "stuck, stick the dealer, forced bid, must take it, stick, has to take it, dropped on the dealer, dump",
    "automatic": "automatic, automatically, auto",
    "pass": "pass",
    "discount": (
        "bid less, go lower, cheaper, for less, lower than everyone, less than everyone, discount, lower than the "
        "others"
    ),
    "withdraw": (
        "withdraw, take my bid back, take back my bid, wants out, retract, back out, decline, only one bid, lone "
        "bidder, only bidder, only person bid, undo my bid, take back a bid, cancel my bid"
    ),
    "meld-bid": (
        "meld bid, small raise, bids tell, bid mean, signal with a bid, signal meld, bid say about, bids say, signal "
        "bid"
    ),
    "help": "help, can help, assist",
    "summed": (
        "summed, bids added, add our bids, both partners bid, bids together, added together, sum of the bids, add the "
        "bids"
    ),
    "name-trump": (
        "name trump, call trump, choose trump, pick trump, trump decided, trump chosen, declare trump, make trump, "
        "trump named, select trump, trump suit chosen, pick the trump, call any suit, decides trump, what is trump, "
        "trump determined, choose the trump, call the trump, pick the suit, name the suit, trump picked, any suit "
        "trump, say trump, set trump, determine trump"
    ),
    "kitty": (
        "kitty, widow, blind, talon, left over cards, leftover cards, cat, kitti, cards left over, cards in the "
        "middle, extra cards"
    ),
    "bury": (
        "bury, put aside, lay away, put away, lay aside, set aside, discard, throw away, lay down cards, put down, "
        "lay cards away, put cards away, cards i put away, bury cards"
    ),
    "exchange": (
        "exchange, swap, trade, pass cards, cards passed, cards are passed, cards do we pass, cards we pass, give "
        "each other, cards to partner, cards to my partner, give my partner, cards partners pass, give to partner, "
        "give your partner, partners pass, pass to partner, cards to pass, hand over cards, cards back, pass to my "
        "partner, pass back, pass my partner, trade cards, cards do partners, give partner, cards to each other, pass "
        "to each other, pass my cards, passes their cards, send cards, cards over, pass across"
    ),
}
