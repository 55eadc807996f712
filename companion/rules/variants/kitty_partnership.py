"""Partners with a kitty of four for the bidder (rulebook section 9, item 6)."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.variants.partnership import PARTNERSHIP

KITTY_PARTNERSHIP = replace(
    PARTNERSHIP,
    key="kitty-partnership",
    name="Partners with a kitty",
    summary="Eleven cards each and a kitty of four for the bidder, who lays four away; first to 1000.",
    parent="partnership",
    hand_size=11,
    kitty_size=4,
)
