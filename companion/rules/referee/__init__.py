"""The referee: settles what people ask at the table, one module a question.

Every ``settle_*`` takes the variant and a record of the facts, and answers a :class:`Settled`: the verdict in one
sentence, the reasons step by step, the clauses, the readings of other tables that would change the answer, and what
may be entered in the score. What cannot be, such as a card too many, raises :class:`QuestionError`.
"""

from __future__ import annotations

from companion.rules.referee.bidding import NamedTrump, SpokenBid, settle_bid, settle_opening, settle_trump
from companion.rules.referee.meld import ShownMeld, settle_laid_meld, settle_meld
from companion.rules.referee.mishap import Found, Incident, Mishap, settle_mishap
from companion.rules.referee.play import TAKEN_BACK, KnownHand, PlayedCard, settle_play
from companion.rules.referee.score import LastDeal, settle_needed, settle_throw_in, settle_winner
from companion.rules.referee.settled import (
    Condition,
    Consequence,
    Elsewhere,
    Question,
    QuestionError,
    Settled,
    Step,
    Verdict,
)
from companion.rules.referee.trick import TakenTrick, settle_trick

__all__ = [
    "TAKEN_BACK",
    "Condition",
    "Consequence",
    "Elsewhere",
    "Found",
    "Incident",
    "KnownHand",
    "LastDeal",
    "Mishap",
    "NamedTrump",
    "PlayedCard",
    "Question",
    "QuestionError",
    "Settled",
    "ShownMeld",
    "SpokenBid",
    "Step",
    "TakenTrick",
    "Verdict",
    "settle_bid",
    "settle_laid_meld",
    "settle_meld",
    "settle_mishap",
    "settle_needed",
    "settle_opening",
    "settle_play",
    "settle_throw_in",
    "settle_trick",
    "settle_trump",
    "settle_winner",
]
