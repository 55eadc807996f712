"""Clauses on how a game ends, and on the stakes of check pinochle."""

from __future__ import annotations

from functools import partial

from companion.rules.clauses.clause import (
    AUCTION,
    BRUCE,
    DOUBLES,
    LOSS_FLOOR,
    OTHER_TABLES,
    SEVERAL,
    TWO_HANDED,
    Clause,
)

clause = partial(Clause, section="End of the game")

CLAUSES = (
    clause(
        "end.target",
        "Reaching the target",
        "The game is over when, at the close of a deal, a side’s score has reached the target.",
        SEVERAL,
    ),
    clause(
        "end.tie",
        "Several at the target",
        "If more than one side has reached the target, the variant’s tie rules are tried in turn until one decides.",
        SEVERAL,
    ),
    clause(
        "end.tie-bidder",
        "The bidder goes out first",
        "Among several sides past the target, the one that bid in this deal wins, even with the lower score. "
        "If it is not among them, the next tie rule applies.",
        SEVERAL,
    ),
    clause(
        "end.tie-high",
        "The higher score goes out",
        "When the bidder is not among those past the target, the highest of them wins. "
        "If their scores are equal, those players alone carry on.",
        BRUCE,
    ),
    clause(
        "end.tie-another",
        "One more deal",
        "When several are past the target, the table deals again, until a deal leaves one winner. Nothing bounds how "
        "many deals that takes: while two sides stay past the target it goes on. A table that would rather be done "
        "agrees that the higher score wins.",
        AUCTION,
    ),
    clause(
        "end.tie-extend",
        "The target moves up",
        "When several are past the target it rises by a fixed step, for example from 100 to 125 and then to 150, "
        "and it does not come down when scores do.",
        AUCTION,
    ),
    clause(
        "end.bid-out",
        "Going out takes a bid",
        "In cutthroat the game is won only by a side that bid this deal, made it, and now has the target. "
        "Anyone else past the target has to wait.",
        AUCTION,
    ),
    clause(
        "end.slide-out",
        "Sliding out",
        "Where going out takes a bid, a side that stays past the target also wins once its opponents have failed "
        "three bids in that time. Dropping below the target wipes out the count.",
        AUCTION,
    ),
    clause(
        "end.declare-out",
        "Declaring out",
        "During play, a two-handed player may say that the target is reached. Tricks are counted on the spot: right, "
        "and the claimant wins whatever the opponent has; wrong, and the claimant loses.",
        TWO_HANDED,
    ),
    clause(
        "end.deal",
        "A game in a single deal",
        "Two-handed players may treat each deal as a game of its own, won by the better total.",
        TWO_HANDED,
    ),
    clause(
        "end.deals",
        "A set number of deals",
        "Clubs often play a round of so many deals. Once that many have been counted the game is over and the best "
        "score wins it, even short of the target; a deal that does not count is not one of them. A side that wins "
        "earlier, at the target or otherwise, has won.",
        OTHER_TABLES,
    ),
    clause(
        "end.deals-level",
        "Level after the last deal",
        "Several may lead with the same score after the last of the set number of deals. The tie rules of the variant "
        "then choose among them, and where those do not, one more deal is played.",
        OTHER_TABLES,
    ),
    clause(
        "end.deals-level.shared",
        "A shared win",
        "Some clubs let all who lead level after the last deal win together, so that a round ends on time.",
        OTHER_TABLES,
    ),
    clause(
        "end.all-tricks",
        "Taking every trick",
        "A side that captures all the tricks of a deal wins the game on the spot, whatever the score, whoever bid and "
        "whether the bid was made. Throwing in takes that chance away.",
        AUCTION,
    ),
    clause(
        "end.all-tricks.bonus",
        "A bonus for every trick",
        "Some tables reward a clean sweep with a fixed number of points and play on.",
        OTHER_TABLES,
    ),
    clause(
        "end.order",
        "Which ending comes first",
        "Should several endings fall in one deal, a sweep of the tricks is looked at before a quadruple pinochle, that "
        "before a side without progress, and the target last. A failed bid does not spoil the first two, and a "
        "score that rises in this deal already counts as progress.",
        DOUBLES,
        resolution=True,
    ),
    clause(
        "end.no-progress",
        "Ahead before the others have moved",
        "In Doubles a side wins at 250 if the opponents’ score has not gone up in any deal of the game so far.",
        DOUBLES,
    ),
    clause(
        "end.quad-pinochle",
        "Quadruple pinochle",
        "In Doubles a side wins with four pinochles in one hand, as long as it also takes 20 or more trick points.",
        DOUBLES,
    ),
    clause(
        "floor",
        "Losing at the floor",
        "Some tables end the game when a side sinks to a stated figure below zero, and that side has lost.",
        LOSS_FLOOR,
    ),
    clause(
        "end.checks",
        "Checks",
        "In check pinochle, certain melds and results gain or cost checks beside the points. "
        "For every check gained, each of the other two players owes one stake.",
        AUCTION,
    ),
    clause(
        "check.stake",
        "What a check is worth",
        "The table agrees before the game how much one check stands for.",
        AUCTION,
    ),
    clause(
        "check.nines",
        "Seven nines",
        "A player who is dealt seven nines gains a number of checks that the table chooses, 5 or 10, without having "
        "to win the bid.",
        AUCTION,
    ),
    clause(
        "check.game",
        "Checks for the game",
        "Winning the game brings 5 or 10 checks, as the table has agreed.",
        AUCTION,
    ),
)
