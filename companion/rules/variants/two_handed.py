"""The two-handed game with a stock (rulebook section 9, item 10)."""

from __future__ import annotations

from companion.rules.choices import Bidding, Count, Draw, Extend, Head, MeldTable, Save, SaveBy, Sides, ThrowIn
from companion.rules.variant import Variant

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
