"""Cutthroat: three players without a kitty, won only by a bid (rulebook section 9, item 13)."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.variants.three_handed import THREE_HANDED

CUTTHROAT = replace(
    THREE_HANDED,
    key="cutthroat",
    name="Cutthroat",
    summary="Three players, each alone, 16 cards, no kitty. Only a bidder who makes the bid wins at 100.",
    parent="three-handed",
    rests_on=("res.cutthroat-concede",),
    hand_size=16,
    deal_packet="four at a time",
    kitty_size=0,
    end_bid_out=True,
    end_slide_out=3,
)
