"""Partnership pinochle with a pass that offers help (rulebook section 9, item 3)."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.choices import FirstDealer, Head, ThrowIn
from companion.rules.variants.site import SITE

HOYLE = replace(
    SITE,
    key="hoyle",
    name="Partners, pass with help",
    summary="As single deck for partners, but a pass may offer help and a void player need not over-trump; to 1500.",
    parent="site",
    rests_on=("res.hoyle", "res.hoyle-head", "res.defaults"),
    conduct=("conduct.bid-words", "conduct.meld-lies", "conduct.puller"),
    deal_first=FirstDealer.ANY,
    bid_pass_help=True,
    meld_run_extra=False,
    play_head=Head.IN_SUIT,
    score_throw_in=ThrowIn.POOL_OR_MORE,
)
