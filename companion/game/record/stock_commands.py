"""What people ask to be written down where trump is turned up and hands are filled from a stock."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards import Card
from companion.rules.meld.laying import LaidMeld


@dataclass(frozen=True)
class TurnTrump:
    """This card was turned up after the deal."""

    card: Card


@dataclass(frozen=True)
class TakeTrick:
    """A player took a trick of the stock."""

    seat: int
    last: bool = False


@dataclass(frozen=True)
class LayMeld:
    """A player melds; unless it is that player's turn already, this tells of a trick taken too."""

    seat: int
    meld: LaidMeld


@dataclass(frozen=True)
class ExchangeDix:
    """A player exchanges the dix for the turned-up card, showing it first if it was in the hand."""

    seat: int


@dataclass(frozen=True)
class PlayLaidCard:
    """A card of a player's laid melds was played to a trick; with ``back`` it was not."""

    seat: int
    card: Card
    back: bool = False


StockCommand = TurnTrump | TakeTrick | LayMeld | ExchangeDix | PlayLaidCard
