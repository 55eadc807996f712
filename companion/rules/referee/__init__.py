"""The referee: settles what people ask at the table, one module a question; every answer is a :class:`Settled`."""

from __future__ import annotations

from companion.rules.referee.known_hand import KnownHand
from companion.rules.referee.play import PlayedCard, settle_play
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
from companion.rules.referee.standing import settle_needed, settle_throw_in
from companion.rules.referee.trick import TakenTrick, settle_trick

__all__ = [
    "Condition",
    "Consequence",
    "Elsewhere",
    "KnownHand",
    "PlayedCard",
    "Question",
    "QuestionError",
    "Settled",
    "Step",
    "TakenTrick",
    "Verdict",
    "settle_needed",
    "settle_play",
    "settle_throw_in",
    "settle_trick",
]
