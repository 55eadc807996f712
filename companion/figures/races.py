"""A game as a race between its sides: who won it, how far anybody was behind, and how often the lead changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.figures.facts import SeatInGame
from companion.game.record.state import GameState
from companion.rules.score.facts import Outcome


def seats_in_game(
    game: str, rules: str, state: GameState, at: str, evening: str, span: tuple[int, int] = (0, 0)
) -> Iterator[SeatInGame]:
    """A row for each player who sits at the table at the end of a game, or of what has been played of it."""
    runs = running_scores(state)
    winners = state.won.winners if state.won else ()
    counted = runs[-1]
    goal = state.variant.end_target or max((counted[side] for side in winners), default=0)
    turns = lead_turns(runs)
    for seat in range(state.players):
        side = state.side_of(seat)
        yield SeatInGame(
            game=game,
            seat=seat,
            name=state.names[seat],
            rules=rules,
            side=side,
            sides=len(state.sides),
            whole=int(state.has_played_throughout(seat)),
            finished=int(state.won is not None),
            won=int(side in winners),
            also_won=len(winners),
            points=counted[side],
            best_other=_best_other(counted, side),
            deals=_played(state),
            goal=goal,
            behind=max(0, *(_best_other(run, side) - run[side] for run in runs)),
            ahead=max(0, *(run[side] - _best_other(run, side) for run in runs)),
            turns=turns,
            evening=evening,
            at=at,
            first_second=span[0],
            last_second=span[1],
        )


def _played(state: GameState) -> int:
    """How many deals of a game count: up to the one that decided it, passed-out ones and misdeals left out."""
    last = state.won.deal if state.won else len(state.deals)
    return sum(
        deal.scored is not None and deal.scored.outcome is not Outcome.VOID and deal.number <= last
        for deal in state.deals
    )


def running_scores(state: GameState) -> list[dict[str, int]]:
    """Every side's score before the first deal and after each that counts."""
    runs = [dict.fromkeys(state.sides, 0)]
    last = state.won.deal if state.won else len(state.deals)
    for deal in state.deals:
        if deal.scored and deal.number <= last:
            runs.append({side: points + deal.change.get(side, 0) for side, points in runs[-1].items()})
    return runs


def lead_turns(runs: Sequence[dict[str, int]]) -> int:
    """How often another side came to lead alone than the one that did before; level scores change nothing."""
    turns, leader = 0, None
    for run in runs:
        best = max(run.values())
        leading = [side for side, points in run.items() if points == best]
        if len(leading) == 1:
            turns += leader is not None and leading[0] != leader
            leader = leading[0]
    return turns


def _best_other(run: dict[str, int], side: str) -> int:
    return max((points for each, points in run.items() if each != side), default=run[side])
