"""The meld of one deal: shown as the cards that were dealt, as names, or told as a sum."""

from __future__ import annotations

from random import Random

from companion.game.commands import CloseMeld, EndDeal, NamePartner, RecordChecks, RecordDraw
from companion.game.state import DealState
from companion.rules.dealing import most_discards
from companion.rules.score.facts import CheckMeld, DealEnd
from tests.game.second_scorer.judge.figures import Options
from tests.game.second_scorer.room.hands import Hands
from tests.game.second_scorer.room.showing import Showing
from tests.game.second_scorer.room.sitting import Sitting


class Melding:
    """What a table tells while it melds."""

    def __init__(self, sitting: Sitting, options: Options, hands: Hands, random: Random) -> None:
        self.sitting, self.options, self.hands, self.random = sitting, options, hands, random

    def go_on(self, deal: DealState) -> None:
        """Tell everybody's meld, in one of the ways, and close it; or the deal ends before."""
        state, chance = self.sitting.state, self.random.random()
        if self.options["draw"] == "discard-and-draw":
            self._draw()
        showing = Showing(state, deal, self.options, self.hands, self.random)
        for seat in state.seats_in(deal):
            if self.random.random() < 0.9:
                self.sitting.do(showing.shown(seat, by_sum=chance < 0.55))
        if self.options["check.stake"] and self.random.random() < 0.3:
            several = self.random.choices(list(CheckMeld), k=self.random.randint(0, 3))
            self.sitting.do(RecordChecks(self.random.choice(state.sides_in(deal)), tuple(several)))
        if deal.has_call and self.random.random() < 0.5:
            self.sitting.do(NamePartner(self.random.choice(state.seats_in(deal))))
        if self.random.random() < 0.03:
            self.sitting.do(EndDeal(DealEnd.RENEGE, offender=self.random.choice(state.sides_in(deal))))
        self._close()
        if deal.contract:
            self.hands.lay_away(deal.contract.bidder)
        self.sitting.say()

    def _draw(self) -> None:
        most = most_discards(self.sitting.state.variant, len(self.hands.seats))
        for seat in self.hands.seats:
            cards = self.random.randint(0, most) if self.random.random() < 0.97 else most + 1
            wrong = self.random.choice([1, -1]) if self.random.random() < 0.02 else 0
            self.sitting.do(RecordDraw(seat, cards, cards + wrong))

    def _close(self) -> None:
        """Close the meld; where another number was drawn, that ends the deal, or was a slip of the pen."""
        if self.sitting.do(CloseMeld()) or self.sitting.state.deal is None:
            return
        for draw in self.sitting.state.deal.draws:
            if draw.drawn != draw.discarded and self.random.random() < 0.5:
                self.sitting.do(EndDeal(DealEnd.RENEGE, offender=self.sitting.state.side_of(draw.seat)))
            else:
                self.sitting.do(RecordDraw(draw.seat, draw.discarded, draw.discarded))
        self.sitting.do(CloseMeld())
