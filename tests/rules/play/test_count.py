"""Counting tricks: every scheme, every total, and figures that cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import parse_cards
from companion.rules import count
from companion.rules.count import (
    count_cards,
    deal_total,
    in_counters,
    judge_points,
    judge_split,
    smallest_count,
)
from companion.rules.options import with_options
from companion.rules.variant import Variant
from companion.rules.variants import VARIANTS, find_variant

SITE, DOUBLES, TWO_HANDED = find_variant("site"), find_variant("doubles"), find_variant("two-handed")


@pytest.mark.parametrize(
    ("options", "points"),
    [
        ({}, [10, 10, 10, 0, 0, 0]),
        ({"unit": "ones"}, [1, 1, 1, 0, 0, 0]),
        ({"count": "fives"}, [10, 10, 5, 5, 0, 0]),
        ({"count": "classic"}, [11, 10, 4, 3, 2, 0]),
    ],
)
def test_each_rank_counts_as_the_scheme_says(options: dict[str, Any], points: list[int]) -> None:
    variant = with_options(SITE, options)
    assert [count_cards(variant, [card]) for card in parse_cards("AS 10S KS QS JS 9S")] == points


@given(variant=st.sampled_from(VARIANTS), points=st.integers(-200, 600))
def test_in_counters_points_are_the_next_that_tricks_can_have(variant: Variant, points: int) -> None:
    step = smallest_count(variant)
    assert in_counters(variant, points) == min(each for each in range(points, points + step) if each % step == 0)


@pytest.mark.parametrize(
    ("options", "total", "step"),
    [
        ({}, 250, 10),
        ({"count": "fives"}, 250, 5),
        ({"count": "classic"}, 250, 1),
        ({"unit": "ones", "count.last-trick": 1}, 25, 1),
        ({"unit": "ones", "pack": "80", "count.last-trick": 2}, 50, 1),
        ({"unit": "ones", "pack": "120", "count.last-trick": 3}, 75, 1),
        ({"count.last-trick": 0}, 240, 10),
        ({"count.last-trick": 5}, 245, 5),
    ],
)
def test_a_deal_comes_to_its_total_in_these_steps(options: dict[str, Any], total: int, step: int) -> None:
    variant = with_options(SITE, options)
    assert deal_total(variant) == total
    assert smallest_count(variant) == step


@pytest.mark.parametrize("points", [0, 10, 120, 250])
def test_one_side_may_have_taken_this(points: int) -> None:
    assert judge_points(SITE, points)


@pytest.mark.parametrize(
    ("points", "says", "clause"),
    [
        (251, "Counters run from 0 to 250, the last trick included; 251 cannot be.", "count.total"),
        (-10, "Counters run from 0 to 250, the last trick included; -10 cannot be.", "count.total"),
        (125, "Counters come in steps of 10; 125 cannot be.", "count.simple"),
    ],
)
def test_no_side_can_have_taken_this(points: int, says: str, clause: str) -> None:
    ruling = judge_points(SITE, points)
    assert (ruling.allowed, ruling.says, ruling.clauses) == (False, says, (clause,))


def test_the_sides_together_make_the_total() -> None:
    assert judge_split(DOUBLES, {"A": 31, "B": 19})
    ruling = judge_split(DOUBLES, {"A": 31, "B": 18})
    assert ruling.says == "All tricks together are worth 50; these add up to 49."
    assert not judge_split(DOUBLES, {"A": 51, "B": -1})


@pytest.mark.parametrize(
    ("points", "rounded"), [(87, 90), (86, 80), (126, 120), (124, 120), (125, 120), (127, 130), (250, 250), (0, 0)]
)
def test_seven_units_or_more_round_up(points: int, rounded: int) -> None:
    assert count.rounded(TWO_HANDED, points) == rounded


@pytest.mark.parametrize(
    ("way", "counts"),
    [("from-5", [80, 90, 90, 80]), ("always", [90, 90, 90, 80]), ("never", [80, 80, 80, 80])],
)
def test_other_tables_round_otherwise(way: str, counts: list[int]) -> None:
    variant = with_options(TWO_HANDED, {"count.round-up": way})
    assert [count.rounded(variant, points) for points in (84, 85, 86, 80)] == counts
