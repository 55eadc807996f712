"""Entering a ruling: what it would change is shown first, and written down only when somebody says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.game.decide.ruling import entry_of, ruling_preview
from companion.game.evidence.at_table import counters_so_far
from companion.game.record.events import DealScored
from companion.game.record.refusal import Refusal
from companion.game.record.state import DealState, GameState, Phase
from companion.game.record.trick_commands import EnterRuling
from companion.rules.referee import Settled
from companion.rules.score import DealEnd
from companion.web.settle.case import Case
from companion.web.settle.facts import Facts


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
    taken: Mapping[str, int] = field(default_factory=dict)
    """By side, what was taken until then: as somebody typed it, else as the tricks were recorded."""


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
    asks = _asks_points(state.deal, settled)
    taken = _taken(case, state, state.deal, facts) if asks else {}
    command = entry_of(settled, taken)
    if made:
        command = replace(command, accuser=made.accuser, accused=made.accused, trick=made.trick)
    found = ruling_preview(state, state.deal, command)
    says = state.with_names(settled.consequence.says) if settled.consequence else ""
    if isinstance(found, Refusal):
        return Entry(command, says, refused=found.says, asks_points=asks, taken=taken)
    working = found.working if found else ()
    return Entry(command, says, _changes(case, found), working, asks_points=asks, taken=taken)


def _taken(case: Case, state: GameState, deal: DealState, facts: Facts) -> dict[str, int]:
    # With a stock the tricks are recorded only once it is used up, so that their count is not the whole one.
    told = {side: facts.number(f"so-far-{side}", case.name(side)) for side in state.sides_in(deal)}
    if not any(facts.says(f"so-far-{side}") for side in told) and state.trick_log.kept and deal.stock is None:
        return counters_so_far(state, deal)
    return {side: number for side, number in told.items() if number is not None}


def _asks_points(deal: DealState, settled: Settled) -> bool:
    follows = settled.consequence
    if follows is None or deal.phase is not Phase.PLAY:
        return False
    return follows.end in (DealEnd.RENEGE, DealEnd.CLAIM) or follows.offender is not None


def _changes(case: Case, scored: DealScored | None) -> tuple[tuple[str, int, int], ...]:
    state = case.state
    if state is None or scored is None:
        return ()
    scores = state.standing.scores
    return tuple((case.name(each.side), each.points, scores[each.side] + each.points) for each in scored.change)
