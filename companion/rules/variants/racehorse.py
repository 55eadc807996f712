"""Racehorse: six players and a blind of four (rulebook section 9, item 19)."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.choices import Forced, Save, SaveBy, Sides
from companion.rules.pack import PACKS
from companion.rules.variants.double_deck import DOUBLE_DECK
from companion.rules.variants.doubles import QUAD_TABLE

RACEHORSE = replace(
    DOUBLE_DECK,
    key="racehorse",
    name="Racehorse",
    summary="Six players, two sides, 124 cards, a blind of four. An automatic 500; marriages only in trump; to 5000.",
    parent="double-deck",
    rests_on=(*DOUBLE_DECK.rests_on, "res.racehorse-unit", "res.racehorse-count"),
    players=(6, 6),
    sides=Sides.ALTERNATE,
    pack=PACKS["124"],
    bid_forced=Forced.FIRST_HAND_AUTOMATIC,
    kitty_size=4,
    count_last_trick=30,
    meld_table=replace(QUAD_TABLE, marriage=0),
    score_save=Save(SaveBy.POINTS, 10, loses_tricks=True),
)
