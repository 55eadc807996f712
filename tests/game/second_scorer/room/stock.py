"""The play of two with a stock: melds laid one by one, some of them such as nobody may lay."""

from __future__ import annotations

from random import Random

from companion.cards import Card, Suit
from companion.game.commands import (
    CloseMeld,
    EndDeal,
    ExchangeDix,
    LayMeld,
    PlayLaidCard,
    ShowNumber,
    TakeTrick,
    TurnTrump,
)
from companion.game.state import DealState, Phase
from companion.game.view.tricks import stock_view
from companion.rules.meld.kinds import MeldKind, meld_cards
from companion.rules.meld.laying import LaidMeld
from companion.rules.score import DealEnd
from tests.game.second_scorer.room.sitting import Sitting


class Stock:
    """What two players tell while the stock lasts."""

    def __init__(self, sitting: Sitting, random: Random) -> None:
        self.sitting, self.random = sitting, random

    def go_on(self, deal: DealState) -> None:
        """Turn trump up, play some tricks with their melds, and close; or tell the sums alone."""
        if deal.phase is Phase.TURN and self.random.random() < 0.6:
            cards = list(self.sitting.state.variant.pack.counts)
            self.sitting.do(TurnTrump(self.random.choice(cards)))
        for _ in range(self.random.randint(0, 12)):
            self._turn()
        if self.random.random() < 0.6 or not (self.sitting.state.deal and self.sitting.state.deal.trump):
            for side in self.sitting.state.sides:
                self.sitting.do(ShowNumber(side, None, 10 * self.random.randint(0, 50)))
        if self.random.random() < 0.05:
            self.sitting.do(EndDeal(DealEnd.RENEGE, offender=self.random.choice(self.sitting.state.sides)))
        self.sitting.do(CloseMeld())
        self.sitting.say()

    def _turn(self) -> None:
        if self.sitting.phase is not Phase.STOCK:
            return
        seat = self.random.randrange(2)
        self.sitting.do(TakeTrick(seat))
        for _ in range(self.random.randint(0, 2)):
            self._meld(seat)
        if self.random.random() < 0.1:
            self.sitting.do(ExchangeDix(seat))
        stock = self.sitting.state.deal.stock if self.sitting.state.deal else None
        lying = list(stock.lying(seat).elements()) if stock else []
        if lying and self.random.random() < 0.4:
            card = self.random.choice(lying)
            self.sitting.do(PlayLaidCard(seat, card))
            if self.random.random() < 0.1:
                self.sitting.do(PlayLaidCard(seat, card, back=True))

    def _meld(self, seat: int) -> None:
        state = self.sitting.state
        shown = stock_view(state, state.deal) if state.deal else None
        if shown and shown.choices and self.random.random() < 0.6:
            choice = self.random.choice(shown.choices)
            meld = LaidMeld(choice.kind, choice.suit, self.random.choice(choice.ways), choice.copies)
        else:
            meld = self._anything()
        self.sitting.do(LayMeld(seat, meld))

    def _anything(self) -> LaidMeld:
        """A meld at random, with any part of its cards from the hand."""
        kinds = [kind for kind in MeldKind if kind not in _HOUSE]
        kind, suit, copies = self.random.choice(kinds), self.random.choice(list(Suit)), self.random.choice([1, 1, 1, 2])
        cards: list[Card] = list(meld_cards(self.sitting.state.variant, kind, suit)) * copies
        return LaidMeld(kind, suit, tuple(self.random.sample(cards, self.random.randint(0, len(cards)))), copies)


_HOUSE = (MeldKind.EXTRA_KING, MeldKind.EXTRA_QUEEN, MeldKind.ROUNDHOUSE)
