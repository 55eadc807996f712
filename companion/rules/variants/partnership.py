"""Four players as partners with a single deck."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.choices import (
    Bidding,
    BidRounds,
    Exposed,
    FirstDealer,
    Forced,
    Head,
    PassOrder,
    Save,
    SaveBy,
    ThrowIn,
    TieRule,
    Unit,
)
from companion.rules.variant import Variant

SITE = Variant(
    key="site",
    name="Single deck, partners",
    summary="Four players, two sides, 48 cards. Partners exchange four cards; first to 1500.",
    rests_on=("res.opening",),
    conduct=("conduct.pass-silent",),
    deal_first=FirstDealer.RANDOM,
    bid_min=250,
    bid_step=((250, 10),),
    bid_max_jump=20,
    bid_forced_amount=250,
    pass_count=4,
    pass_order=PassOrder.PARTNER_FIRST,
    meld_run_extra=True,
    score_save=Save(SaveBy.POINTS, 1, loses_tricks=True),
    score_throw_in=ThrowIn.MORE_THAN_POOL,
    end_target=1500,
    end_tie=(TieRule.BIDDER, TieRule.HIGH),
)
"""Single-deck partnership with a four-card exchange, in tens (rulebook section 9, item 1)."""

PARTNERSHIP = replace(
    SITE,
    key="partnership",
    name="Auction, partners",
    summary="Four players, two sides, 48 cards. The first hand must open, partners exchange three; first to 1000.",
    parent="site",
    rests_on=("res.defaults", "res.save-003"),
    conduct=("conduct.sit-out", "conduct.meld-order", "conduct.meld-lies"),
    deal_first=FirstDealer.ANY,
    bid_max_jump=None,
    bid_forced=Forced.FIRST_HAND,
    pass_count=3,
    meld_run_extra=False,
    score_save=Save(SaveBy.TRICK),
    score_throw_in=ThrowIn.ALWAYS,
    renege_exposed=Exposed.ON_PURPOSE,
    misdeal_procedure=True,
    end_target=1000,
)
"""Auction pinochle for partners, as 003 has it (rulebook section 9, item 2)."""

HOYLE = replace(
    SITE,
    key="hoyle",
    name="Partners, pass with help",
    summary="As single deck for partners, but a pass may offer help and a void player need not over-trump; to 1500.",
    parent="site",
    rests_on=("res.hoyle", "res.hoyle-head", "res.defaults"),
    conduct=("conduct.bid-words", "conduct.meld-lies", "conduct.puller"),
    deal_first=FirstDealer.ANY,
    bid_pass_help=True,
    meld_run_extra=False,
    play_head=Head.IN_SUIT,
    score_throw_in=ThrowIn.POOL_OR_MORE,
)
"""Partnership pinochle with a pass that offers help (rulebook section 9, item 3)."""

JOEDOG = replace(
    SITE,
    key="joedog",
    name="Three-card passing",
    summary="Four players, two sides, 48 cards, in ones. Partners exchange three cards; first to 150.",
    parent="site",
    rests_on=("res.joedog", "res.defaults"),
    conduct=(),
    unit=Unit.ONES,
    deal_first=FirstDealer.ANY,
    bid_min=25,
    bid_step=((25, 1),),
    bid_max_jump=None,
    bid_forced=Forced.REDEAL,
    bid_forced_amount=25,
    pass_count=3,
    play_head=Head.TRUMP_LED,
    count_last_trick=1,
    meld_run_extra=False,
    score_save=Save(SaveBy.POINTS, 1),
    score_throw_in=ThrowIn.NEVER,
    end_target=150,
)
"""The three-card passing game for partners, in ones (rulebook section 9, item 4)."""

FOUR_HANDED = replace(
    PARTNERSHIP,
    key="four-handed",
    name="Four-handed",
    summary="Partners without an exchange: bids from 150, the first hand with meld must open; first to 1000.",
    parent="partnership",
    bid_min=150,
    bid_step=((150, 10),),
    bid_forced=Forced.FIRST_WITH_MELD,
    bid_forced_amount=150,
    pass_count=0,
)
"""Four-handed pinochle without an exchange (rulebook section 9, item 5)."""

KITTY_PARTNERSHIP = replace(
    PARTNERSHIP,
    key="kitty-partnership",
    name="Partners with a kitty",
    summary="Eleven cards each and a kitty of four for the bidder, who lays four away; first to 1000.",
    parent="partnership",
    hand_size=11,
    kitty_size=4,
)
"""Partners with a kitty of four for the bidder (rulebook section 9, item 6)."""

SUMMED = replace(
    PARTNERSHIP,
    key="summed",
    name="Summed bids",
    summary="Everyone bids once, the two bids of a side are added up, and each side must make its sum; first to 1000.",
    parent="partnership",
    rests_on=(*PARTNERSHIP.rests_on, "res.summed"),
    bid=Bidding.SUMMED,
    bid_min=10,
    bid_step=((10, 10),),
    bid_forced_amount=10,
    bid_rounds=BidRounds.ONE_TURN,
)
"""Partners whose bids are added up, so that both sides have a contract (rulebook section 9, item 7)."""

FAMILY = (SITE, PARTNERSHIP, HOYLE, JOEDOG, FOUR_HANDED, KITTY_PARTNERSHIP, SUMMED)
"""In the order in which players should find them, each after its parent."""
