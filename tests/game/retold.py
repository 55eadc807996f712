"""An earlier deal told again with some of its steps changed, as the pages would ask for it."""

from __future__ import annotations

from companion.game.commands import CloseMeld, CorrectDeal, DealStep, EndDeal
from companion.game.decide.replay import SHOWN, steps_of, with_step
from companion.game.state import GameState


def retold(state: GameState, number: int, *changed: DealStep) -> CorrectDeal:
    """The deal with each of these steps in the place of the one of its kind; after an end nothing follows."""
    deal = state.deals[number - 1]
    steps = steps_of(state, deal)
    for step in changed:
        place = _place(steps, step)
        before, after = steps[:place], steps[place:]
        if isinstance(step, SHOWN):
            steps = (*with_step(state, before, step), *after)
        else:
            steps = (*before, step, *(() if isinstance(step, EndDeal) else after[1:]))
    return CorrectDeal(number, steps)


def _place(steps: tuple[DealStep, ...], new: DealStep) -> int:
    kind = (CloseMeld, EndDeal) if isinstance(new, SHOWN) else (type(new),)
    return next((place for place, step in enumerate(steps) if isinstance(step, kind)), len(steps))
