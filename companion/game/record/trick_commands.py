"""What people ask of the referee at a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.cards import Card
from companion.rules.referee import Consequence, Question, Verdict


@dataclass(frozen=True)
class ChooseTrickLog:
    """Record the cards as they are played from now on, or no longer."""

    kept: bool
    counts: bool = False
    """Whether the running count of counters is shown."""


@dataclass(frozen=True)
class PlayCard:
    """A player plays a card to the trick; it need not be that player's turn, nor the card legal."""

    seat: int
    card: Card


@dataclass(frozen=True)
class PlayTrick:
    """A whole trick, as a photo of it tells: its cards in the order in which they fell, clockwise from the leader."""

    leader: int
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class EnterRuling:
    """The table agrees on a ruling, with what follows from it."""

    question: Question
    verdict: Verdict
    says: str
    clauses: tuple[str, ...] = ()
    consequence: Consequence | None = None
    """The end of the deal that follows; None where nothing does."""
    points: Mapping[str, int] = field(default_factory=dict)
    """Trick points taken until then by side, where the consequence asks for them."""
    accuser: int | None = None
    """The seat that accused, where somebody did; then ``accused`` and ``trick`` say whom, and of which trick."""
    accused: int | None = None
    trick: int | None = None


RefereeCommand = ChooseTrickLog | PlayCard | PlayTrick | EnterRuling
