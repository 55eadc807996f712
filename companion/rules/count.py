"""Counting tricks: what a card, a trick and a whole pack are worth (section 5 of the rulebook)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import gcd

from companion.cards import Card, Rank
from companion.rules.pack import Pack
from companion.rules.ruling import Ruling, allow, refuse
from companion.rules.variant import Count, Unit, Variant

_SIMPLE = {Rank.ACE: 1, Rank.TEN: 1, Rank.KING: 1}
_FIVES = {Rank.ACE: 10, Rank.TEN: 10, Rank.KING: 5, Rank.QUEEN: 5}
_CLASSIC = {Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2}


@lru_cache(maxsize=64)
def rank_points(count: Count, unit: Unit) -> Mapping[Rank, int]:
    """What each rank scores in a trick, in the unit given (count.simple, count.fives, count.classic)."""
    if count is Count.FIVES:
        return _FIVES
    if count is Count.CLASSIC:
        return _CLASSIC
    return {rank: points * (10 if unit is Unit.TENS else 1) for rank, points in _SIMPLE.items()}


def count_cards(variant: Variant, cards: Iterable[Card]) -> int:
    """What these cards are worth in tricks, the last trick apart."""
    points = rank_points(variant.count, variant.unit)
    return sum(points.get(card.rank, 0) for card in cards)


def deal_total(variant: Variant) -> int:
    """What all tricks of a deal are worth together, the last trick included (count.total)."""
    return _pack_points(variant.pack, variant.count, variant.unit) + variant.count_last_trick


@lru_cache(maxsize=64)
def _pack_points(pack: Pack, count: Count, unit: Unit) -> int:
    points = rank_points(count, unit)
    return sum(copies * points.get(card.rank, 0) for card, copies in pack.counts.items())


def smallest_count(variant: Variant) -> int:
    """The figure of which every side's trick points are a multiple."""
    cards = rank_points(variant.count, variant.unit).values()
    return gcd(variant.count_last_trick, *cards)


def judge_points(variant: Variant, points: int) -> Ruling:
    """Whether one side can have taken this many trick points in a deal (count.total)."""
    total, step = deal_total(variant), smallest_count(variant)
    if not 0 <= points <= total:
        return refuse(f"Counters run from 0 to {total}, the last trick included; {points} cannot be.", "count.total")
    if points % step:
        return refuse(f"Counters come in steps of {step}; {points} cannot be.", f"count.{variant.count}")
    return allow(f"{points} of {total}.", "count.total")


def judge_split(variant: Variant, points: Mapping[str, int]) -> Ruling:
    """Whether the sides' trick points can stand beside each other: each possible, together the total (count.total)."""
    for taken in points.values():
        ruling = judge_points(variant, taken)
        if not ruling:
            return ruling
    total, together = deal_total(variant), sum(points.values())
    if together != total:
        return refuse(f"All tricks together are worth {total}; these add up to {together}.", "count.total")
    return allow(f"Together {total}.", "count.total")


def count_round(points: int) -> int:
    """Trick points rounded to tens: a last digit of 7 or more goes up (count.round).

    >>> [count_round(n) for n in (87, 126, 124, 125)]
    [90, 120, 120, 120]
    """
    tens, units = divmod(points, 10)
    return 10 * (tens + (units >= 7))
