"""Plays a whole game at a table as people tell it: auctions, melds of dealt cards, tricks, every kind of end."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.cards import Card, Suit
from companion.game.commands import (
    CallCard,
    ChangeDealer,
    ChooseTrickLog,
    ConfirmDeal,
    EndDeal,
    MakeBid,
    NamePartner,
    NameTrump,
    Pass,
    PassOut,
    RecordBids,
    Redo,
    StopGame,
    TakeBid,
    Undo,
)
from companion.game.log import slips
from companion.game.state import DealState, Phase
from companion.rules.auction import legal_bids
from companion.rules.choices import Aim
from companion.rules.score.facts import DealEnd, Misdeal
from tests.game.second_scorer.judge.figures import Options
from tests.game.second_scorer.room.correcting import correction
from tests.game.second_scorer.room.ends import Ends
from tests.game.second_scorer.room.hands import Hands
from tests.game.second_scorer.room.melding import Melding
from tests.game.second_scorer.room.sitting import Sitting
from tests.game.second_scorer.room.stock import Stock
from tests.game.second_scorer.room.telling import no_marriage

MOST_DEALS = 12
MOST_STEPS = 900


class Player:
    """Plays one game with chance for its only guide."""

    def __init__(self, sitting: Sitting, options: Options, random: Random) -> None:
        self.sitting, self.options, self.random = sitting, options, random
        self.hands: Hands | None = None
        self.number = 0
        self.slips = Random(str(sitting.record[0]["game"]))
        """Chance of its own, so that a slip told does not change what else is played."""

    def play(self) -> None:
        """Play until somebody has won, or the evening is over."""
        if self.random.random() < 0.2:
            self.sitting.do(ChooseTrickLog(kept=True, counts=True))
        for _ in range(MOST_STEPS):
            if self.sitting.phase is Phase.OVER and not self._reopens():
                break
            if len(self.sitting.state.deals) >= MOST_DEALS:
                break
            self._step()
        self.sitting.say()

    def _reopens(self) -> bool:
        """Now and then a mistake is found once the game is won."""
        if self.random.random() < 0.6:
            return False
        self.sitting.say()
        self._correct()
        return self.sitting.phase is not Phase.OVER

    def _correct(self) -> None:
        told = correction(self.sitting.state, self.options, self.random)
        if told is not None and self.sitting.do(told):
            self.sitting.say()

    def _step(self) -> None:
        state, chance = self.sitting.state, self.random.random()
        deal = state.deal
        if deal is None:
            return
        if deal.number != self.number or self.hands is None or self.hands.seats != state.seats_in(deal):
            self.hands, self.number = Hands(self.options, state, deal, self.random), deal.number
            self.sitting.say()
        if self.slips.random() < 0.02 and self.sitting.do(ChangeDealer(self.slips.randrange(state.players))):
            # Other seats may have been dealt to: what they hold is drawn anew.
            self.number = 0
        elif self.slips.random() < 0.03 and state.deals and self.sitting.do(StopGame()):
            self.sitting.say()
        elif chance < 0.012:
            self._back_and_forth()
        elif chance < 0.035 and state.deals:
            self._correct()
        elif chance < 0.045:
            kind = self.random.choice(list(Misdeal))
            named = state.side_of(deal.dealer) if kind is Misdeal.PROCEDURE and self.random.random() < 0.5 else None
            self.sitting.do(EndDeal(DealEnd.MISDEAL, offender=named, misdeal=kind))
        else:
            self._go_on(deal, self.hands)

    def _back_and_forth(self) -> None:
        steps = slips(self.sitting.history, self.sitting.state)
        if steps and self.slips.random() < 0.5:
            self.sitting.do(Undo(self.slips.choice(steps).step))
        for _ in range(self.random.randint(1, 3)):
            self.sitting.do(Undo())
        if self.random.random() < 0.7:
            self.sitting.do(Redo())
        self.sitting.say()

    def _go_on(self, deal: DealState, hands: Hands) -> None:
        phase = deal.phase
        if phase is Phase.AUCTION:
            self._bid(deal)
        elif phase is Phase.TRUMP:
            self._name_trump(deal, hands)
        elif phase is Phase.CALL:
            self._call(deal)
        elif phase in (Phase.TURN, Phase.STOCK):
            Stock(self.sitting, self.random).go_on(deal)
        elif phase is Phase.MELD:
            Melding(self.sitting, self.options, hands, self.random).go_on(deal)
        elif phase is Phase.PLAY:
            self._name_partner(deal)
            Ends(self.sitting, self.options, hands, self.random).go_on()
        elif phase is Phase.CONFIRM and self.sitting.do(ConfirmDeal()):
            self.sitting.say()

    def _bid(self, deal: DealState) -> None:
        state, chance = self.sitting.state, self.random.random()
        auction = state.auction_of(deal)
        open_to = legal_bids(state.variant, auction, 4)
        amount = self.random.choice(open_to)
        if self.random.random() < 0.08:
            # Never what no cards can make: the judge has no price of the best hand (rules/auction/test_limit.py).
            amount += self.random.choice([-1, 1, -10, 5, 3 * self.options["bid.step"][0][1]])
        if self.slips.random() < (0.15 if self.options["bid.moon"] else 0.01):
            by_result = self.slips.random() < 0.5
            seat = self.slips.randrange(state.players)
            self.sitting.do(TakeBid(seat, 0, Aim.EVERY_TRICK) if by_result else MakeBid(0, moon=True))
        elif chance < 0.12:
            self.sitting.do(TakeBid(self.random.randrange(state.players), amount))
        elif chance < 0.15:
            self.sitting.do(PassOut())
        elif chance < 0.3:
            self.sitting.do(RecordBids(self._single_bids(open_to)))
        elif chance < 0.65:
            self.sitting.do(Pass(helps=self.random.random() < 0.15))
        else:
            self.sitting.do(MakeBid(amount))
        if self.random.random() < 0.3:
            self.sitting.say()

    def _single_bids(self, open_to: tuple[int, ...]) -> dict[int, int]:
        state, step = self.sitting.state, self.options["bid.step"][0][1]
        spoken = {call.seat for call in state.deal.calls} if state.deal else set()
        able = [seat for seat in range(state.players) if seat not in spoken]
        amounts = [0, open_to[0], step * self.random.randint(1, 30), step * self.random.randint(1, 8)]
        return {seat: self.random.choice(amounts) for seat in able}

    def _name_trump(self, deal: DealState, hands: Hands) -> None:
        chance, bidder = self.random.random(), deal.contract.bidder if deal.contract else 0
        if chance < 0.05:
            self.sitting.do(no_marriage(self.sitting.state, deal, self.random))
        elif chance < 0.08:
            self.sitting.do(PassOut())
        elif self.slips.random() < (0.2 if self.options["bid.moon"] else 0.01):
            self.sitting.do(TakeBid(bidder, 0, Aim.EVERY_TRICK))
        elif self.slips.random() < (0.3 if self.options["bid.no-trick"] else 0.01):
            self.sitting.do(TakeBid(bidder, 0, Aim.NO_TRICK))
        else:
            hands.take_kitty(bidder)
            self.sitting.do(NameTrump(hands.longest(bidder)))

    def _call(self, deal: DealState) -> None:
        trump = deal.trump or Suit.SPADES
        ranks = self.sitting.state.variant.pack.ranks
        self.sitting.do(CallCard(Card(self.random.choice(ranks), trump)))

    def _name_partner(self, deal: DealState) -> None:
        seats: list[Any] = [None, *self.sitting.state.seats_in(deal)]
        while self.sitting.state.deal and self.sitting.state.deal.partner_hidden:
            self.sitting.do(NamePartner(self.random.choice(seats)))
