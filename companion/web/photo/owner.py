"""Whose cards a photo shows, and what of theirs it takes the place of."""

from __future__ import annotations

from typing import NamedTuple

from companion.game.record.events import MeldShown
from companion.game.record.state import GameState
from companion.web.base.game import open_game
from companion.web.photo.purpose import Kind, Purpose


class Whose(NamedTuple):
    """What the pages say of whose cards these are."""

    heading: str = ""
    """Whose meld or whose counters are photographed; empty where nobody said."""
    replaced: str = ""
    """What was told before of a player's meld and is lost once the photo of it is taken; empty where nothing."""
    past: str = ""
    """Why it is too late to take it, once its deal is over; empty while it is not."""
    seen: int | None = None
    """The version of the game for which all this is true; None where it is for no game."""


def whose_of(purpose: Purpose) -> Whose:
    """Whose meld or counters a photo shows, by the names and the meld at the table now."""
    if not purpose.game:
        return Whose()
    table = open_game(purpose.game)
    past = past_says(f"{purpose.deal}", table.state) if is_past(purpose, table.state) else ""
    return _named(purpose, table.state)._replace(past=past, seen=table.version)


def _named(purpose: Purpose, state: GameState) -> Whose:
    if purpose.kind is Kind.TRICKS and purpose.whose in state.sides:
        return Whose(f"Counters of {state.side_name(purpose.whose)}")
    seat = next((seat for seat in range(state.players) if str(seat) == purpose.whose), None)
    if purpose.kind is not Kind.MELD or seat is None:
        return Whose()
    return Whose(f"{state.names[seat]}’s meld", _replaced(state, seat))


def is_past(purpose: Purpose, state: GameState) -> bool:
    """Whether the deal that a photo was taken for is no longer the one on the table."""
    return purpose.deal is not None and (state.deal is None or state.deal.number != purpose.deal)


def past_says(number: int | str, state: GameState) -> str:
    """Why a photo for deal ``number`` is not taken now."""
    now = f"deal {state.deal.number} is on the table now" if state.deal else "the game is over"
    return f"This photo was taken for deal {number}, and {now}: nothing of it is written. Take a new one at the table."


def _replaced(state: GameState, seat: int) -> str:
    if state.deal is None:
        return ""
    side = state.side_of(seat)
    shown = state.deal.meld_of(side, seat) or state.deal.meld_of(side, None)
    return f"This photo takes the place of the {_told(shown)} before." if shown else ""


def _told(shown: MeldShown) -> str:
    if shown.cards:
        return "one card told" if len(shown.cards) == 1 else f"{len(shown.cards)} cards told"
    return f"{shown.points} told" if shown.seat is not None else f"{shown.points} told together"
