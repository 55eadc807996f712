"""What people ask where the sides of a table agree on every deal, and sign the result."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class AskSides:
    """Ask each side whether a deal is right, from the one on the table on; or no longer."""

    asked: bool


@dataclass(frozen=True)
class AnswerDeal:
    """A side says whether a deal is right."""

    side: str
    deal: int
    agrees: bool


@dataclass(frozen=True)
class SignGame:
    """A side signs the result, or holds to what it had signed."""

    side: str


@dataclass(frozen=True)
class ReleaseGame:
    """A side lets go of its signature."""

    side: str


SideCommand = AnswerDeal | SignGame | ReleaseGame
"""What a side says for itself."""
AgreementCommand = AskSides | SideCommand
