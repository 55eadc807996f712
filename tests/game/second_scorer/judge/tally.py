"""What a judgement came to: how much was compared, and what came out otherwise."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

SUBJECTS = ("auction", "meld", "counters", "score", "checks", "payments", "dealer", "target", "winner")


@dataclass(frozen=True)
class Mismatch:
    """One thing on which the two programs differ."""

    variant: str
    subject: str
    where: str
    """Which game, and which of its deals."""
    mine: Any
    theirs: Any

    def __str__(self) -> str:
        return f"{self.variant} {self.where}, {self.subject}: judge {self.mine!r}, room {self.theirs!r}"


@dataclass
class Tally:
    """Counts by variant."""

    games: Counter[str] = field(default_factory=Counter)
    finished: Counter[str] = field(default_factory=Counter)
    deals: Counter[str] = field(default_factory=Counter)
    compared: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By variant and subject."""
    endings: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By variant and how a deal ended, or a game was won."""
    mismatches: list[Mismatch] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Put another tally's counts to these."""
        for name in ("games", "finished", "deals", "compared", "endings"):
            getattr(self, name).update(getattr(other, name))
        self.mismatches += other.mismatches
