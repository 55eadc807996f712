"""The rulebook as code: pure judgements on cards, bids, melds, plays, counts and scores.

These names are the front door: what callers pass is checked here and nowhere behind it. Inside the companion each
chapter is asked directly. A chapter is loaded when it is first asked for.

>>> from companion.cards import Suit, parse_cards
>>> from companion.rules import best_meld, find_variant
>>> best_meld(find_variant("site"), Suit.SPADES, parse_cards("AS 10S KS QS JS JD")).total
190
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.rules.clauses import CLAUSES, find_clause
    from companion.rules.front_door import (
        InputError,
        best_meld,
        find_variant,
        legal_plays,
        meld_by_trump,
        score_deal,
        trick_winner,
        with_options,
    )
    from companion.rules.meld.best import MeldCount
    from companion.rules.play import LegalPlays, Turn
    from companion.rules.ruling import Ruling
    from companion.rules.score.facts import DealEnd, DealFacts, DealScore, Ending
    from companion.rules.variant import Variant
    from companion.rules.variants import VARIANTS

RULES_VERSION = "1"
"""Written beside awarded points: a corrected rule gets a new number and rescores no old game silently."""

_CHAPTERS = {
    ".clauses": ("CLAUSES", "find_clause"),
    ".front_door": (
        *("InputError", "best_meld", "find_variant", "legal_plays", "meld_by_trump"),
        *("score_deal", "trick_winner", "with_options"),
    ),
    ".meld.best": ("MeldCount",),
    ".play": ("LegalPlays", "Turn"),
    ".ruling": ("Ruling",),
    ".score.facts": ("DealEnd", "DealFacts", "DealScore", "Ending"),
    ".variant": ("Variant",),
    ".variants": ("VARIANTS",),
}
_CHAPTER_OF = {name: chapter for chapter, names in _CHAPTERS.items() for name in names}

__all__ = [
    "CLAUSES",
    "RULES_VERSION",
    "VARIANTS",
    "DealEnd",
    "DealFacts",
    "DealScore",
    "Ending",
    "InputError",
    "LegalPlays",
    "MeldCount",
    "Ruling",
    "Turn",
    "Variant",
    "best_meld",
    "find_clause",
    "find_variant",
    "legal_plays",
    "meld_by_trump",
    "score_deal",
    "trick_winner",
    "with_options",
]


def __getattr__(name: str) -> Any:
    if name not in _CHAPTER_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_CHAPTER_OF[name], __name__), name)
