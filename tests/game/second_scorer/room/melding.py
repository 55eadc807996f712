"""The meld of one deal: shown as the cards that were dealt, as names, or told as a sum."""

from __future__ import annotations

from random import Random

from companion.game.record.commands import (
    CloseMeld,
    Command,
    EndDeal,
    ShowCards,
    ShowMelds,
    ShowNumber,
    TellChecks,
    TellDraw,
    TellPartner,
)
from companion.game.record.state import DealState
from companion.rules.dealing.hands import most_discards
from companion.rules.meld.dix import keeps_dix_apart
from companion.rules.meld.tiles import meld_tiles
from companion.rules.score.facts import CheckMeld, DealEnd
from tests.game.second_scorer.judge.cards import scale
from tests.game.second_scorer.judge.figures import Options
from tests.game.second_scorer.room.hands import Hands
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
        for seat in state.seats_in(deal):
            if self.random.random() < 0.9:
                self.sitting.do(self._shown(deal, seat, by_sum=chance < 0.55))
        if self.options["check.stake"] and self.random.random() < 0.3:
            several = self.random.choices(list(CheckMeld), k=self.random.randint(0, 3))
            self.sitting.do(TellChecks(self.random.choice(state.sides_in(deal)), tuple(several)))
        if deal.has_call and self.random.random() < 0.5:
            self.sitting.do(TellPartner(self.random.choice(state.seats_in(deal))))
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
            self.sitting.do(TellDraw(seat, cards, cards + wrong))

    def _close(self) -> None:
        """Close the meld; where another number was drawn, that ends the deal, or was a slip of the pen."""
        if self.sitting.do(CloseMeld()) or self.sitting.state.deal is None:
            return
        for draw in self.sitting.state.deal.draws:
            if draw.drawn != draw.discarded and self.random.random() < 0.5:
                self.sitting.do(EndDeal(DealEnd.RENEGE, offender=self.sitting.state.side_of(draw.seat)))
            else:
                self.sitting.do(TellDraw(draw.seat, draw.discarded, draw.discarded))
        self.sitting.do(CloseMeld())

    def _shown(self, deal: DealState, seat: int, by_sum: bool) -> Command:
        state, chance = self.sitting.state, self.random.random()
        side = state.side_of(seat)
        whole = None if self.random.random() < 0.2 else seat
        if by_sum and chance < 0.9:
            points, dix = self._sum(deal)
            return ShowNumber(side, whole, points, dix)
        if chance < 0.25 and deal.trump:
            keys = [tile.key for tile in meld_tiles(state.variant, deal.trump)]
            picked = self.random.sample(keys, min(len(keys), self.random.randint(0, 4)))
            return ShowMelds(side, whole, {key: self.random.choice([1, 1, 1, 2, 2, 3, 4]) for key in picked})
        return ShowCards(seat, self.hands.shown(seat))

    def _sum(self, deal: DealState) -> tuple[int, int]:
        """A sum that brings the game on: up to a third of the target; with its dixes where they are kept apart."""
        unit, target = scale(self.options), self.options["end.target"]
        points = unit * self.random.randint(0, max(3, target // (3 * unit)))
        if self.random.random() < 0.15:
            points = unit * self.random.randint(0, 3)
        apart = keeps_dix_apart(self.sitting.state.variant) and deal.trump is not None
        each = unit * self.options["meld.table"]["dix"]
        return points, min(points // each, self.random.randint(0, 2)) * each if apart and each else 0
