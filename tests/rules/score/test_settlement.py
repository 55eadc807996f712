"""Balances are made even by the fewest payments."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.score.settlement import Payment, fewest_payments

_BALANCES = st.lists(st.integers(-6, 6), min_size=1, max_size=7).map(lambda first: [*first, -sum(first)])


def _named(amounts: list[int]) -> dict[str, int]:
    return dict(zip("ABCDEFGH", amounts, strict=False))


@given(_BALANCES)
def test_everybody_is_even_after_the_payments_and_pays_or_is_paid_but_never_both(amounts: list[int]) -> None:
    balances = _named(amounts)
    payments = fewest_payments(balances)
    left = dict(balances)
    for payment in payments:
        assert payment.amount > 0
        left[payment.payer] += payment.amount
        left[payment.paid] -= payment.amount
    assert set(left.values()) <= {0}
    assert not {payment.payer for payment in payments} & {payment.paid for payment in payments}


@given(_BALANCES)
def test_no_fewer_payments_would_do(amounts: list[int]) -> None:
    """People joined by payments come out even together, so only a group that is even by itself saves a payment."""
    uneven = [amount for amount in amounts if amount]
    assert len(fewest_payments(_named(amounts))) == len(uneven) - _most_even_groups(uneven)


def _most_even_groups(amounts: list[int]) -> int:
    """By trying every group with the first, from the smallest up."""
    if not amounts:
        return 0
    places = range(1, len(amounts))
    groups = [(0, *rest) for size in range(len(amounts)) for rest in combinations(places, size)]
    even = [group for group in groups if sum(amounts[place] for place in group) == 0]
    return max(1 + _most_even_groups([a for place, a in enumerate(amounts) if place not in group]) for group in even)


def test_two_pairs_that_are_even_settle_among_themselves() -> None:
    assert fewest_payments({"A": 5, "B": -3, "C": -5, "D": 3}) == (Payment("C", "A", 5), Payment("B", "D", 3))


@pytest.mark.parametrize(("owing", "payments"), [(13, 13), (14, 14), (40, 40)])
def test_one_who_is_owed_by_all_is_paid_by_each(owing: int, payments: int) -> None:
    balances = {str(each): -(2**each) for each in range(owing)}
    assert len(fewest_payments({**balances, "bank": 2**owing - 1})) == payments


def test_forty_who_are_even_two_by_two_settle_two_by_two() -> None:
    balances = {f"{who}{each}": sign * (each + 1) for each in range(20) for who, sign in (("w", 1), ("l", -1))}
    assert len(fewest_payments(balances)) == 20


def test_nobody_pays_where_all_are_even() -> None:
    assert fewest_payments({"A": 0, "B": 0}) == ()


def test_balances_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(ValueError, match="not to 1"):
        fewest_payments({"A": 1, "B": 0})
