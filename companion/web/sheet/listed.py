"""What was told of the deals on a score sheet, judged once for each deal however often the sheet is shown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from companion.game.decide.retelling import tell_to_the_end
from companion.game.decide.steps import steps_of
from companion.game.record.state import NO_TRICK_LOG, GameState
from companion.rules.score.standing import opening
from companion.web.sheet.steps import Row, rows_of

DEALS_KEPT = 1024


@dataclass(frozen=True)
class _ToldDeal:
    """One deal of a game, its only one, with all on which its steps depend and nothing else: no earlier deal is."""

    state: GameState

    def __hash__(self) -> int:
        return hash((self.state.variant.key, self.state.names, self.state.deals[-1].number))


def steps_told(state: GameState, number: int) -> tuple[Row, ...]:
    """The steps of a deal on the score sheet, each with the part of its page that it opens."""
    then = replace(state.as_of(number), standing=opening(state.variant, state.sides))
    alone = replace(then, deals=state.deals[number - 1 : number], deal=None, won=None, predecessors=())
    return _rows(_ToldDeal(replace(alone, trick_log=NO_TRICK_LOG, previous=None)))


@lru_cache(DEALS_KEPT)
def _rows(told: _ToldDeal) -> tuple[Row, ...]:
    state, deal = told.state, told.state.deals[-1]
    return tuple(rows_of(state, tell_to_the_end(state, deal, steps_of(state, deal))))
