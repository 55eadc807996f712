"""Reasons why nobody has won yet: how a game under way goes on (section 7)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from companion.rules.choices import Extend, TieRule
from companion.rules.phrases import series
from companion.rules.score.ending import count_deals, is_last_deal
from companion.rules.score.facts import Names, Standing, side_name
from companion.rules.variant import Variant


def level_play_alone(variant: Variant) -> bool:
    """Return True if level sides may decide a game alone: at the target, or after its last deal (end.tie-high)."""
    decided_by_deals = variant.end_deals is not None and TieRule.HIGH in variant.end_tie
    return decided_by_deals or last_tie_rule(variant) is TieRule.HIGH


def last_tie_rule(variant: Variant) -> TieRule | Extend | None:
    """Return the tie rule for a game left open: the first that does not ask who bid; None where ties decide nothing."""
    if variant.end_deal or variant.end_bid_out or variant.end_target is None:
        return None
    return next((rule for rule in variant.end_tie if rule is not TieRule.BIDDER), None)


@dataclass(frozen=True)
class Open:
    """The reason why a game has no winner yet."""

    says: str
    clauses: tuple[str, ...]
    surprising: bool
    """True if a score looks like a winning one all the same."""


def why_open(variant: Variant, before: Standing, after: Standing, name: Names = side_name) -> Open:
    """Return why nobody has won with the deal between two standings (end.target, end.tie, end.bid-out)."""
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
    says = f"{level} lead level after {count_deals(after.counted)}, so another deal is played"
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
