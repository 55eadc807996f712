"""What a rulebook says: pure judgements on cards, bids, melds, plays, counts and scores.

These names are the front door: what callers pass is checked here and nowhere behind it. Inside the companion each
chapter is asked directly.

>>> from companion.cards import Suit, parse_cards
>>> best_meld(find_variant("site"), Suit.SPADES, parse_cards("AS 10S KS QS JS JD")).total
190
"""

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
from companion.rules.meld import MeldCount
from companion.rules.play import LegalPlays, Turn
from companion.rules.ruling import Ruling
from companion.rules.score import DealEnd, DealFacts, DealScore, Ending
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS

RULES_VERSION = "1"
"""Written beside awarded points: a corrected rule gets a new number and rescores no old game silently."""

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
