"""The end of a deal: tricks counted or played out with the dealt cards, thrown in, reneged, misdealt, claimed."""

from __future__ import annotations

from random import Random

from companion.cards import parse_card
from companion.game.commands import EndDeal, PlayTrick
from companion.game.state import DealState
from companion.rules.choices import Aim
from companion.rules.count import smallest_count
from companion.rules.score.facts import DealEnd, Misdeal
from tests.game.second_scorer.judge.cards import counter, takes
from tests.game.second_scorer.judge.figures import Options
from tests.game.second_scorer.room.hands import Hands
from tests.game.second_scorer.room.sitting import Sitting


class Ends:
    """How one deal comes to its end."""

    def __init__(self, sitting: Sitting, options: Options, hands: Hands, random: Random) -> None:
        self.sitting, self.options, self.hands, self.random = sitting, options, hands, random

    def go_on(self) -> None:
        """End the deal on the table, in any of the ways."""
        deal = self.sitting.state.deal
        if deal is None or deal.ended:
            return
        chance, sides = self.random.random(), self.sitting.state.sides_in(deal)
        if chance < 0.08:
            taken = self._counters(deal, part=True) if self.random.random() < 0.1 else {}
            self.sitting.do(EndDeal(DealEnd.THROWN_IN, taken, kitty_seen=self.random.random() < 0.7))
        elif chance < 0.14:
            taken = self._counters(deal, part=True) if self.random.random() < 0.7 else {}
            self.sitting.do(EndDeal(DealEnd.RENEGE, taken, offender=self.random.choice(sides)))
        elif chance < 0.17:
            self.sitting.do(self._dealt_wrongly(deal))
        elif chance < (0.4 if self.options["end.declare-out"] else 0.18):
            taken = self._counters(deal, part=True)
            self.sitting.do(EndDeal(DealEnd.CLAIM, taken, claimant=self.random.choice(sides)))
        elif self.sitting.state.trick_log.kept and self.options["draw"] != "stock":
            self._play_out(deal)
        else:
            self._count(deal)

    def _dealt_wrongly(self, deal: DealState) -> EndDeal:
        """A misdeal found after the first card, as the name of a side says, or before it."""
        dealer = self.sitting.state.side_of(deal.dealer)
        named = self.random.choice([None, *[dealer] * 4, *self.sitting.state.sides_in(deal)[:1]])
        taken = self._counters(deal, part=True) if self.random.random() < 0.5 else {}
        return EndDeal(DealEnd.MISDEAL, taken, offender=named, misdeal=Misdeal.PROCEDURE)

    def _stops(self, deal: DealState) -> bool:
        """Ask, while tricks are recorded, for an end for which it may be too late; whether it came."""
        hopeless = EndDeal(DealEnd.MISDEAL, misdeal=Misdeal.TECHNICAL)
        return self.sitting.do(self.random.choice([EndDeal(DealEnd.THROWN_IN), hopeless, self._dealt_wrongly(deal)]))

    def _counters(self, deal: DealState, part: bool = False) -> dict[str, int]:
        """Counters at random that can be, of all tricks or of those so far."""
        state = self.sitting.state
        step, (least, most) = smallest_count(state.variant), state.trick_range(deal)
        total = step * self.random.randint(-(-least // step), most // step)
        total = step * self.random.randint(0, total // step) if part else total
        sides, told = list(state.teams_of(deal).heads), dict[str, int]()
        self.random.shuffle(sides)
        for side in sides[:-1]:
            most_left = total - sum(told.values())
            told[side] = self.random.choice([0, most_left, *[step * self.random.randint(0, most_left // step)] * 6])
        return {**told, sides[-1]: total - sum(told.values())}

    def _count(self, deal: DealState) -> None:
        told = self._counters(deal)
        if deal.aim and deal.contract and self.random.random() < 0.5:
            head = self.sitting.state.teams_of(deal).head_of(self.sitting.state.side_of(deal.contract.bidder))
            takers = [side for side in told if (side == head) is (deal.aim is Aim.EVERY_TRICK)]
            told = {side: sum(told.values()) if side == takers[0] else 0 for side in told}
        full, left_out = dict(told), self.random.choice(list(told))
        least, most = self.sitting.state.trick_range(deal)
        if self.random.random() < 0.4 and least == most:
            del told[left_out]
        if self.random.random() < 0.06:
            told[left_out] = told.get(left_out, 0) + self.random.choice([1, 7, 500, -3])
        self.sitting.do(self._played(deal, told, full))

    def _played(self, deal: DealState, told: dict[str, int], full: dict[str, int]) -> EndDeal:
        sides = self.sitting.state.sides_in(deal)
        takers = [side for side, points in full.items() if points == sum(full.values())]
        swept = takers[0] if takers and self.random.random() < 0.5 else None
        quads = frozenset(self.random.sample(sides, 1) if self.random.random() < 0.05 else ())
        tricks = {} if swept else {side: bool(points) + self.random.randint(0, 2) for side, points in full.items()}
        if self.random.random() < 0.4:
            tricks = {}
        return EndDeal(DealEnd.PLAYED, told, tricks, quads, all_tricks=swept)

    def _play_out(self, deal: DealState) -> None:
        """Play every trick and record it; then count what was taken, the cards laid away with it."""
        state = self.sitting.state
        if deal.contract is None or not (deal.trump or deal.untrumped):
            return
        points = dict.fromkeys(state.teams_of(deal).heads, 0)
        tricks, bidder, trump = dict(points), deal.contract.bidder, deal.trump.value if deal.trump else ""
        played = self.hands.tricks(bidder, trump)
        for number, (leader, cards) in enumerate(played, 1):
            if self.random.random() < 0.04 and self._stops(deal):
                return
            if not self.sitting.do(PlayTrick(leader, tuple(map(parse_card, cards)))):
                break
            if self.random.random() < 0.1:
                self.sitting.say()
            taker = self._head(deal, self._taker(trump, leader, cards), list(points))
            tricks[taker] += 1
            points[taker] += sum(counter(self.options, card) for card in cards)
            points[taker] += self.options["count.last-trick"] * (number == len(played))
            points[taker] += self.options.get("count.first-trick", 0) * (number == 1)
        self.sitting.say()
        points[self._head(deal, state.side_of(bidder), list(points))] += self.hands.away_counts()
        if not self.sitting.do(EndDeal(DealEnd.PLAYED, points, tricks)):
            self._count(deal)

    def _taker(self, trump: str, leader: int, cards: list[str]) -> str:
        """The side that takes a trick."""
        turn = self.hands.seats.index(leader)
        order = (*self.hands.seats[turn:], *self.hands.seats[:turn])
        return self.sitting.state.side_of(order[takes(self.options, trump, cards)])

    def _head(self, deal: DealState, side: str, heads: list[str]) -> str:
        """Under whose name a side's tricks are counted."""
        if side in heads:
            return side
        allies = {deal.contract.bidder if deal.contract else None, deal.partner}
        with_bidder = any(seat in allies for seat in self.sitting.state.seats_of(side))
        bidder = self.sitting.state.side_of(deal.contract.bidder) if deal.contract else heads[0]
        return bidder if with_bidder else next(head for head in heads if head != bidder)
