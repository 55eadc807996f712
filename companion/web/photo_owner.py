"""Whose cards a photo shows, and what of theirs it takes the place of."""

from __future__ import annotations

from companion.game.events import MeldShown
from companion.game.state import GameState
from companion.web.purpose import Kind, Purpose
from companion.web.table import load_table


def heading_of(purpose: Purpose) -> str:
    """Whose meld or whose counters are photographed, as a page's heading; empty where nobody said."""
    state = load_table(purpose.game).state if purpose.game and purpose.whose else None
    if state is None:
        return ""
    seat = _seat(purpose, state)
    if purpose.kind is Kind.MELD and seat is not None:
        return f"{state.names[seat]}’s meld"
    if purpose.kind is Kind.TRICKS and purpose.whose in state.sides:
        return f"Counters of {state.side_name(purpose.whose)}"
    return ""


def replaced_by(purpose: Purpose) -> str:
    """What was told before of a player's meld and is lost once a photo of it is taken; empty where nothing."""
    if purpose.kind is not Kind.MELD or not purpose.game or not purpose.whose:
        return ""
    state = load_table(purpose.game).state
    seat, deal = _seat(purpose, state), state.deal
    if seat is None or deal is None:
        return ""
    side = state.side_of(seat)
    shown = deal.meld_of(side, seat) or deal.meld_of(side, None)
    return f"This photo takes the place of the {_told(shown)} before." if shown else ""


def _told(shown: MeldShown) -> str:
    if shown.cards:
        return "one card told" if len(shown.cards) == 1 else f"{len(shown.cards)} cards told"
    return f"{shown.points} told" if shown.seat is not None else f"{shown.points} told together"


def _seat(purpose: Purpose, state: GameState) -> int | None:
    return next((seat for seat in range(state.players) if str(seat) == purpose.whose), None)
