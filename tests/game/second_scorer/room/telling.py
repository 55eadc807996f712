"""The parts of a deal as somebody tells them again: each from what is told of the deal so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from companion.cards import Card, Suit
from companion.game.commands import (
    CallCard,
    CloseMeld,
    DealStep,
    EndDeal,
    LayMeld,
    MakeBid,
    NamePartner,
    NameTrump,
    Pass,
    PassOut,
    RecordBids,
    RecordChecks,
    RecordDraw,
    TakeBid,
    TakeTrick,
    TurnTrump,
)
from companion.game.state import DealState, GameState, Phase
from companion.game.view.tricks import stock_view
from companion.rules.choices import Aim, Bidding, Draw
from companion.rules.count import smallest_count
from companion.rules.dealing import most_discards
from companion.rules.meld.laying import LaidMeld
from companion.rules.score.facts import CheckMeld, DealEnd, Misdeal
from tests.game.second_scorer.judge.figures import Options
from tests.game.second_scorer.room.hands import Hands
from tests.game.second_scorer.room.showing import Showing

Steps = Sequence[DealStep]
_ENDS = (*[DealEnd.PLAYED] * 6, DealEnd.THROWN_IN, DealEnd.RENEGE, DealEnd.MISDEAL, DealEnd.CLAIM)


def no_marriage(state: GameState, deal: DealState, random: Random) -> EndDeal:
    """The bidder has no marriage; each side's meld with no trump is entered, and sometimes one is left out."""
    unit = state.variant.scale
    laid = {side: unit * random.choice([0, 2, 4, 6, 8, 10, 14, 20, 24]) for side in state.sides_in(deal)}
    if random.random() < 0.1:
        laid.pop(random.choice(list(laid)))
    return EndDeal(DealEnd.NO_MARRIAGE, meld=laid)


@dataclass(frozen=True)
class Telling:
    """A deal as far as it is told again; each part is given as it was told before, and comes back otherwise."""

    state: GameState
    deal: DealState
    options: Options
    random: Random

    @property
    def _seats(self) -> tuple[int, ...]:
        return self.state.seats_in(self.deal)

    def bidding(self, old: Steps) -> Steps:
        """Another bid, another bidder, other words of the auction, or nobody with the bid."""
        if self.deal.phase is not Phase.AUCTION:
            return ()
        variant, chance = self.state.variant, self.random.random()
        bids = {seat: self.random.choice([0, 10, 30, 50, 120]) for seat in self._seats}
        if variant.bid is Bidding.SUMMED:
            return (RecordBids(bids),)
        if chance < 0.05:
            return (PassOut(),)
        if self.options["bid.moon"] and self.random.random() < 0.3:
            return (TakeBid(self.random.choice(self._seats), 0, Aim.EVERY_TRICK),)
        amount = variant.bid_min + self.random.randint(0, 6) * variant.bid_step[0][1]
        if chance < 0.3 and any(isinstance(step, MakeBid) for step in old):
            return self._other_words(old)
        held = self.deal.contract.bidder if self.deal.contract else None
        taken = next((step.seat for step in old if isinstance(step, TakeBid)), held)
        return (TakeBid(self.random.choice([*self._seats, taken] if taken is not None else self._seats), amount),)

    def _other_words(self, old: Steps) -> Steps:
        """The words of an auction, one bid another, and what the companion makes of the rest."""
        calls = [step for step in old if isinstance(step, (MakeBid, Pass))]
        place = self.random.randrange(len(calls))
        others: tuple[MakeBid | Pass, ...] = (Pass(), MakeBid(self.state.variant.bid_min))
        calls[place] = self.random.choice(others)
        return (*calls, *[Pass()] * self.random.randint(0, 3))

    def trump(self, _old: Steps) -> Steps:
        """Another trump; or the bidder declines, or has no marriage."""
        if self.deal.phase is Phase.TURN and self.random.random() < 0.8:
            return (TurnTrump(self.random.choice(list(self.state.variant.pack.counts))),)
        if self.deal.phase is not Phase.TRUMP:
            return ()
        wanted: list[DealStep] = [NameTrump(self.random.choice(list(Suit)))]
        said = self.state.variant.said_for_trump
        if said and self.deal.contract and self.random.random() < 0.2:
            return (TakeBid(self.deal.contract.bidder, 0, self.random.choice(said)),)
        rare: list[DealStep] = [PassOut(), no_marriage(self.state, self.deal, self.random)]
        return (self.random.choice([*wanted * 28, *rare]),)

    def call(self, _old: Steps) -> Steps:
        """Another partner, or none."""
        if self.deal.phase is not Phase.CALL:
            return ()
        called = Card(self.random.choice(self.state.variant.pack.ranks), self.deal.trump or Suit.SPADES)
        partner = NamePartner(self.random.choice([None, *self._seats]))
        return self.random.choice([(CallCard(called), partner), (CallCard(called), partner), (partner,)])

    def stock(self, old: Steps) -> Steps:
        """One trick of the stock more or fewer, with a meld that could be laid."""
        if self.deal.phase is not Phase.STOCK:
            return ()
        shown = stock_view(self.state, self.deal)
        if old and (shown is None or not shown.choices or self.random.random() < 0.5):
            return old[: self.random.randint(0, len(old))]
        taken: list[DealStep] = [TakeTrick(self.random.choice(self._seats))]
        for choice in shown.choices[:1] if shown else ():
            meld = LaidMeld(choice.kind, choice.suit, self.random.choice(choice.ways), choice.copies)
            taken.append(LayMeld(self.random.choice(self._seats), meld))
        return (*old, *taken)

    def draws(self, _old: Steps) -> Steps:
        """Other numbers of cards discarded and drawn."""
        if self.state.variant.draw is not Draw.DISCARD_AND_DRAW or self.deal.phase is not Phase.MELD:
            return ()
        most = most_discards(self.state.variant, len(self._seats))
        numbers = {seat: self.random.randint(0, most) for seat in self._seats}
        more = self.random.choice([0] * 15 + [1])
        return tuple(RecordDraw(seat, number, number + more) for seat, number in numbers.items())

    def melds(self, _old: Steps) -> Steps:
        """Everybody's meld anew, by cards, by names, by sums; of some nothing is told any more."""
        if self.deal.phase not in (Phase.MELD, Phase.TURN, Phase.STOCK):
            return ()
        hands = Hands(self.options, self.state, self.deal, self.random)
        showing = Showing(self.state, self.deal, self.options, hands, self.random)
        by_sum = self.deal.phase is not Phase.MELD or self.random.random() < 0.5
        return tuple(showing.shown(seat, by_sum) for seat in self._seats if self.random.random() < 0.75)

    def close(self, old: Steps) -> Steps:
        return old or ((CloseMeld(),) if self.deal.phase in (Phase.MELD, Phase.TURN, Phase.STOCK) else ())

    def checks(self, old: Steps) -> Steps:
        """What earns checks, told beside the melds."""
        if not self.options["check.stake"] or self.random.random() < 0.5:
            return old
        several = self.random.choices(list(CheckMeld), k=self.random.randint(0, 3))
        return (RecordChecks(self.random.choice(self.state.sides_in(self.deal)), tuple(several)),)

    def end(self, _old: Steps) -> Steps:
        """Another ending, or other counters."""
        if self.deal.phase is not Phase.PLAY:
            return ()
        end, sides = self.random.choice(_ENDS), self.state.sides_in(self.deal)
        if end is DealEnd.MISDEAL:
            return (self.early_end(),)
        counted = end in (DealEnd.PLAYED, DealEnd.CLAIM) or (end is DealEnd.RENEGE and self.random.random() < 0.7)
        offender = self.random.choice(sides) if end is DealEnd.RENEGE else None
        claimant = self.random.choice(sides) if end is DealEnd.CLAIM else None
        seen = self.random.random() < 0.7
        points = self._counters() if counted else {}
        return (EndDeal(end, points, offender=offender, claimant=claimant, kitty_seen=seen),)

    def early_end(self) -> EndDeal:
        """A misdeal, or a renege, that comes to light here."""
        sides = self.state.sides_in(self.deal)
        if self.random.random() < 0.3:
            return EndDeal(DealEnd.RENEGE, offender=self.random.choice(sides))
        dealer = self.state.side_of(self.deal.dealer)
        named = self.random.choice([None, dealer, dealer, self.random.choice(sides)])
        kind = self.random.choice(list(Misdeal))
        return EndDeal(DealEnd.MISDEAL, offender=named if kind is Misdeal.PROCEDURE else None, misdeal=kind)

    def _counters(self) -> dict[str, int]:
        """Counters at random that can be, of all tricks."""
        step, (least, most) = smallest_count(self.state.variant), self.state.trick_range(self.deal)
        left, points = step * self.random.randint(-(-least // step), most // step), dict[str, int]()
        *others, last = self.state.teams_of(self.deal).heads
        for side in others:
            points[side] = step * self.random.randint(0, left // step)
            left -= points[side]
        points[last] = left + step * (self.random.random() < 0.04)
        return points
