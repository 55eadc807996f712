"""Counters in the cards taken in tricks, and the counts that are possible (section 5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import gcd

from companion.cards import Card, Rank
from companion.rules.choices import BidBy, Count, Draw, Sides, Unit
from companion.rules.pack import Pack
from companion.rules.ruling import Ruling, allow, refuse
from companion.rules.variant import Variant

_SIMPLE = {Rank.ACE: 1, Rank.TEN: 1, Rank.KING: 1}
_FIVES = {Rank.ACE: 10, Rank.TEN: 10, Rank.KING: 5, Rank.QUEEN: 5}
_CLASSIC = {Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2}


@lru_cache(maxsize=64)
def rank_points(count: Count, unit: Unit) -> Mapping[Rank, int]:
    """Return the points of each rank in a trick, in the unit given (count.simple, count.fives, count.classic)."""
    if count is Count.FIVES:
        return _FIVES
    if count is Count.CLASSIC:
        return _CLASSIC
    return {rank: points * (10 if unit is Unit.TENS else 1) for rank, points in _SIMPLE.items()}


def count_cards(variant: Variant, cards: Iterable[Card]) -> int:
    """Return the worth of these cards in tricks by themselves."""
    points = rank_points(variant.count, variant.unit)
    return sum(points.get(card.rank, 0) for card in cards)


def deal_total(variant: Variant) -> int:
    """Return the worth of all tricks of a deal together (count.total, count.first-trick, count.last-trick)."""
    return _pack_points(variant.pack, variant.count, variant.unit) + sum(variant.bonus_tricks.values())


def trick_bonus(variant: Variant, first: bool, last: bool) -> int:
    """Return what a trick adds as the first or last of a deal (count.first-trick, count.last-trick)."""
    return variant.count_first_trick * first + variant.count_last_trick * last


@lru_cache(maxsize=64)
def _pack_points(pack: Pack, count: Count, unit: Unit) -> int:
    points = rank_points(count, unit)
    return sum(copies * points.get(card.rank, 0) for card, copies in pack.counts.items())


def smallest_count(variant: Variant) -> int:
    """The figure of which every side's trick points are a multiple."""
    cards = rank_points(variant.count, variant.unit).values()
    return gcd(variant.count_first_trick, variant.count_last_trick, *cards)


def in_counters(variant: Variant, points: int) -> int:
    """The least that a side can take to have this many trick points: a counter more where they are no multiple of one.

    >>> from companion.rules.variants import find_variant
    >>> in_counters(find_variant("site"), 1), in_counters(find_variant("joedog"), 1)
    (10, 1)
    """
    return points + -points % smallest_count(variant)


def upper(least: int, most: int) -> str:
    """The most that tricks come to, in words: ``25`` where it is certain, ``at most 16`` where cards stay undealt."""
    return str(most) if least == most else f"at most {most}"


LEAVES_CARDS = (Draw.UNUSED, Draw.DISCARD_AND_DRAW)
"""How hands come about where cards of the pack stay with nobody."""


def total_range(variant: Variant, players: int) -> tuple[int, int]:
    """Return the least and the most for all tricks and laid-away cards that count (count.total).

    Both are the same where every card counts for somebody.
    """
    total, kitty = deal_total(variant), variant.kitty_size
    in_play = players * variant.hand_size + (kitty if variant.kitty_counts or variant.kitty_deal_out else 0)
    if variant.draw in LEAVES_CARDS:
        out = variant.pack.size - in_play
        return total - dearest_cards(variant, out), dearest_cards(variant, in_play) + sum(variant.bonus_tricks.values())
    if kitty and not (variant.kitty_counts or variant.kitty_deal_out):
        return total - dearest_cards(variant, kitty), total
    return total, total


def fill_in(heads: Sequence[str], points: Mapping[str, int], bounds: tuple[int, int]) -> dict[str, int]:
    """The trick points of all who share the tricks: where just one is missing, or nothing is left, the rest is known.

    :param bounds: the least and the most that all tricks come to; where these differ nothing can be filled in.
    """
    missing, (least, most) = [each for each in heads if each not in points], bounds
    left = most - sum(points.values())
    if least != most or left < 0 or (left and len(missing) != 1):
        return dict(points)
    return {**points, **dict.fromkeys(missing, left)}


@lru_cache(maxsize=64)
def _dearest(pack: Pack, count: Count, unit: Unit, cards: int) -> int:
    """Return the most that this many of the pack's cards are worth in tricks."""
    points = rank_points(count, unit)
    worth = sorted((points.get(card.rank, 0) for card, n in pack.counts.items() for _ in range(n)), reverse=True)
    return sum(worth[:cards])


def cheapest_cards(variant: Variant, cards: int) -> int:
    """Return the least that this many cards of the pack are worth in tricks: 0 in most packs."""
    worth = _pack_points(variant.pack, variant.count, variant.unit)
    return worth - dearest_cards(variant, variant.pack.size - cards)


def dearest_cards(variant: Variant, cards: int) -> int:
    """Return the most that this many cards of the pack are worth in tricks by themselves."""
    return _dearest(variant.pack, variant.count, variant.unit, cards)


def players_of(variant: Variant, sides: int) -> int:
    """How many players this many sides are."""
    return sides if variant.sides in (Sides.EACH, Sides.CALLED) else variant.players[1]


def judge_points(variant: Variant, points: int, most: int | None = None) -> Ruling:
    """Judge whether one side can have taken this many trick points in a deal (count.total).

    :param most: the most for all tricks, where that is known to be less than for the whole pack.
    """
    total, step = deal_total(variant) if most is None else most, smallest_count(variant)
    if not 0 <= points <= total:
        tricks = " and the ".join(variant.bonus_tricks)
        bonus = f", the {tricks} trick included" if tricks else ""
        return refuse(f"Counters run from 0 to {total}{bonus}; {points} cannot be.", "count.total")
    if points % step:
        return refuse(f"Counters come in steps of {step}; {points} cannot be.", f"count.{variant.count}")
    return allow(f"{points} of {total}.", "count.total")


def judge_split(variant: Variant, points: Mapping[str, int], whole: bool = True) -> Ruling:
    """Judge whether the sides' trick points fit each other: each possible, together the total (count.total).

    :param whole: whether every trick was played; if not, only the most that they can come to binds.
    """
    least, most = total_range(variant, players_of(variant, len(points)))
    for taken in points.values():
        ruling = judge_points(variant, taken, most)
        if not ruling:
            return ruling
    together = sum(points.values())
    if together > most or (whole and together < least):
        worth = str(most) if least == most else f"at least {least} and at most {most}"
        return refuse(f"All tricks together are worth {worth}; these add up to {together}.", "count.total")
    return allow(f"Together {together}.", "count.total")


def rounded(variant: Variant, points: int) -> int:
    """Trick points as they count: rounded to tens where the table does so (count.round, count.round-up).

    >>> from companion.rules.variants import find_variant
    >>> [rounded(find_variant("two-handed"), n) for n in (87, 126, 124, 125)]
    [90, 120, 120, 120]
    """
    if not variant.count_round:
        return points
    tens, units = divmod(points, 10)
    return 10 * (tens + (units >= variant.count_round_up.least))


def toward_bid(variant: Variant, points: int) -> int:
    """Trick points as they count for a bid: rounded or exact, as the table plays it (count.round-bid)."""
    return points if variant.count_round_bid is BidBy.EXACT else rounded(variant, points)


def least_toward_bid(variant: Variant, needed: int) -> int:
    """Return the least trick points that count for a bid as at least ``needed``.

    >>> from companion.rules.variants import find_variant
    >>> [least_toward_bid(find_variant("two-handed"), n) for n in (120, 125)]
    [117, 127]
    """
    if not variant.count_round or variant.count_round_bid is BidBy.EXACT:
        return needed
    return -(-needed // 10) * 10 - 10 + variant.count_round_up.least
