"""Check pinochle: three-handed in tens, with a ledger of checks (rulebook section 9, item 14)."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.choices import Forced, Unit
from companion.rules.variants.three_handed import THREE_HANDED

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
