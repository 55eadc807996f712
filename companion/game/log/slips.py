"""What may have been entered wrong in the deal on the table: a sentence for each step to which one can go back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game.log.say import say_in_deal
from companion.game.record.events import (
    AuctionWon,
    BidMade,
    BidPassed,
    CardCalled,
    CardsDrawn,
    DealEvent,
    MeldShown,
    PartnerTold,
    TrumpNamed,
)
from companion.game.record.fold import Recorded, told_of_deal
from companion.game.record.state import GameState
from companion.game.record.stock_events import MeldLaid, TrumpTurned


@dataclass(frozen=True)
class Slip:
    """A step of the deal on the table."""

    step: int
    """The number of its event, for an undo that goes back to it."""
    says: str


def slips(history: Sequence[Recorded], state: GameState) -> tuple[Slip, ...]:
    """The bids, trump and melds of the deal on the table, each as it was entered last."""
    told = told_of_deal(history)
    is_called = any(isinstance(recorded.event, (BidMade, BidPassed)) for recorded in told)
    found = dict[object, Slip]()
    for recorded in told:
        event = recorded.event
        if not isinstance(event, _ENTERED) or (is_called and isinstance(event, AuctionWon)):
            continue
        place = _place(event, recorded.seq)
        found.pop(place, None)
        found[place] = Slip(recorded.seq, say_in_deal(event, state))
    return tuple(found.values())


_ENTERED = (
    *(AuctionWon, BidMade, BidPassed, TrumpNamed, TrumpTurned),
    *(CardCalled, PartnerTold, CardsDrawn, MeldShown, MeldLaid),
)


def _place(event: DealEvent, seq: int) -> object:
    """What a later event of the same kind takes the place of; each bid and each meld that is laid stands by itself."""
    match event:
        case BidMade() | BidPassed() | MeldLaid():
            return seq
        case MeldShown(side, seat):
            return MeldShown, side, seat
        case CardsDrawn(seat):
            return CardsDrawn, seat
    return type(event)
