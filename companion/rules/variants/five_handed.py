"""Five players and a called partner (rulebook section 9, item 15)."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.choices import Sides
from companion.rules.pack import PACKS
from companion.rules.variants.doubles import QUAD_TABLE
from companion.rules.variants.partnership import PARTNERSHIP

FIVE_HANDED = replace(
    PARTNERSHIP,
    key="five-handed",
    name="Five-handed",
    summary="Five players, 80 cards. Whoever holds a called trump joins the bidder, two against three; to 1000.",
    parent="partnership",
    rests_on=(*PARTNERSHIP.rests_on, "res.five", "res.five-call"),
    players=(5, 7),
    sides=Sides.CALLED,
    hand_size=16,
    pack=PACKS["80"],
    bid_min=500,
    bid_step=((500, 10),),
    bid_forced_amount=500,
    pass_count=0,
    count_last_trick=20,
    meld_table=QUAD_TABLE,
)
