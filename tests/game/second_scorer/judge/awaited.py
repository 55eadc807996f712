"""Mismatches whose cause is known and being mended: they are counted and shown, and fail nothing.

A finding that is mended leaves this list.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.game.second_scorer.judge.deal import Deal


def awaited(deal: Deal | None, told: Mapping[str, Any]) -> str:
    """The finding behind a mismatch in this deal; empty where none is known.

    :param told: what the table asked last.
    """
    ended = (deal.ended if deal else None) or {}
    if ended.get("end") == "misdeal" and ended.get("misdeal") == "procedure":
        return "a misdeal found after play began is the dealer’s renege; before play it is dealt again"
    if deal and deal.played and deal.ended is None and told.get("end") in ("thrown-in", "misdeal"):
        return "no throw-in and no technical misdeal once the trick log shows that play has begun"
    return ""
