"""Three-handed pinochle with a kitty of three, in ones (rulebook section 9, item 12)."""

from __future__ import annotations

from companion.rules.choices import Exposed, Forced, Renege, Save, SaveBy, Sides, ThrowIn, TieRule, Unit
from companion.rules.variant import Variant

THREE_HANDED = Variant(
    key="three-handed",
    name="Three-handed",
    summary="Three players, each alone, 15 cards and a kitty of three, in ones. Bids from 20; first to 100.",
    conduct=("conduct.sit-out", "conduct.meld-order", "conduct.meld-lies"),
    unit=Unit.ONES,
    players=(3, 3),
    sides=Sides.EACH,
    hand_size=15,
    bid_min=20,
    bid_step=((20, 1),),
    bid_forced=Forced.FIRST_WITH_MELD,
    bid_forced_amount=20,
    bid_dealer_discount=1,
    kitty_size=3,
    count_last_trick=1,
    score_save=Save(SaveBy.TRICK),
    score_throw_in=ThrowIn.ALWAYS,
    score_renege=Renege.THREE,
    renege_exposed=Exposed.ON_PURPOSE,
    misdeal_procedure=True,
    end_target=100,
    end_tie=(TieRule.ANOTHER,),
)
