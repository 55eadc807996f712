"""A game under way that is known by its scores alone: what they prove, and why nobody has won yet (section 7)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from companion.rules.choices import Extend, TieRule
from companion.rules.phrases import series
from companion.rules.score.ending import is_last_deal, raised_above
from companion.rules.score.facts import Names, Standing, side_name
from companion.rules.variant import Variant


@dataclass(frozen=True)
class History:
    """What a table enters of a game other than the scores; all of it may be left out."""

    risen: frozenset[str] = frozenset()
    """Sides whose score has risen in some deal (end.no-progress)."""
    failed_against: Mapping[str, int] | None = None
    """By side, the bids that its opponents have failed since it got to the target (end.slide-out)."""
    target: int | None = None
    """The target in force, where it has risen (end.tie-extend)."""
    playing: tuple[str, ...] = ()
    """The sides that can still win, where level sides play on alone (end.tie-high)."""
    counted: int = 0
    """The deals counted so far (end.deals)."""


NO_HISTORY = History()


def resume(variant: Variant, scores: Mapping[str, int], history: History = NO_HISTORY) -> Standing:
    """The standing between two deals, as the scores and the history prove it.

    Several at the target while the game goes on prove that it has risen (end.tie-extend), or that those who are level
    at the top play on without the others (end.tie-high).

    :raises ValueError: if the history has a target, or who can still win, that cannot be.
    """
    target = _proven_target(variant, scores)
    if history.target is not None:
        target = _entered_target(variant, target, history.target)
    playing = history.playing or _level_at_target(variant, scores)
    if len(playing) < len(scores) and not _level_play_alone(variant):
        raise ValueError("at this table level sides do not play on alone, so every side can still win")
    failed = dict(history.failed_against or {})
    return Standing(dict(scores), history.risen, failed, target, playing, history.counted)


def _level_play_alone(variant: Variant) -> bool:
    """Whether level sides may be left to decide a game alone: at the target, or after its last deal (end.tie-high)."""
    decided_by_deals = variant.end_deals is not None and TieRule.HIGH in variant.end_tie
    return decided_by_deals or last_tie_rule(variant) is TieRule.HIGH


def last_tie_rule(variant: Variant) -> TieRule | Extend | None:
    """The tie rule that leaves a game open: the first that does not ask who bid; None where ties decide nothing."""
    if variant.end_deal or variant.end_bid_out or variant.end_target is None:
        return None
    return next((rule for rule in variant.end_tie if rule is not TieRule.BIDDER), None)


def _at_target(variant: Variant, scores: Mapping[str, int]) -> list[str]:
    return [side for side, points in scores.items() if points >= (variant.end_target or 0)]


def _proven_target(variant: Variant, scores: Mapping[str, int]) -> int | None:
    """The target, raised past all but one of those who are there: that one may stand at the new target already.

    A side that is there alone proves nothing: only the table knows whether the target had risen before.
    """
    target, rule, there = variant.end_target, last_tie_rule(variant), _at_target(variant, scores)
    if target is None or len(there) < 2 or not isinstance(rule, Extend):
        return target
    _, second, *_ = sorted((scores[side] for side in there), reverse=True)
    return raised_above(second, target, rule.step)


def _entered_target(variant: Variant, proven: int | None, entered: int) -> int:
    first, rule = variant.end_target, last_tie_rule(variant)
    if first is None:
        raise ValueError("there is no target at this table")
    if not isinstance(rule, Extend):
        if entered == first:
            return entered
        raise ValueError(f"at this table the target stays at {first}, so it cannot be {entered}")
    if entered < (proven or first) or (entered - first) % rule.step:
        least = proven or first
        raise ValueError(f"with these scores the target is {least}, {least + rule.step} or so on, not {entered}")
    return entered


def _level_at_target(variant: Variant, scores: Mapping[str, int]) -> tuple[str, ...]:
    """The sides that were level at the top when the target was reached; all where nobody is there."""
    there = _at_target(variant, scores) if last_tie_rule(variant) is TieRule.HIGH else []
    best = max((scores[side] for side in there), default=0)
    leaders = tuple(side for side in there if scores[side] == best)
    return leaders if len(leaders) > 1 else tuple(scores)


@dataclass(frozen=True)
class Open:
    """Why a game has no winner yet."""

    says: str
    clauses: tuple[str, ...]
    surprising: bool
    """Whether a score looks like a winning one all the same."""


def why_open(variant: Variant, before: Standing, after: Standing, name: Names = side_name) -> Open:
    """Why nobody has won with the deal that led from one standing to the other (end.target, end.tie, end.bid-out)."""
    target = after.target
    if is_last_deal(variant, after.counted):
        return _level_at_last(after, name)
    there = [side for side in after.scores if target is not None and after.scores[side] >= target]
    if target != before.target:
        says = f"several were at the target, so it rises to {target}"
        return Open(says, ("end.tie-extend", "end.tie", "end.target"), surprising=True)
    if not there:
        return _nobody_there(variant, target)
    if variant.end_bid_out:
        says = f"{name(there[0])} is at the target, but going out takes a bid that was made"
        return Open(says, ("end.bid-out", "end.target"), surprising=True)
    return _tied(variant, after, there, name)


def _level_at_last(after: Standing, name: Names) -> Open:
    best = max(after.scores[side] for side in after.playing)
    level = series([name(side) for side in after.playing if after.scores[side] == best])
    says = f"{level} lead level after {after.counted} deals, so another deal is played"
    return Open(says, ("end.deals-level", "end.deals", "end.tie"), surprising=True)


def _nobody_there(variant: Variant, target: int | None) -> Open:
    if target != variant.end_target:
        says = f"the target has risen to {target}, and no side is there"
        return Open(says, ("end.tie-extend", "end.target"), surprising=True)
    bid_out = ("end.bid-out",) if variant.end_bid_out else ()
    return Open("no side is at the target", (*bid_out, "end.target"), surprising=False)


def _tied(variant: Variant, after: Standing, there: Collection[str], name: Names) -> Open:
    rule = last_tie_rule(variant)
    clauses = (f"end.tie-{rule}" if isinstance(rule, TieRule) else "end.tie-bidder", "end.tie", "end.target")
    if set(after.playing) == set(after.scores):
        return Open("several are at the target, so another deal is played", clauses, surprising=True)
    level = series([name(side) for side in after.playing])
    if set(there) & set(after.playing):
        return Open(f"{level} are level and play on", clauses, surprising=True)
    return Open(f"only {level} can still win, who were level at the target", clauses, surprising=True)
