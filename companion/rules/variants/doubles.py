"""Doubles: the double-deck partnership game in ones with four ways to win (rulebook section 9, item 16)."""

from companion.rules.choices import (
    AllTricks,
    FirstLead,
    Forced,
    Head,
    MeldMin,
    MeldTable,
    RedealBy,
    Save,
    SaveBy,
    ThrowIn,
    TieRule,
    TrumpNeeds,
    Unit,
)
from companion.rules.pack import PACKS
from companion.rules.variant import Variant

QUAD_TABLE = MeldTable(
    run=(15, 30, 45, 60),
    pinochle=(4, 30, 45, 60),
    aces=(10, 100, 150, 200),
    kings=(8, 80, 120, 160),
    queens=(6, 60, 90, 120),
    jacks=(4, 40, 60, 80),
)

DOUBLES = Variant(
    key="doubles",
    name="Doubles",
    summary="Four players, two sides, 80 cards without nines. Four ways to win; first to 500.",
    rests_on=("res.run-in-doubles",),
    unit=Unit.ONES,
    pack=PACKS["80"],
    hand_size=20,
    deal_redeal=RedealBy.SAME,
    bid_min=50,
    bid_step=((50, 1), (60, 5)),
    bid_forced=Forced.DEALER_AUTOMATIC,
    bid_forced_amount=50,
    bid_meld_bids=60,
    trump_needs=TrumpNeeds.MARRIAGE_UNLESS_MIN,
    lead_first=FirstLead.TRUMP_UNLESS_MIN,
    play_head=Head.NEVER,
    count_last_trick=2,
    meld_table=QUAD_TABLE,
    score_meld_min=MeldMin(20),
    score_save=Save(SaveBy.POINTS, 20, loses_tricks=True),
    score_throw_in=ThrowIn.ALWAYS,
    score_no_marriage=True,
    end_target=500,
    end_tie=(TieRule.BIDDER, TieRule.HIGH),
    end_all_tricks=AllTricks(wins=True),
    end_no_progress=250,
    end_quad_pinochle=20,
)
