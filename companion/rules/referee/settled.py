"""The answer to a question that people at the table settle: verdict, reasons, clauses, and what may be entered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.cards import Card
from companion.rules.choices import Choice
from companion.rules.score.facts import DealEnd, Misdeal


class QuestionError(ValueError):
    """A question that tells what cannot be; the message says what, and what to change."""


class Question(Choice):
    """What people ask; the pages, the requests and the log use these words."""

    PLAY = "play"
    TRICK = "trick"
    THROW_IN = "throw-in"
    NEEDED = "needed"
    MELD = "meld"
    LAID_MELD = "laid-meld"
    BID = "bid"
    OPENING = "opening"
    TRUMP = "trump"
    MISHAP = "mishap"
    WINNER = "winner"


class Verdict(Choice):
    """How a question is answered."""

    LEGAL = "legal"
    NOT_LEGAL = "not-legal"
    DEPENDS = "depends"
    """On cards that nobody has told; the conditions say which."""
    ANSWER = "answer"
    """The question was not whether something is allowed."""


@dataclass(frozen=True)
class Step:
    """One sentence of the reasons, with the cards that it speaks of."""

    says: str
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Condition:
    """Cards on which a verdict depends."""

    says: str
    """What must not have been in the hand: ``hearts``, ``ace or ten of hearts``."""
    cards: tuple[Card, ...]
    """High to low."""
    wanted: bool = False
    """Whether they must all have been held; otherwise none of them may have been."""


@dataclass(frozen=True)
class Elsewhere:
    """What would be so at tables that chose otherwise in one option."""

    option: str
    """The option's key."""
    values: tuple[Any, ...]
    """Its values that lead to this answer, as JSON writes them."""
    rules: tuple[str, ...]
    """Those values in sentences, in the same order."""
    verdict: Verdict
    says: str


@dataclass(frozen=True)
class Consequence:
    """What may be entered in the score if the table agrees; the game room turns it into the end of the deal."""

    says: str
    """One sentence about what is entered, with sides as the question named them."""
    end: DealEnd
    offender: str | None = None
    misdeal: Misdeal | None = None
    claimant: str | None = None


@dataclass(frozen=True)
class Settled:
    """A ruling that both sides can read: what is so, why, by which clauses, and what follows."""

    question: Question
    verdict: Verdict
    says: str
    """One sentence in plain words that fits a phone and can be read aloud."""
    steps: tuple[Step, ...]
    clauses: tuple[str, ...]
    """Ids of the clauses that decide, the weightiest first; a clause's own record says if it is our resolution."""
    elsewhere: tuple[Elsewhere, ...] = ()
    """The readings of other tables under which the answer would differ; none where all agree."""
    conditions: tuple[Condition, ...] = ()
    """Where the verdict depends: all of them must hold for the play to be legal."""
    consequence: Consequence | None = None
    side: str | None = None
    """The side that the answer names: the winner of the game."""


def once(*ids: str) -> tuple[str, ...]:
    """Clause ids without repetition, in their order."""
    return tuple(dict.fromkeys(ids))
