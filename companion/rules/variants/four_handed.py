"""Four-handed pinochle without an exchange (rulebook section 9, item 5)."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.choices import Forced
from companion.rules.variants.partnership import PARTNERSHIP

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
