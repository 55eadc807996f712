"""Looks ahead from the table now: who leads, and who can still win this deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from types import MappingProxyType

from companion.game.events import MeldSource
from companion.game.state import DealState, GameState, Phase
from companion.rules.choices import Aim, Moon
from companion.rules.count import smallest_count
from companion.rules.meld.kinds import quad_price
from companion.rules.phrases import both_or_several, series, several
from companion.rules.score import score_deal
from companion.rules.score.ending import advance, is_last_deal, may_agree
from companion.rules.score.facts import DealScore, Ending, Standing, asks_tricks
from companion.rules.score.teams import forms_teams

_AGREE = (
    "You may agree to end the game here: the highest score wins, and those level share it. "
    "For later games there is the house rule “Several at the target: The highest”."
)
MOST_SPLITS = 1000
"""The most ways of sharing the tricks that are all tried."""


@dataclass(frozen=True)
class Outlook:
    """The possible results of the deal on the table."""

    target: int | None
    """The target in force."""
    leaders: tuple[str, ...]
    """The sides with the highest score; none before anyone has scored."""
    notes: tuple[str, ...]
    """Sentences on why a side at the target has not won, and on who can still win."""
    chances: tuple[str, ...]
    """Sentences on who can win the game with this deal; none before the meld is entered, while nobody is near, for many
    sides, or for teams that only this deal makes."""


def look_ahead(state: GameState) -> Outlook:
    """Return the outlook of a game as it is now."""
    standing = state.standing
    best = max(standing.scores.values())
    leaders = tuple(side for side, score in standing.scores.items() if score == best)
    level = len(leaders) == len(standing.scores)
    playing = state.deal is not None and state.phase is Phase.PLAY
    chances = _chances(state, state.deal, standing) if state.deal and playing else ()
    target = None if state.variant.end_deal else standing.target
    return Outlook(target, () if level else leaders, _notes(state, standing), chances)


def _notes(state: GameState, standing: Standing) -> tuple[str, ...]:
    """Say what a score at the target means while nobody has won."""
    if state.variant.end_deal or state.won:
        return ()
    return (*_at_target_says(state, standing), *_last_deal_says(state, standing))


def _at_target_says(state: GameState, standing: Standing) -> tuple[str, ...]:
    variant, target = state.variant, standing.target
    there = [side for side in state.sides if target is not None and standing.scores[side] >= target]
    notes = [_bid_out_says(state, standing, side) for side in there] if variant.end_bid_out else []
    if len(there) > 1 and not variant.end_bid_out:
        notes.append(f"{_listed(state, there)} are at {target} or more: another deal is played.")
        if may_agree(variant, standing):
            notes.append(_AGREE)
    if target != variant.end_target:
        notes.append(f"{both_or_several(state.sides)} were at the target, so the game goes on to {target}.")
    if 0 < len(standing.playing) < len(state.sides):
        where = "after the last deal" if is_last_deal(variant, standing.counted) else "at the target"
        notes.append(f"Only {_listed(state, standing.playing)} can still win: they were level {where}.")
    return tuple(notes)


def _last_deal_says(state: GameState, standing: Standing) -> tuple[str, ...]:
    """Say how near a game of a set number of deals is to its last (end.deals)."""
    last, counted = state.variant.end_deals, standing.counted
    if last is None:
        return ()
    left = last - counted
    if left < 1:
        return ("Level after the last deal: another one decides.",)
    return ("This is the last deal: the best score wins.",) if left == 1 else (f"{left} deals are left to play.",)


def _bid_out_says(state: GameState, standing: Standing, side: str) -> str:
    says = f"{state.side_name(side)}: over the target with {standing.scores[side]}, but only a bid that is made wins"
    if state.variant.end_slide_out is None:
        return f"{says}."
    left = state.variant.end_slide_out - standing.failed_against.get(side, 0)
    return f"{says}, or {several(left, 'more failed bid')} of the others."


def _listed(state: GameState, sides: Sequence[str]) -> str:
    return series(map(state.side_name, sides))


def _moon_chances(state: GameState, deal: DealState, standing: Standing, moon: Moon) -> tuple[str, ...]:
    """Say who wins the game if the moon is made, and who if it fails, unless others' tricks decide that."""
    teams, bidder = state.teams_of(deal), state.bidding_side(deal)
    most, other = state.trick_range(deal)[1], next((side for side in teams.heads if side != bidder), "")
    ways = {"made": bidder, "not made": other}
    if deal.aim is Aim.NO_TRICK:
        ways = {"made": other, "not made": bidder}
    if moon.others_score:
        ways = {"made": bidder} if deal.aim is Aim.EVERY_TRICK else {}
    won = {}
    for way, taker in ways.items():
        tricks = {side: int(side == taker) for side in teams.heads}
        won[way] = _winners(state, deal, standing, {taker: most}, tricks)
    name = state.variant.meld_names.called(deal.aim)
    return tuple(f"If the {name} is {way}, the game goes to {_listed(state, who)}." for way, who in won.items() if who)


def _chances(state: GameState, deal: DealState, standing: Standing) -> tuple[str, ...]:
    if moon := state.variant.moon_for(deal.aim):
        return _moon_chances(state, deal, standing, moon)
    sides = state.sides_in(deal)
    if _count_splits(state, deal) > MOST_SPLITS or forms_teams(state.variant):
        return ()
    wins: dict[str, list[int]] = {side: [] for side in sides}
    unless = _unless_quad(state, deal)
    close = _is_close(state, deal, standing)
    if not close and not state.variant.end_all_tricks.wins:
        return unless
    splits = list(_splits(state, deal)) if close else []
    for points in splits:
        for winner in _winners(state, deal, standing, points):
            wins[winner].append(points[winner])
    most = state.trick_range(deal)[1]
    by_any = {side for side in sides if wins[side] and _wins_by_any_trick(state, deal, standing, splits, side, wins)}
    says = {side: _chance_says(state, won, len(splits), most, side in by_any) for side, won in wins.items()}
    if len(set(says.values())) > 1:
        return (*(f"{state.side_name(side)} {chance}." for side, chance in says.items()), *unless)
    nobody = not any(wins.values()) and not state.variant.end_all_tricks.wins
    return ("Nobody can win the game with this deal." if nobody else f"Each side {says[sides[0]]}.", *unless)


def _unless_quad(state: GameState, deal: DealState) -> tuple[str, ...]:
    """Say what four of a meld would change if a meld entered as a mere number hides them (end.quad-pinochle)."""
    fold = state.variant.end_quad_pinochle
    if fold is None:
        return ()
    wins = f"Then {fold.at_least} in tricks win too" if fold.at_least else "Then it wins whatever the tricks"
    least = quad_price(state.variant)
    numbers = [s for s in deal.shown if s.source is MeldSource.NUMBER and s.points >= least]
    names = dict.fromkeys(state.side_name(s.side) for s in numbers if s.side not in state.quads(deal))
    return tuple(f"Did {name} meld a {fold}? {wins}." for name in names)


def _is_close(state: GameState, deal: DealState, standing: Standing) -> bool:
    """Return True if a side is near enough to a winning score for the splits of the trick points to be worth trying."""
    bid = deal.contract.bid if deal.contract else 0
    most = state.trick_range(deal)[1] + bid + state.variant.end_all_tricks.bonus
    goals = [goal for goal in (standing.target, state.variant.end_no_progress) if goal is not None]
    highest = max(standing.scores[side] + deal.meld(side) for side in state.sides_in(deal))
    if state.variant.end_deal or state.quads(deal) or is_last_deal(state.variant, standing.counted + 1):
        return True
    near = any(highest + most >= goal for goal in goals)
    return near or state.variant.floor is not None or state.variant.end_spread is not None


def _splits(state: GameState, deal: DealState) -> Iterator[dict[str, int]]:
    """Yield every split of the trick points between the sides (count.total)."""
    sides, step = state.sides_in(deal), smallest_count(state.variant)
    least, most = state.trick_range(deal)
    for total in range(least, most + 1, step):
        for shares in _shares(total, step, len(sides)):
            yield dict(zip(sides, shares, strict=True))


def _count_splits(state: GameState, deal: DealState) -> int:
    (least, most), step = state.trick_range(deal), smallest_count(state.variant)
    others = len(state.sides_in(deal)) - 1
    return sum(comb(total // step + others, others) for total in range(least, most + 1, step))


def _shares(total: int, step: int, sides: int) -> Iterator[tuple[int, ...]]:
    """Every way in which a number of sides can share a total, in multiples of a step."""
    if sides == 1:
        yield (total,)
        return
    for taken in range(0, total + 1, step):
        for others in _shares(total - taken, step, sides - 1):
            yield taken, *others


def _wins_by_any_trick(
    state: GameState,
    deal: DealState,
    standing: Standing,
    splits: Sequence[Mapping[str, int]],
    side: str,
    wins: Mapping[str, Sequence[int]],
) -> bool:
    """Return True if a side wins with any trick, even one without counters, and needs one to win."""
    if not asks_tricks(state.variant) or {points[side] for points in splits} - {0} != {*wins[side]}:
        return False
    nothing = [points for points in splits if points[side] == 0]
    return any(side in _winners(state, deal, standing, points, {side: 1}) for points in nothing)


def _winners(
    state: GameState,
    deal: DealState,
    standing: Standing,
    points: Mapping[str, int],
    tricks: Mapping[str, int] = MappingProxyType({}),
) -> tuple[str, ...]:
    """Return the winners of the game if the deal's counters are shared so, with these tricks as far as given."""
    facts = state.facts_of(deal, Ending(points=points, tricks=tricks))
    score = score_deal(state.variant, facts)
    if not isinstance(score, DealScore):
        return ()
    _, victory = advance(state.variant, standing, facts, score)
    return victory.winners if victory else ()


def _chance_says(state: GameState, won: list[int], splits: int, most: int, any_trick: bool) -> str:
    winning = sorted(set(won))
    if not winning:
        return "can win only by every trick" if state.variant.end_all_tricks.wins else "cannot win with this deal"
    if len(won) == splits:
        return "will win with this deal, whatever the tricks"
    if any_trick:
        return "can win the game with any trick"
    if winning[-1] == most:
        return f"can win the game with {winning[0]} or more in tricks"
    return f"can win the game with {winning[0]} to {winning[-1]} in tricks"
