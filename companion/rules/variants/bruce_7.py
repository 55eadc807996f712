"""Bruce's seven-card game (rulebook section 9, item 9)."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.variants.bruce_5 import BRUCE_5

BRUCE_7 = replace(
    BRUCE_5,
    key="bruce-7",
    name="Bruce’s seven-card",
    summary="Two to six players, each alone, seven cards. One bid each, then discard and draw; first to 50.",
    parent="bruce-5",
    players=(2, 6),
    hand_size=7,
)
