"""Entering a ruling: what it would change is shown first, and written down only when somebody says so."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.game.events import DealScored
from companion.game.referee import entry_of, ruling_preview
from companion.game.referee_commands import EnterRuling
from companion.game.refusal import Refusal
from companion.game.state import DealState, Phase
from companion.rules.deal import DealEnd
from companion.rules.referee import Settled
from companion.web.settle_case import Case
from companion.web.settle_facts import Facts


@dataclass(frozen=True)
class Entry:
    """What a ruling would write into the score of the deal on the table."""

    command: EnterRuling
    says: str
    """What is entered; empty where nothing follows and the ruling is only kept."""
    changes: tuple[tuple[str, int, int], ...] = ()
    """By side: its name, the change, and the score that it makes."""
    working: tuple[str, ...] = ()
    refused: str = ""
    """Why it can't be entered now."""
    asks_points: bool = False
    """Whether the penalty looks at what was taken until then."""


@dataclass(frozen=True)
class Accusation:
    """Who accuses whom, by seat, and of which trick."""

    accuser: int
    accused: int
    trick: int


def entry_for(case: Case, settled: Settled, facts: Facts, made: Accusation | None = None) -> Entry | None:
    """What may be entered of a ruling; None without a deal on the table.

    :param settled: with the sides as recorded sentences mark them.
    :param made: the accusation that the ruling answers.
    :raises QuestionError: if the counters taken until then are no numbers.
    """
    state = case.state
    if state is None or state.deal is None:
        return None
    points = {side: facts.number(f"so-far-{side}", case.name(side)) for side in state.sides_in(state.deal)}
    command = entry_of(settled, {side: number for side, number in points.items() if number is not None})
    if made:
        command = replace(command, accuser=made.accuser, accused=made.accused, trick=made.trick)
    found = ruling_preview(state, state.deal, command)
    says = state.told(settled.consequence.says) if settled.consequence else ""
    asks = _asks_points(state.deal, settled)
    if isinstance(found, Refusal):
        return Entry(command, says, refused=found.says, asks_points=asks)
    return Entry(command, says, _changes(case, found), found.working if found else (), asks_points=asks)


def _asks_points(deal: DealState, settled: Settled) -> bool:
    follows = settled.consequence
    return follows is not None and follows.end in (DealEnd.RENEGE, DealEnd.CLAIM) and deal.phase is Phase.PLAY


def _changes(case: Case, scored: DealScored | None) -> tuple[tuple[str, int, int], ...]:
    state = case.state
    if state is None or scored is None:
        return ()
    scores = state.standing.scores
    return tuple((case.name(each.side), each.points, scores[each.side] + each.points) for each in scored.change)
