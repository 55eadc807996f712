"""What a rulebook says: pure judgements on cards, bids, melds, plays, counts and scores.

These names are the front door; each is explained where it is defined:

>>> from companion.cards import Suit, parse_cards
>>> best_meld(find_variant("site"), Suit.SPADES, parse_cards("AS 10S KS QS JS JD")).total
190
"""

from companion.rules.clauses import CLAUSES, find_clause
from companion.rules.meld import best_meld, meld_by_trump
from companion.rules.options import with_options
from companion.rules.play import Turn, legal_plays, trick_winner
from companion.rules.score import DealEnd, DealFacts, Ending, score_deal
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant

RULES_VERSION = "1"
"""Written beside awarded points: a corrected rule gets a new number and rescores no old game silently."""

__all__ = [
    "CLAUSES",
    "RULES_VERSION",
    "VARIANTS",
    "DealEnd",
    "DealFacts",
    "Ending",
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
