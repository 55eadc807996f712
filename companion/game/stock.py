"""The play with a stock so far: whose turn it is, the cards before each player, the turned-up card."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.cards import Card, Suit
from companion.game.events import DixExchanged, LaidCardPlayed, MeldLaid, TrickTaken, TrumpTurned, TurnEvent
from companion.rules.meld.kinds import MeldKind
from companion.rules.meld.laying import LaidMeld, MeldTurn


@dataclass(frozen=True)
class StockState:
    """The events since trump was turned up."""

    turned: TrumpTurned
    events: tuple[TurnEvent, ...] = ()
    """The oldest first."""

    @property
    def turned_up(self) -> Card:
        """The turned-up card now: the first, or the dix exchanged for it."""
        return next((event.dix for event in self.events if isinstance(event, DixExchanged)), self.turned.card)

    @property
    def exchanged(self) -> bool:
        """True if the turned-up card has been exchanged for a dix."""
        return any(isinstance(event, DixExchanged) for event in self.events)

    @property
    def tricks(self) -> int:
        """How many tricks have been entered."""
        return sum(isinstance(event, TrickTaken) for event in self.events)

    @property
    def turn(self) -> TrickTaken | None:
        """The trick whose winner may meld now."""
        return next((event for event in reversed(self.events) if isinstance(event, TrickTaken)), None)

    @property
    def this_turn(self) -> tuple[MeldLaid, ...]:
        """The melds since that trick."""
        taken = [place for place, event in enumerate(self.events) if isinstance(event, TrickTaken)]
        since = self.events[taken[-1] :] if taken else ()
        return tuple(event for event in since if isinstance(event, MeldLaid))

    @property
    def melds(self) -> tuple[MeldLaid, ...]:
        """The melds of all players."""
        return tuple(event for event in self.events if isinstance(event, MeldLaid))

    def points(self, side: str) -> int:
        """Return a side's score so far: its melds, and a dix that its dealer turned up."""
        turned = self.turned.points if self.turned.side == side else 0
        return turned + sum(event.points for event in self.melds if event.side == side)

    def dix(self, side: str) -> int:
        """The part of it that dixes made."""
        turned = self.turned.points if self.turned.side == side else 0
        return turned + sum(e.points for e in self.melds if e.side == side and e.meld.kind is MeldKind.DIX)

    @property
    def seen(self) -> tuple[Card, ...]:
        """The cards known to be outside every hand: once laid, or turned up."""
        laid = tuple(card for event in self.melds for card in event.meld.from_hand)
        return laid if self.exchanged else (*laid, self.turned.card)

    def laid_by(self, seat: int) -> tuple[Card, ...]:
        """The cards that a player has put on the table, played or not, the oldest first."""
        return tuple(card for event in self.melds if event.seat == seat for card in event.meld.from_hand)

    def played_by(self, seat: int) -> tuple[Card, ...]:
        """The cards of those that were played to tricks."""
        return tuple(step for step in self._steps(seat, exchanges=False) if not isinstance(step, LaidMeld))

    def lying(self, seat: int) -> Counter[Card]:
        """Return the cards before a player now."""
        gone = [step for step in self._steps(seat) if not isinstance(step, LaidMeld)]
        return Counter(self.laid_by(seat)) - Counter(gone)

    def meld_turn(self, seat: int, trump: Suit, playoff: bool = False) -> MeldTurn:
        """A player's turn to meld as the rules look at it; ``seat`` has just taken a trick."""
        mine = self.turn is not None and self.turn.seat == seat
        kinds = tuple(event.meld.kind for event in self.this_turn) if mine else ()
        return MeldTurn(trump, self._steps(seat), kinds, playoff=playoff)

    def _steps(self, seat: int, exchanges: bool = True) -> tuple[LaidMeld | Card, ...]:
        """A player's melds with the cards that left the table between them."""
        steps: list[LaidMeld | Card] = []
        for event in self.events:
            if isinstance(event, MeldLaid) and event.seat == seat:
                steps.append(event.meld)
            elif isinstance(event, DixExchanged) and event.seat == seat and exchanges:
                steps.append(event.dix)
            elif isinstance(event, LaidCardPlayed) and event.seat == seat:
                _play(steps, event)
        return tuple(steps)


def _play(steps: list[LaidMeld | Card], event: LaidCardPlayed) -> None:
    if not event.back:
        steps.append(event.card)
        return
    places = [place for place, step in enumerate(steps) if step == event.card]
    if places:
        del steps[places[-1]]


def stock_after(stock: StockState | None, event: TrumpTurned | TurnEvent) -> StockState | None:
    """The stock after one more of its events; None before trump is turned up."""
    if isinstance(event, TrumpTurned):
        return StockState(event)
    return StockState(stock.turned, (*stock.events, event)) if stock else None
