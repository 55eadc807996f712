"""Single-deck partnership with a four-card exchange, in tens (rulebook section 9, item 1)."""

from companion.rules.choices import FirstDealer, PassOrder, Save, SaveBy, ThrowIn, TieRule
from companion.rules.variant import Variant

SITE = Variant(
    key="site",
    name="Single deck, partners",
    summary="Four players, two sides, 48 cards. Partners exchange four cards; first to 1500.",
    rests_on=("res.opening",),
    conduct=("conduct.pass-silent",),
    deal_first=FirstDealer.RANDOM,
    bid_min=250,
    bid_step=((250, 10),),
    bid_max_jump=20,
    bid_forced_amount=250,
    pass_count=4,
    pass_order=PassOrder.PARTNER_FIRST,
    meld_run_extra=True,
    score_save=Save(SaveBy.POINTS, 1, loses_tricks=True),
    score_throw_in=ThrowIn.MORE_THAN_POOL,
    end_target=1500,
    end_tie=(TieRule.BIDDER, TieRule.HIGH),
)
