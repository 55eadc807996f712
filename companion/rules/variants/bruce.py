"""Bruce’s games with few cards, each player alone."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.choices import (
    BidRounds,
    Draw,
    FirstDealer,
    FirstLead,
    Forced,
    Renege,
    Save,
    SaveBy,
    Sides,
    ThrowIn,
    Unit,
)
from companion.rules.variant import Variant

BRUCE_5 = Variant(
    key="bruce-5",
    name="Bruce’s five-card",
    summary="Two to eight players, each alone, five cards. One bid each, then discard and draw; first to 50.",
    rests_on=("res.dix-to-bid", "res.players-bruce"),
    conduct=("conduct.meld-lies",),
    unit=Unit.ONES,
    players=(2, 8),
    sides=Sides.EACH,
    hand_size=5,
    deal_first=FirstDealer.CUT,
    deal_packet="one at a time",
    draw=Draw.DISCARD_AND_DRAW,
    bid_min=1,
    bid_step=((1, 1),),
    bid_rounds=BidRounds.ONE_TURN,
    bid_forced=Forced.DEALER,
    bid_forced_amount=1,
    lead_first=FirstLead.NO_TRUMP,
    play_broken=True,
    count_last_trick=1,
    score_save=Save(SaveBy.POINTS, 1, dix_safe=True),
    score_throw_in=ThrowIn.NEVER,
    score_renege=Renege.BRUCE,
    end_target=50,
)
"""Bruce's five-card game, each for himself (rulebook section 9, item 8)."""

BRUCE_7 = replace(
    BRUCE_5,
    key="bruce-7",
    name="Bruce’s seven-card",
    summary="Two to six players, each alone, seven cards. One bid each, then discard and draw; first to 50.",
    parent="bruce-5",
    players=(2, 6),
    hand_size=7,
)
"""Bruce's seven-card game (rulebook section 9, item 9)."""

FAMILY = (BRUCE_5, BRUCE_7)
"""In the order in which players should find them, each after its parent."""
