"""The referee's events, each told in a sentence."""

from __future__ import annotations

from typing_extensions import assert_never

from companion.game.record.state import GameState
from companion.game.record.trick_events import AccusationMade, CardPlayed, RefereeEvent, RulingEntered, TrickLogChosen


def say_referee(event: RefereeEvent, state: GameState) -> str:
    """One such event, with the players' names."""
    names = state.names
    match event:
        case TrickLogChosen(kept, counts):
            count = ", with the running count" if counts else ""
            return f"The tricks are recorded{count}." if kept else "The tricks are not recorded."
        case CardPlayed(seat, card):
            return f"{names[seat]} played {card.symbols}."
        case AccusationMade(accuser, accused, trick):
            return f"{names[accuser]} accused {names[accused]} of a renege in trick {trick}."
        case RulingEntered():
            return f"A ruling: {state.with_names(event.says)}"
        case _:
            assert_never(event)
