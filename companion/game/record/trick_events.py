"""What the referee adds to a game: the trick log, accusations, and rulings that the table agreed on."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards import Card
from companion.rules.referee import Question, Verdict
from companion.rules.score import DealEnd


@dataclass(frozen=True)
class TrickLogChosen:
    """The table chose whether the cards are recorded as they are played; without this event they are not."""

    kept: bool
    counts: bool = False
    """Whether the running count of counters is shown."""


@dataclass(frozen=True)
class CardPlayed:
    """A card was played to a trick."""

    seat: int
    card: Card


@dataclass(frozen=True)
class AccusationMade:
    """A player accused another of a renege in one trick; the ruling on it follows in the same batch."""

    accuser: int
    accused: int
    trick: int
    """Counted from 1."""


@dataclass(frozen=True)
class RulingEntered:
    """The table agreed on a ruling; where it ends the deal, the end follows in the same batch."""

    question: Question
    verdict: Verdict
    says: str
    """The verdict in a sentence, each side as ``{A}``."""
    clauses: tuple[str, ...]
    end: DealEnd | None = None
    """How the deal ended by it; None where it changes nothing."""
    offender: str | None = None
    """The side that pays for it."""


PlayRecord = CardPlayed | AccusationMade | RulingEntered
"""What is recorded with the deal on the table."""
RefereeEvent = TrickLogChosen | PlayRecord
