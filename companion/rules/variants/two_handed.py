"""The games for two."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.choices import Bidding, Count, Draw, Extend, Forced, Head, MeldTable, Save, SaveBy, Sides, ThrowIn
from companion.rules.variant import Variant
from companion.rules.variants.partnership import PARTNERSHIP

TWO_HANDED = Variant(
    key="two-handed",
    name="Two-handed",
    summary="Two players, a turned-up trump and a stock; one meld after each trick won; first to 1000.",
    rests_on=("res.two-handed-table",),
    players=(2, 2),
    sides=Sides.EACH,
    draw=Draw.STOCK,
    bid=Bidding.NONE,
    play_head=Head.TRUMP_LED,
    count=Count.CLASSIC,
    count_round=True,
    meld_table=MeldTable(run=(15,), aces=(10,), kings=(8,), queens=(6,), jacks=(4,)),
    score_save=Save(SaveBy.NOTHING),
    score_throw_in=ThrowIn.NEVER,
    end_tie=(Extend(250),),
    end_declare_out=True,
)
"""The two-handed game with a stock (rulebook section 9, item 10)."""

TWO_HANDED_DRAW = replace(
    PARTNERSHIP,
    key="two-handed-draw",
    name="Two-handed, drawn hands",
    summary="Two players build their hands from the pack, keeping or rejecting, then bid from 150; first to 1000.",
    parent="partnership",
    rests_on=("res.two-handed-draw", "res.defaults"),
    players=(2, 2),
    sides=Sides.EACH,
    draw=Draw.KEEP_OR_REJECT,
    bid_min=150,
    bid_step=((150, 10),),
    bid_forced=Forced.REDEAL,
    bid_forced_amount=150,
    pass_count=0,
    score_save=Save(SaveBy.NOTHING),
    misdeal_procedure=False,
)
"""The two-handed game whose hands are drawn card by card (rulebook section 9, item 11)."""

FAMILY = (TWO_HANDED, TWO_HANDED_DRAW)
"""In the order in which players should find them, each after its parent."""
