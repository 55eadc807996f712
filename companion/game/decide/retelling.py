"""A deal told again: each step through the deciders that judged it at the table, as far as the steps fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from companion.game.decide.deal import decide_in_deal, phases_of
from companion.game.decide.ending import scored_as
from companion.game.record.commands import DealStep, ShowCards, ShowMelds, ShowNumber, TellChecks, TellDraw
from companion.game.record.events import DealEvent
from companion.game.record.fold import apply_to_deal, as_dealt
from companion.game.record.refusal import Refusal
from companion.game.record.standing import standing_of
from companion.game.record.state import DealState, GameState, Phase

SHOWN = (ShowCards, ShowMelds, ShowNumber, TellDraw, TellChecks)
"""Steps that stand beside each other in any order: what one player or side showed."""
_ORDER = list(Phase)


@dataclass(frozen=True)
class Told:
    """One step that fits, and what it led to."""

    step: DealStep
    events: tuple[DealEvent, ...]


@dataclass(frozen=True)
class Retelling:
    """A deal told again, as far as its steps fit."""

    state: GameState
    """The game as it was when this deal was dealt, with the deal as it is told so far on the table."""
    told: tuple[Told, ...]
    rest: tuple[DealStep, ...]
    """What could not be judged yet; where a step does not fit, from that one on."""
    events: tuple[DealEvent, ...]
    """What the steps lead to, with the score once the deal has come to its end."""
    refusal: Refusal | None = None
    """Why the first step that no longer fits is refused."""
    refused: DealStep | None = None

    @property
    def steps(self) -> tuple[DealStep, ...]:
        """Those that fit."""
        return tuple(told.step for told in self.told)

    @property
    def deal(self) -> DealState:
        """The deal as it is told so far.

        :raises ValueError: never, as there is always one.
        """
        if self.state.deal is None:
            raise ValueError("a deal that is told again is on the table")
        return self.state.deal

    @property
    def is_over(self) -> bool:
        """Whether the deal is told to its end: scored, or nobody has the bid."""
        return self.deal.phase is Phase.OVER


def tell_again(state: GameState, deal: DealState, steps: Sequence[DealStep]) -> Retelling:
    """Judge the steps of an earlier deal one after the other.

    A step whose time is over, as a count where the bid is now hopeless, is left out. Telling stops at the first step
    that is refused or whose time has not come; of several melds the others are still told.
    """
    now, told, refusal, refused = _before(state, deal), list[Told](), None, None
    rest: tuple[DealStep, ...] = ()
    for place, step in enumerate(steps):
        if _is_over_for(now.phase, step):
            continue
        if now.phase not in phases_of(step) or (refusal and not isinstance(step, SHOWN)):
            rest = tuple(steps[place:])
            break
        decision = decide_in_deal(now, step)
        if not isinstance(decision, Refusal):
            told.append(Told(step, tuple(_of_deal(decision))))
            now = _with_events(now, told[-1].events)
            continue
        refusal, refused = refusal or decision, refused or step
        if not isinstance(step, SHOWN):
            rest = tuple(steps[place:])
            break
    events = tuple(event for each in told for event in each.events)
    return Retelling(now, tuple(told), rest, events, refusal, refused)


def tell_to_the_end(state: GameState, deal: DealState, steps: Sequence[DealStep]) -> Retelling:
    """The same, and the deal is scored where the steps bring it to its end."""
    retold = tell_again(state, deal, steps)
    return _scored(retold) if retold.deal.phase is Phase.CONFIRM and not retold.refusal else retold


def _before(state: GameState, deal: DealState) -> GameState:
    """The game as it was when a deal was dealt."""
    then = replace(state.as_of(deal.number), deals=state.deals[: deal.number - 1], deal=as_dealt(state, deal), won=None)
    return replace(then, standing=standing_of(then)[0])


def _is_over_for(phase: Phase, step: DealStep) -> bool:
    return all(_ORDER.index(phase) > _ORDER.index(each) for each in phases_of(step))


def _of_deal(events: Sequence[object]) -> Iterator[DealEvent]:
    return (event for event in events if isinstance(event, DealEvent))


def _with_events(state: GameState, events: Sequence[DealEvent]) -> GameState:
    if state.deal is None:
        return state
    return replace(state, deal=reduce(apply_to_deal, events, state.deal))


def _scored(retold: Retelling) -> Retelling:
    scored = scored_as(retold.state, retold.deal)
    if isinstance(scored, Refusal):
        return replace(retold, refusal=scored)
    return replace(retold, state=_with_events(retold.state, (scored,)), events=(*retold.events, scored))
