"""What the sides said of what was told, in sentences."""

from __future__ import annotations

from typing_extensions import assert_never

from companion.game.record.agreement_events import (
    AgreementChosen,
    AgreementEvent,
    DealAnswered,
    GameSigned,
    SignatureReleased,
)
from companion.game.record.state import GameState


def say_agreement(event: AgreementEvent, state: GameState) -> str:
    """One such event, with the players' names."""
    match event:
        case AgreementChosen(asked):
            return f"Each side is {'asked' if asked else 'no longer asked'} whether a deal is right."
        case DealAnswered(side, deal, agrees):
            return f"{state.side_name(side)}: deal {deal} is {'right' if agrees else 'not right'}."
        case GameSigned(side):
            return f"{state.side_name(side)} signed the result."
        case SignatureReleased(side):
            return f"{state.side_name(side)} let go of the signature."
        case _:
            assert_never(event)
