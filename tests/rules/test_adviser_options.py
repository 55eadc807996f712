"""Every option that decides if a bid is made is known to the adviser, or no line serves a table that plays it."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

import pytest

from companion.cards import Suit
from companion.rules.adviser.advice import Spread, TrumpOutlook
from companion.rules.adviser.lines import lines_of
from companion.rules.count import deal_total, smallest_count
from companion.rules.dealing import deal_problems
from companion.rules.options import OPTIONS, OptionError, with_options
from companion.rules.ruling import Ruling
from companion.rules.score import DealEnd
from companion.rules.score.deal import score_deal
from companion.rules.score.facts import DealFacts, Ending, Outcome
from companion.rules.variant import Variant
from companion.rules.variants import find_variant
from tests.rules.another_value import others

SITE = find_variant("site")
EXACT = with_options(find_variant("auction"), {"units.prices": None})
BASES = (SITE, EXACT, with_options(EXACT, {"count.round": True}))


@lru_cache(maxsize=8)
def _cases(base: Variant) -> tuple[tuple[int, int, int], ...]:
    """Bids, melds and trick points of the bidder's side, made by just so much or missed."""
    middle, step, scale = deal_total(base) // 2 // 10 * 10, smallest_count(base), base.scale
    counts = (0, step, *(middle + by * step for by in (-5, -3, 0, 4, 5, 7)))
    found = product((0, scale, 20 * scale), counts, (0, 3, scale // 2, scale))
    return tuple((meld + points + short, meld, points) for meld, points, short in found)


@lru_cache(maxsize=8)
def _made(base: Variant, variant: Variant) -> tuple[bool, ...]:
    return tuple(_is_made(variant, *case) for case in _cases(base))


def _is_made(variant: Variant, bid: int, meld: int, points: int) -> bool:
    sides = ("A", "B") if variant.pass_count else ("A", "B", "C")
    rest = {"B": deal_total(variant) - points, "C": 0}
    ended = Ending(DealEnd.PLAYED, {side: {"A": points, **rest}[side] for side in sides}, dict.fromkeys(sides, 1))
    score = score_deal(variant, DealFacts(sides, "A", bid, {"A": meld}, ended=ended, trump=Suit.CLUBS))
    return not isinstance(score, Ruling) and score.outcome is Outcome.MADE


@lru_cache(maxsize=8)
def _chances(base: Variant, variant: Variant) -> tuple[float, ...]:
    none = Spread(0, 0, 0)
    return tuple(
        TrumpOutlook(Suit.CLUBS, meld, none, none, 0, 3, ((meld, float(points)),), 1.0, variant).chance(bid)
        for bid, meld, points in _cases(base)
    )


@pytest.mark.parametrize("key", OPTIONS)
def test_an_option_that_decides_if_a_bid_is_made_changes_the_chance_of_making_it(key: str) -> None:
    unknown = []
    for base in BASES:
        for changes in others(base, key):
            try:
                changed = with_options(base, changes)
            except OptionError:
                continue
            if deal_problems(changed) or lines_of(changed) is None or changed.pays_units:
                continue
            if _made(base, base) != _made(base, changed) and _chances(base, base) == _chances(base, changed):
                unknown.append(changes)
    assert not unknown
