"""What the reader saw in a photograph, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.cards import Card

Point = tuple[float, float]


@dataclass(frozen=True)
class SeenCard:
    """One card that was seen."""

    card: Card
    confidence: float
    """How often, from 0 to 1, a card is right of which the indices say as much; its face may have named it since."""
    outline: tuple[Point, ...]
    """Its four corners in pixels of the photograph; where most of the card is hidden, the best estimate."""
    sure: bool
    """False asks the person to look."""
    guesses: tuple[Card, ...] = ()
    """What else it may be, the likeliest first."""

    def to_dict(self) -> dict[str, Any]:
        """The card as ``companion read --json`` gives it."""
        outline = [[round(x, 1), round(y, 1)] for x, y in self.outline]
        return {"card": str(self.card), "confidence": round(self.confidence, 3), "outline": outline, "sure": self.sure}


@dataclass(frozen=True)
class Reading:
    """All cards of one photograph, each copy counted, and what else is worth saying."""

    cards: tuple[SeenCard, ...]
    notes: tuple[str, ...]
    """Plain sentences for the person."""
    size: tuple[int, int]
    """Width and height of the photograph."""
    ms: float
    """How long the reading took, decoding left out."""
    strangers: int = 0
    """How many cards of a rank that is not read were seen and left out."""
    letters: str = ""
    """Whose letters the courts carry, such as ``German``; empty where the photo leaves it open."""

    @property
    def counts(self) -> Mapping[Card, int]:
        """How many copies of each card were seen."""
        return Counter(seen.card for seen in self.cards)

    def to_dict(self) -> dict[str, Any]:
        """The reading as ``companion read --json`` gives it, without the file's name."""
        return {"cards": [seen.to_dict() for seen in self.cards], "ms": round(self.ms), "notes": list(self.notes)}
