"""The three-card passing game for partners, in ones (rulebook section 9, item 4)."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.choices import FirstDealer, Forced, Head, Save, SaveBy, ThrowIn, Unit
from companion.rules.variants.site import SITE

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
