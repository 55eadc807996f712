"""Double-deck partnership in tens (rulebook section 9, item 17)."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.pack import PACKS
from companion.rules.variants.doubles import QUAD_TABLE
from companion.rules.variants.partnership import PARTNERSHIP

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
