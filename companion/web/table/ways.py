"""How each side's meld is told, as the table's address spells it, and the names of the fields that tell it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.game.record.state import GameState
from companion.game.view.meld import bidder_first

BY_NUMBER, BY_MELDS, BY_CARDS = "number", "melds", "cards"
HOWS = (BY_NUMBER, BY_MELDS, BY_CARDS)


@dataclass(frozen=True)
class Way:
    """How a meld is told, and whose: a player's, or a side's sum where ``seat`` is None, which is a number only."""

    how: str
    seat: int | None = None

    def __str__(self) -> str:
        return self.how if self.seat is None else f"{self.how}.{self.seat}"


def field_of(side: str, seat: int | None) -> str:
    """The name of the field for an owner's meld as a plain number."""
    return f"points-{side}" if seat is None else f"points-{side}-{seat}"


def dix_field_of(side: str, seat: int | None) -> str:
    """The name of the field for the dixes in an owner's meld."""
    return f"dix-{side}" if seat is None else f"dix-{side}-{seat}"


def ways_in(asked: Mapping[str, str], usual: str, state: GameState) -> dict[str, Way]:
    """By side, the way that the address asks for, else the one this phone used last at this game."""
    return {side: _way(asked.get(side, usual), bidder_first(state, side)) for side in state.sides}


def _way(text: str, seats: Sequence[int]) -> Way:
    how, _, seat = text.partition(".")
    how = how if how in HOWS else BY_NUMBER
    chosen = next((each for each in seats if str(each) == seat), None)
    return Way(how, seats[0] if chosen is None and how != BY_NUMBER else chosen)
