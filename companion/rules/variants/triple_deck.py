"""Triple deck for six, in ones (rulebook section 9, item 18)."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.choices import Sides, Unit
from companion.rules.pack import PACKS
from companion.rules.variants.double_deck import DOUBLE_DECK

TRIPLE_DECK = replace(
    DOUBLE_DECK,
    key="triple-deck",
    name="Triple deck",
    summary="Six players, two sides seated alternately, 120 cards, in ones. Bids from 75; first to 500.",
    parent="double-deck",
    rests_on=(*DOUBLE_DECK.rests_on, "res.triple-deck", "res.triple-last"),
    unit=Unit.ONES,
    players=(6, 6),
    sides=Sides.ALTERNATE,
    pack=PACKS["120"],
    bid_min=75,
    bid_step=((75, 5),),
    bid_forced_amount=75,
    bid_meld_bids=None,
    count_last_trick=3,
    end_target=500,
)
