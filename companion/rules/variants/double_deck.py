"""The games with more than one deck, for four to eight players."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.choices import (
    AllTricks,
    FirstLead,
    Forced,
    FourFold,
    Head,
    MeldMin,
    MeldTable,
    RedealBy,
    Save,
    SaveBy,
    Sides,
    ThrowIn,
    TieRule,
    TrumpNeeds,
    Unit,
)
from companion.rules.pack import PACKS
from companion.rules.variant import Variant
from companion.rules.variants.partnership import PARTNERSHIP

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
    end_quad_pinochle=FourFold(("pinochle",), 20),
)
"""Doubles: the double-deck partnership game in ones with four ways to win (rulebook section 9, item 16)."""

DOUBLE_DECK = replace(
    PARTNERSHIP,
    key="double-deck",
    name="Double deck",
    summary="Four players, two sides, 80 cards without nines, in tens. Bids from 500; first to 5000.",
    parent="partnership",
    rests_on=(*PARTNERSHIP.rests_on, "res.double-deck-runs"),
    conduct=(*PARTNERSHIP.conduct, "conduct.bid-words"),
    hand_size=20,
    pack=PACKS["80"],
    bid_min=500,
    bid_step=((500, 10), (600, 50)),
    bid_forced_amount=500,
    bid_meld_bids=600,
    pass_count=0,
    count_last_trick=20,
    meld_table=QUAD_TABLE,
    misdeal_technical=True,
    end_target=5000,
)
"""Double-deck partnership in tens (rulebook section 9, item 17)."""

TRIPLE_DECK = replace(
    DOUBLE_DECK,
    key="triple-deck",
    name="Triple deck",
    summary="Six players, two sides seated alternately, 120 cards, in ones. Bids from 75; first to 500.",
    parent="double-deck",
    rests_on=(*DOUBLE_DECK.rests_on, "res.triple-deck", "res.triple-last"),
    unit=Unit.ONES,
    players=(6, 6),
    sides=Sides.ALTERNATE,
    pack=PACKS["120"],
    bid_min=75,
    bid_step=((75, 5),),
    bid_forced_amount=75,
    bid_meld_bids=None,
    count_last_trick=3,
    end_target=500,
)
"""Triple deck for six, in ones (rulebook section 9, item 18)."""

RACEHORSE = replace(
    DOUBLE_DECK,
    key="racehorse",
    name="Racehorse",
    summary="Six players, two sides, 124 cards, a blind of four. An automatic 500; marriages only in trump; to 5000.",
    parent="double-deck",
    rests_on=(*DOUBLE_DECK.rests_on, "res.racehorse-unit", "res.racehorse-count"),
    players=(6, 6),
    sides=Sides.ALTERNATE,
    pack=PACKS["124"],
    bid_forced=Forced.FIRST_HAND_AUTOMATIC,
    kitty_size=4,
    count_last_trick=30,
    meld_table=replace(QUAD_TABLE, marriage=0),
    score_save=Save(SaveBy.POINTS, 10, loses_tricks=True),
)
"""Racehorse: six players and a blind of four (rulebook section 9, item 19)."""

EIGHT_HANDED = replace(
    DOUBLE_DECK,
    key="eight-handed",
    name="Eight-handed",
    summary="Eight players, four sides of two seated apart, 96 cards with nines, 12 each; first to 5000.",
    parent="double-deck",
    rests_on=(*DOUBLE_DECK.rests_on, "res.eight"),
    players=(8, 8),
    hand_size=12,
    pack=PACKS["96"],
    misdeal_technical=False,
)
"""Eight players in four pairs (rulebook section 9, item 20)."""

FIVE_HANDED = replace(
    PARTNERSHIP,
    key="five-handed",
    name="Five-handed",
    summary="Five play, up to seven sit, 80 cards. The holder of a called trump joins the bidder; to 1000.",
    parent="partnership",
    rests_on=(*PARTNERSHIP.rests_on, "res.five", "res.five-call"),
    players=(5, 7),
    sides=Sides.CALLED,
    hand_size=16,
    pack=PACKS["80"],
    bid_min=500,
    bid_step=((500, 10),),
    bid_forced_amount=500,
    pass_count=0,
    count_last_trick=20,
    meld_table=QUAD_TABLE,
)
"""Five players and a called partner (rulebook section 9, item 15)."""

FAMILY = (FIVE_HANDED, DOUBLES, DOUBLE_DECK, TRIPLE_DECK, RACEHORSE, EIGHT_HANDED)
"""In the order in which players should find them, each after its parent."""
