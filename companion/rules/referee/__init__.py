"""The referee: settles what people ask at the table, one record a question.

Every :class:`RefereeQuestion` holds what it needs, and settles itself under a variant into a :class:`Settled`: the
verdict in one sentence, the reasons step by step, the clauses, the readings of other tables that would change the
answer, and what may be entered in the score. What cannot be, such as a card too many, raises :class:`QuestionError`.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.referee.bidding import BidQuestion, OpeningQuestion
from companion.rules.referee.meld import LaidMeldQuestion, MeldQuestion, PutDown
from companion.rules.referee.mishap import Found, Mishap, MishapQuestion
from companion.rules.referee.play import TAKEN_BACK, KnownHand, PlayedCard, PlayQuestion, settle_play
from companion.rules.referee.question import NOBODY, OnPage, Options, RefereeQuestion, fields_on_page, players_at
from companion.rules.referee.score import NeededQuestion, ThrowInQuestion, WinnerQuestion
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
from companion.rules.referee.trick import TrickQuestion
from companion.rules.referee.trump import NamedTrump, TrumpQuestion, settle_trump

QUESTIONS: Mapping[Question, type[RefereeQuestion]] = {
    each.question: each
    for each in (
        PlayQuestion,
        TrickQuestion,
        ThrowInQuestion,
        NeededQuestion,
        MeldQuestion,
        LaidMeldQuestion,
        BidQuestion,
        OpeningQuestion,
        TrumpQuestion,
        MishapQuestion,
        WinnerQuestion,
    )
}
"""The record of each question."""

__all__ = [
    "NOBODY",
    "QUESTIONS",
    "TAKEN_BACK",
    "BidQuestion",
    "Condition",
    "Consequence",
    "Elsewhere",
    "Found",
    "KnownHand",
    "LaidMeldQuestion",
    "MeldQuestion",
    "Mishap",
    "MishapQuestion",
    "NamedTrump",
    "NeededQuestion",
    "OnPage",
    "OpeningQuestion",
    "Options",
    "PlayQuestion",
    "PlayedCard",
    "PutDown",
    "Question",
    "QuestionError",
    "RefereeQuestion",
    "Settled",
    "Step",
    "ThrowInQuestion",
    "TrickQuestion",
    "TrumpQuestion",
    "Verdict",
    "WinnerQuestion",
    "fields_on_page",
    "players_at",
    "settle_play",
    "settle_trump",
]
