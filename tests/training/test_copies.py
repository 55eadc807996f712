"""Pictures made to count copies in: each kind has the copies that it is for, and the same seed gives the same."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from tests.conftest import one_in
from training.copies import KINDS, corners, crossed, quarters, queens

SEEDS = one_in(5, range(20))


@pytest.mark.parametrize("seed", SEEDS)
def test_four_queens_of_spades_lie_among_cards_of_one_large_pack(seed: int) -> None:
    counts = Counter(name for _, name in queens(np.random.default_rng(seed)))
    assert counts["QS"] == 4
    assert max(counts.values()) == 4
    assert counts.total() <= 10
    assert not any(name.startswith("9") for name in counts)


@pytest.mark.parametrize("seed", SEEDS)
def test_twins_lie_across_each_other(seed: int) -> None:
    laid = crossed(np.random.default_rng(seed))
    twins = [(one, two) for (one, name), (two, other) in pairwise(laid) if name == other]
    assert 1 <= len(twins) <= 3
    assert all(0.9 < two.turn - one.turn < 2.2 for one, two in twins)
    assert all(np.hypot(two.x - one.x, two.y - one.y) < 0.4 * one.height for one, two in twins)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_twin_leaves_an_edge_of_the_card_under_it_in_sight(seed: int) -> None:
    laid = corners(np.random.default_rng(seed))
    twins = [(one, two) for (one, name), (two, other) in pairwise(laid) if name == other]
    assert twins
    assert all(np.hypot(two.x - one.x, two.y - one.y) > 0.34 * one.width for one, two in twins)


@pytest.mark.parametrize("seed", SEEDS)
def test_two_of_the_four_quarters_hold_the_same_card(seed: int) -> None:
    assert sorted(Counter(name for _, name in quarters(np.random.default_rng(seed))).values()) == [1, 1, 2]


@pytest.mark.parametrize("lay", KINDS.values(), ids=KINDS.keys())
def test_the_same_seed_lays_the_same(lay: object) -> None:
    assert callable(lay)
    assert lay(np.random.default_rng(3)) == lay(np.random.default_rng(3))
