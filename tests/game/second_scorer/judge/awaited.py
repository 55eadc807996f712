"""Mismatches whose cause is known and being mended: they are counted and shown, and fail nothing.

A finding that is mended leaves this list.
"""

from __future__ import annotations

from tests.game.second_scorer.judge.deal import Deal


def awaited(deal: Deal | None, subject: str) -> str:
    """The finding behind a mismatch in this deal; empty where none is known."""
    ended = (deal.ended if deal else None) or {}
    if ended.get("end") == "misdeal" and ended.get("misdeal") == "procedure":
        return "a misdeal found after play began is the dealer’s renege; before play it is dealt again"
    return ""
