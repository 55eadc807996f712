"""The answer to a question about the rules: allowed or not, why, and by which clauses."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Ruling:
    """A judgement that a player can accept; it is an answer, never an exception."""

    allowed: bool
    says: str
    """One sentence with the reason."""
    clauses: tuple[str, ...]
    """Ids of the clauses that decide, the weightiest first."""

    def __bool__(self) -> bool:
        return self.allowed


def allow(says: str, *clauses: str) -> Ruling:
    """A ruling in favour."""
    return Ruling(True, says, clauses)


def refuse(says: str, *clauses: str) -> Ruling:
    """A ruling against; ``says`` also says what would be right."""
    return Ruling(False, says, clauses)
