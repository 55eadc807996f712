"""Who pays whom: balances that add up to nothing, made even by the fewest payments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class Payment:
    """What one pays another."""

    payer: str
    paid: str
    amount: int


def fewest_payments(balances: Mapping[str, int]) -> tuple[Payment, ...]:
    """The fewest payments after which everybody is even, the largest first.

    >>> [(pay.payer, pay.paid, pay.amount) for pay in fewest_payments({"A": 5, "B": -3, "C": -5, "D": 3})]
    [('C', 'A', 5), ('B', 'D', 3)]

    :param balances: what each has won, below zero what each has lost.
    :raises ValueError: if they do not add up to nothing.
    """
    if sum(balances.values()):
        raise ValueError(f"balances must add up to nothing, not to {sum(balances.values())}")
    uneven = tuple(name for name, amount in balances.items() if amount)
    payments = (payment for group in _even_groups(uneven, balances) for payment in _within(group, balances))
    return tuple(sorted(payments, key=lambda payment: -payment.amount))


def _even_groups(names: tuple[str, ...], balances: Mapping[str, int]) -> tuple[tuple[str, ...], ...]:
    """As many groups as there can be of which each is even within itself: each saves a payment."""
    if not names:
        return ()
    first, others = names[0], names[1:]
    found: tuple[tuple[str, ...], ...] = (names,)
    for size in range(1, len(others)):
        for partners in combinations(others, size):
            group = (first, *partners)
            if sum(balances[name] for name in group) == 0:
                rest = tuple(name for name in others if name not in partners)
                found = max(found, (group, *_even_groups(rest, balances)), key=len)
    return found


def _within(group: tuple[str, ...], balances: Mapping[str, int]) -> Iterator[Payment]:
    """The payments of a group: the biggest loser pays the biggest winner, until all are even."""
    left = {name: balances[name] for name in group}
    while any(left.values()):
        payer, paid = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
        amount = min(-left[payer], left[paid])
        left[payer] += amount
        left[paid] -= amount
        yield Payment(payer, paid, amount)
