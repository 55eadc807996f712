"""A sentence to remember at the table, and the clause that it follows from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Reminder:
    """One sentence, and the clause that it follows from."""

    says: str
    clause: str
