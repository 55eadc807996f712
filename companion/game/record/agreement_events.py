"""What the sides say of what was told: whether a deal is right, and that the result stands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class AgreementChosen:
    """The table chose whether its sides are asked if a deal is right; without this event they are not."""

    asked: bool


@dataclass(frozen=True)
class DealAnswered:
    """A side said whether a deal is right as it stands; it replaces what that side said of it before."""

    side: str
    deal: int
    """The number of the deal."""
    agrees: bool


@dataclass(frozen=True)
class GameSigned:
    """A side signed the result of a game that is over; also where it holds to a signature that it had released."""

    side: str


@dataclass(frozen=True)
class SignatureReleased:
    """A side lets go of its signature; where every side had signed, the result is open once all have let go."""

    side: str


Statement = DealAnswered | GameSigned | SignatureReleased
"""What a side says for itself: it is no step of the game, and no undo of others takes it back."""
AgreementEvent = AgreementChosen | Statement
