"""Eight players in four pairs (rulebook section 9, item 20)."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.pack import PACKS
from companion.rules.variants.double_deck import DOUBLE_DECK

EIGHT_HANDED = replace(
    DOUBLE_DECK,
    key="eight-handed",
    name="Eight-handed",
    summary="Eight players, four sides of two seated apart, 96 cards with nines, 12 each; first to 5000.",
    parent="double-deck",
    rests_on=(*DOUBLE_DECK.rests_on, "res.eight"),
    players=(8, 8),
    hand_size=12,
    pack=PACKS["96"],
    misdeal_technical=False,
)
