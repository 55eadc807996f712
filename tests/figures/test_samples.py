"""Wilson's range against published values, and what follows from it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.figures.samples import differ, difference_range, likely_range, quantile, shrunken

Z95 = 1.959963984540054


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(3, 5, 0.27, 0.86), (6, 10, 0.35, 0.81), (12, 20, 0.42, 0.76), (30, 50, 0.48, 0.71), (120, 200, 0.54, 0.66)],
)
def test_the_range_of_nine_in_ten(hits: int, of: int, low: float, high: float) -> None:
    assert likely_range(hits, of) == pytest.approx((low, high), abs=0.005)


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    # Newcombe 1998, Statistics in Medicine 17, table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_range_of_nineteen_in_twenty_is_that_of_the_literature(hits: int, of: int, low: float, high: float) -> None:
    assert likely_range(hits, of, Z95) == pytest.approx((low, high), abs=0.00005)


@given(of=st.integers(1, 500), data=st.data())
def test_a_range_holds_its_rate_and_stays_between_none_and_all(of: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, of))
    low, high = likely_range(hits, of)
    assert 0 <= low <= hits / of + 1e-12
    assert hits / of - 1e-12 <= high <= 1
    other = likely_range(of - hits, of)
    assert (low, high) == pytest.approx((1 - other[1], 1 - other[0]))


@pytest.mark.parametrize(("hits", "of"), [(1, 0), (-1, 5), (6, 5)])
def test_what_is_no_share_has_no_range(hits: int, of: int) -> None:
    with pytest.raises(ValueError, match="is no share"):
        likely_range(hits, of)


def test_three_of_three_and_thirty_of_fifty_are_drawn_to_the_same_rate() -> None:
    assert round(shrunken(3, 3), 2) == round(shrunken(30, 50), 2) == 0.57


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    # Newcombe 1998, Statistics in Medicine 17, on differences, table II, method 10.
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
    ],
)
def test_the_range_of_a_difference_is_that_of_the_literature(
    one: tuple[int, int], other: tuple[int, int], low: float, high: float
) -> None:
    assert difference_range(one, other, Z95) == pytest.approx((low, high), abs=0.00005)


def test_a_difference_is_told_only_where_chance_does_not_explain_it() -> None:
    assert differ((56, 70), (48, 80))
    assert not differ((6, 10), (4, 10))
    assert not differ((0, 0), (5, 10))


def test_quartiles_lie_between_values_in_proportion() -> None:
    assert [quantile([1, 2, 3, 4, 5], share) for share in (0, 0.25, 0.5, 0.75, 1)] == [1, 2, 3, 4, 5]
    assert quantile([10, 20], 0.25) == 12.5
