"""The games for three."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.choices import (
    Count,
    Exposed,
    Forced,
    Head,
    MeldTable,
    Renege,
    Save,
    SaveBy,
    Sides,
    SitsOut,
    ThrowIn,
    TieRule,
    Unit,
    UnitPrices,
)
from companion.rules.variant import Variant

THREE_HANDED = Variant(
    key="three-handed",
    name="Three-handed",
    summary="Three players, each alone, 15 cards and a kitty of three, in ones. Bids from 20; first to 100.",
    conduct=("conduct.sit-out", "conduct.meld-order", "conduct.meld-lies"),
    unit=Unit.ONES,
    players=(3, 3),
    sides=Sides.EACH,
    hand_size=15,
    bid_min=20,
    bid_step=((20, 1),),
    bid_forced=Forced.FIRST_WITH_MELD,
    bid_forced_amount=20,
    bid_dealer_discount=1,
    kitty_size=3,
    count_last_trick=1,
    score_save=Save(SaveBy.TRICK),
    score_throw_in=ThrowIn.ALWAYS,
    score_renege=Renege.THREE,
    renege_exposed=Exposed.ON_PURPOSE,
    misdeal_procedure=True,
    end_target=100,
    end_tie=(TieRule.ANOTHER,),
)
"""Three-handed pinochle with a kitty of three, in ones (rulebook section 9, item 12)."""

CUTTHROAT = replace(
    THREE_HANDED,
    key="cutthroat",
    name="Cutthroat",
    summary="Three players, each alone, 16 cards, no kitty. Only a bidder who makes the bid wins at 100.",
    parent="three-handed",
    rests_on=("res.cutthroat-concede",),
    hand_size=16,
    deal_packet="four at a time",
    kitty_size=0,
    end_bid_out=True,
    end_slide_out=3,
)
"""Cutthroat: three players without a kitty, won only by a bid (rulebook section 9, item 13)."""

CHECK = replace(
    THREE_HANDED,
    key="check",
    name="Check pinochle",
    summary="Three-handed in tens to 1000, with checks that are settled at a stake.",
    parent="three-handed",
    rests_on=("res.check",),
    unit=Unit.TENS,
    bid_min=200,
    bid_step=((200, 10),),
    bid_forced=Forced.DEALER,
    bid_forced_amount=300,
    bid_dealer_discount=10,
    count_last_trick=10,
    check_stake=1,
    end_target=1000,
)
"""Check pinochle: three-handed in tens, with a ledger of checks (rulebook section 9, item 14)."""

AUCTION = Variant(
    key="auction",
    name="Auction pinochle",
    summary="Three play, four or five sit; the bidder plays against the others, and each deal is settled in units.",
    rests_on=("res.auction",),
    players=(3, 5),
    sides=Sides.EACH,
    hand_size=15,
    deal_packet="three at a time, the kitty after the first round",
    deal_sits_out=SitsOut.DEALER,
    bid_min=300,
    bid_step=((300, 10),),
    bid_forced=Forced.FIRST_HAND,
    bid_forced_amount=300,
    kitty_size=3,
    play_head=Head.TRUMPS,
    count=Count.CLASSIC,
    meld_table=MeldTable(run=(15,), pinochle=(4,), aces=(10,), kings=(8,), queens=(6,), jacks=(4,)),
    score_save=Save(SaveBy.NOTHING),
    score_throw_in=ThrowIn.ALWAYS,
    units_prices=UnitPrices(
        (
            (250, 2),
            (300, 3),
            (350, 5),
            (400, 7),
            (450, 10),
            (500, 13),
            (550, 17),
            (600, 21),
            (650, 25),
            (700, 30),
        )
    ),
    units_spades=2,
    end_target=None,
)
"""Classic auction pinochle: one against the others, settled in units after each deal; not in the rulebook."""

FAMILY = (THREE_HANDED, CUTTHROAT, CHECK, AUCTION)
"""In the order in which players should find them, each after its parent."""
