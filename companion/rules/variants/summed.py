"""Partners whose bids are added up, so that both sides have a contract (rulebook section 9, item 7)."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.choices import Bidding, BidRounds
from companion.rules.variants.partnership import PARTNERSHIP

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
