"""A game of a set number of deals: who has won after the last (end.deals)."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.choices import LevelAtEnd, TieRule
from companion.rules.phrases import series
from companion.rules.score.facts import DealFacts, Names, figure
from companion.rules.score.standing import Standing, Victory, bidders_among
from companion.rules.variant import Variant


def by_deals(variant: Variant, after: Standing, deal: DealFacts, name: Names) -> tuple[Standing, Victory | None]:
    """The best score once the set number of deals has been counted, wherever the target is (end.deals)."""
    if not is_last_deal(variant, after.counted):
        return after, None
    contend = after.playing or tuple(after.scores)
    best = max(after.scores[side] for side in contend)
    leaders = [side for side in contend if after.scores[side] == best]
    if len(leaders) == 1:
        says = f"{name(leaders[0])}: {figure(best)}, the most after {_deals(after.counted)}."
        return after, Victory(leaders[0], "end.deals", says)
    if variant.end_deals_level is LevelAtEnd.SHARED:
        says = f"{series(map(name, leaders))}: level with {figure(best)} after {_deals(after.counted)}, and share it."
        return after, Victory(leaders[0], "end.deals-level.shared", says, tuple(leaders[1:]))
    return _level_after_last(variant, after, deal, leaders, name)


def is_last_deal(variant: Variant, counted: int) -> bool:
    """Whether the deal that makes so many is the last of a set number, or one played after it (end.deals)."""
    return variant.end_deals is not None and not variant.end_deal and counted >= variant.end_deals


def _deals(counted: int) -> str:
    return f"{counted} deal{'' if counted == 1 else 's'}"


def _level_after_last(
    variant: Variant, after: Standing, deal: DealFacts, leaders: list[str], name: Names
) -> tuple[Standing, Victory | None]:
    """What the variant's own tie rules make of those who lead level: a winner, or another deal (end.deals-level)."""
    for rule in variant.end_tie:
        bidders = bidders_among(variant, deal, leaders) if rule is TieRule.BIDDER else []
        if bidders:
            whose = " & ".join(map(name, bidders))
            says = f"Several are level after {_deals(after.counted)}: the bidding side wins, {whose}."
            return after, Victory(bidders[0], "end.tie-bidder", says, tuple(bidders[1:]))
        if rule is TieRule.HIGH:
            return replace(after, playing=tuple(leaders)), None
        if rule is not TieRule.BIDDER:
            break
    return after, None
