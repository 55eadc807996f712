"""What happens where trump is turned up and hands are filled from a stock: tricks, melds, the exchange."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards import Card
from companion.rules.meld.laying import LaidMeld


@dataclass(frozen=True)
class TrumpTurned:
    """A card was turned up; its suit is trump."""

    card: Card
    side: str
    """The dealer's."""
    points: int
    """What it scores for that side: a dix, where a stock follows."""


@dataclass(frozen=True)
class TrickTaken:
    """A player took a trick while the stock lasted, and may meld; not every trick need be told."""

    seat: int
    last: bool = False
    """Whether it was the last trick of the stock."""


@dataclass(frozen=True)
class MeldLaid:
    """A player laid one meld after taking a trick."""

    side: str
    seat: int
    meld: LaidMeld
    name: str
    points: int


@dataclass(frozen=True)
class DixExchanged:
    """A player took the turned-up card and put the dix, which had been shown, in its place."""

    seat: int
    dix: Card
    taken: Card
    """The card that was turned up."""


@dataclass(frozen=True)
class LaidCardPlayed:
    """A card of a player's laid melds went to a trick."""

    seat: int
    card: Card
    back: bool = False
    """Whether this takes it back: the card lies on the table after all."""


TurnEvent = TrickTaken | MeldLaid | DixExchanged | LaidCardPlayed
StockEvent = TrumpTurned | TurnEvent
