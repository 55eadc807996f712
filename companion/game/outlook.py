"""Looks ahead from the table as it stands: who leads, and who can still win this deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.game.events import DealEnded, SidePoints
from companion.game.state import DealState, GameState, Phase
from companion.rules.count import deal_total, smallest_count
from companion.rules.deal import DealEnd, DealScore
from companion.rules.ending import Standing, advance
from companion.rules.score import score_deal


@dataclass(frozen=True)
class Outlook:
    """What may come of the deal on the table."""

    target: int | None
    """The target in force."""
    leaders: tuple[str, ...]
    """The sides with the highest score; none before anyone has scored."""
    chances: tuple[str, ...]
    """Sentences on who can win the game with this deal; none until the meld is told."""


def look_ahead(state: GameState) -> Outlook:
    """The outlook of a game as it stands."""
    standing = state.standing
    best = max(standing.scores.values())
    leaders = tuple(side for side, score in standing.scores.items() if score == best)
    level = len(leaders) == len(standing.scores)
    playing = state.deal is not None and state.phase is Phase.PLAY
    chances = _chances(state, state.deal, standing) if state.deal and playing else ()
    return Outlook(standing.target, () if level else leaders, chances)


def _chances(state: GameState, deal: DealState, standing: Standing) -> tuple[str, ...]:
    wins: dict[str, list[int]] = {side: [] for side in state.sides}
    splits = list(_splits(state)) if _is_close(state, deal, standing) else []
    for points in splits:
        winner = _winner(state, deal, standing, points)
        if winner:
            wins[winner].append(points[winner])
    says = {side: _chance_says(state, sorted(set(won)), len(splits)) for side, won in wins.items()}
    if len(set(says.values())) > 1:
        return tuple(f"{state.side_name(side)} {chance}." for side, chance in says.items())
    nobody = not any(wins.values()) and not state.variant.end_all_tricks.wins
    return ("Nobody can win the game with this deal.",) if nobody else (f"Each side {says[state.sides[0]]}.",)


def _is_close(state: GameState, deal: DealState, standing: Standing) -> bool:
    """Whether any side comes near enough to a winning score that the splits of the trick points are worth trying."""
    bid = deal.contract.bid if deal.contract else 0
    most = deal_total(state.variant) + bid + state.variant.end_all_tricks.bonus
    goals = [goal for goal in (standing.target, state.variant.end_no_progress) if goal is not None]
    near = any(standing.scores[side] + deal.meld(side) + most >= goal for side in state.sides for goal in goals)
    return near or state.variant.floor is not None


def _splits(state: GameState) -> Iterator[dict[str, int]]:
    """Ways in which two sides can share the trick points, everyone else taking nothing."""
    total, step = deal_total(state.variant), smallest_count(state.variant)
    first = state.sides[0]
    for taken in range(0, total + 1, step):
        for other in state.sides[1:]:
            yield {**dict.fromkeys(state.sides, 0), first: taken, other: total - taken}


def _winner(state: GameState, deal: DealState, standing: Standing, points: Mapping[str, int]) -> str | None:
    ended = DealEnded(DealEnd.PLAYED, tuple(SidePoints(side, taken) for side, taken in points.items()))
    facts = state.facts_of(deal, ended)
    score = score_deal(state.variant, facts)
    if not isinstance(score, DealScore):
        return None
    _, victory = advance(state.variant, standing, facts, score)
    return victory.winner if victory else None


def _chance_says(state: GameState, winning: list[int], splits: int) -> str:
    if not winning:
        return "can win only by every trick" if state.variant.end_all_tricks.wins else "cannot win with this deal"
    if len(winning) == splits:
        return "will win with this deal, whatever the tricks"
    total = deal_total(state.variant)
    if winning[-1] == total:
        return f"can win the game with {winning[0]} or more in tricks"
    return f"can win the game with {winning[0]} to {winning[-1]} in tricks"
