"""The two-handed game whose hands are drawn card by card (rulebook section 9, item 11)."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.choices import Draw, Forced, Save, SaveBy, Sides
from companion.rules.variants.partnership import PARTNERSHIP

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
