"""One meld as somebody tells it: by its cards, by the names of the melds, or as a sum."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from companion.game.commands import ShowCards, ShowMelds, ShowNumber
from companion.game.state import DealState, GameState
from companion.rules.meld.best import keeps_dix_apart
from companion.rules.meld.tiles import meld_tiles
from tests.game.second_scorer.judge.cards import scale
from tests.game.second_scorer.judge.figures import Options
from tests.game.second_scorer.room.hands import Hands


@dataclass(frozen=True)
class Showing:
    """The melds of one deal, at random."""

    state: GameState
    deal: DealState
    options: Options
    hands: Hands
    random: Random

    def shown(self, seat: int, by_sum: bool) -> ShowCards | ShowMelds | ShowNumber:
        """A player's meld, now and then the sum of the side's instead."""
        chance, side = self.random.random(), self.state.side_of(seat)
        whole = None if self.random.random() < 0.2 else seat
        if by_sum and chance < 0.9:
            points, dix = self._sum()
            return ShowNumber(side, whole, points, dix)
        if chance < 0.25 and self.deal.trump:
            keys = [tile.key for tile in meld_tiles(self.state.variant, self.deal.trump)]
            picked = self.random.sample(keys, min(len(keys), self.random.randint(0, 4)))
            return ShowMelds(side, seat, {key: self.random.choice([1, 1, 1, 2, 2, 3, 4]) for key in picked})
        return ShowCards(seat, self.hands.shown(seat))

    def _sum(self) -> tuple[int, int]:
        """A sum that brings the game on: up to a third of the target; with its dixes where they are kept apart."""
        unit, target = scale(self.options), self.options["end.target"]
        points = unit * self.random.randint(0, max(3, (target or 0) // (3 * unit)))
        if self.random.random() < 0.15:
            points = unit * self.random.randint(0, 3)
        apart = keeps_dix_apart(self.state.variant) and self.deal.trump is not None
        each = unit * self.options["meld.table"]["dix"]
        return points, min(points // each, self.random.randint(0, 2)) * each if apart and each else 0
