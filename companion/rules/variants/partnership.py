"""Auction pinochle for partners, as 003 tells it (rulebook section 9, item 2)."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.choices import Exposed, FirstDealer, Forced, Save, SaveBy, ThrowIn
from companion.rules.variants.site import SITE

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
