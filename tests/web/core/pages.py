"""Every page of a game."""

from __future__ import annotations

PAGES_EACH = (
    "",
    "?how=each",
    "?how=points",
    "?way=melds",
    "?way=cards",
    "tricks/",
    "names",
    "deal/1",
    "share",
    "settle",
)
