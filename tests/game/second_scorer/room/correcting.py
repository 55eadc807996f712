"""Corrections: an earlier deal told again, some of its parts anew, at random but mostly such as can have been."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from companion.game.commands import (
    CallCard,
    CloseMeld,
    CorrectDeal,
    DealStep,
    EndDeal,
    ExchangeDix,
    LayMeld,
    MakeBid,
    NamePartner,
    NameTrump,
    Pass,
    PassOut,
    PlayLaidCard,
    RecordBids,
    RecordChecks,
    RecordDraw,
    ShowCards,
    ShowMelds,
    ShowNumber,
    TakeBid,
    TakeTrick,
    TurnTrump,
)
from companion.game.decide.replay import following, replay_deal, steps_of
from companion.game.state import DealState, GameState
from tests.game.second_scorer.judge.figures import Options
from tests.game.second_scorer.room.telling import Telling

_PARTS: tuple[tuple[str, tuple[type, ...]], ...] = (
    ("bidding", (MakeBid, Pass, TakeBid, RecordBids, PassOut)),
    ("trump", (NameTrump, TurnTrump)),
    ("call", (CallCard, NamePartner)),
    ("stock", (TakeTrick, LayMeld, ExchangeDix, PlayLaidCard)),
    ("draws", (RecordDraw,)),
    ("melds", (ShowCards, ShowMelds, ShowNumber)),
    ("close", (CloseMeld,)),
    ("checks", (RecordChecks,)),
    ("end", (EndDeal,)),
)
"""The parts of a deal in their order, each with the steps that tell it."""


def correction(state: GameState, options: Options, random: Random) -> CorrectDeal | None:
    """One deal of the game put right; None where there is none yet."""
    if not state.deals:
        return None
    deal = random.choice(state.deals)
    steps = _Correcting(state, deal, options, random).told()
    if random.random() < 0.08:
        steps = _spoilt(steps, random)
    return CorrectDeal(deal.number + 20 * (random.random() < 0.01), steps)


def _spoilt(steps: tuple[DealStep, ...], random: Random) -> tuple[DealStep, ...]:
    """Steps of which one is left out, told twice, or told in the place of another."""
    spoilt = list(steps)
    place = random.randrange(len(spoilt)) if spoilt else 0
    chance = random.random()
    if chance < 0.4:
        del spoilt[place : place + 1]
    elif chance < 0.7:
        spoilt.insert(random.randint(0, len(spoilt)), *spoilt[place : place + 1] or [CloseMeld()])
    else:
        random.shuffle(spoilt)
    return tuple(spoilt)


@dataclass
class _Correcting:
    """One deal that is told again, part by part."""

    state: GameState
    deal: DealState
    options: Options
    random: Random
    steps: tuple[DealStep, ...] = field(default=(), init=False)

    def told(self) -> tuple[DealStep, ...]:
        """All steps: those of the deal as it stands, with up to three parts anew, and what it never came to."""
        names = [name for name, _ in _PARTS]
        anew = set(self.random.sample(names, self.random.choice([0, 1, 1, 2, 3])))
        broken_off = self.random.choice(names) if self.random.random() < 0.08 else ""
        for name, kinds in _PARTS:
            telling = self._telling()
            if name == broken_off:
                return (*self.steps, telling.early_end())
            old = tuple(step for step in self._as_it_stands() if isinstance(step, kinds))
            self.steps += getattr(telling, name)(old) if name in anew or not old else old
        return self.steps

    def _telling(self) -> Telling:
        again = replay_deal(self.state, self.deal, self.steps)
        return Telling(again.state, again.deal, self.options, self.random)

    def _as_it_stands(self) -> tuple[DealStep, ...]:
        """The deal's own steps; mostly as they read under the trump and the bidder that are told now."""
        steps, now = steps_of(self.state, self.deal), self._telling().deal
        return following(self.state, self.deal, now, steps) if self.random.random() < 0.85 else steps
