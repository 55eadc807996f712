"""Settlement of balances that add up to nothing, by the fewest payments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Payment:
    """One payment between two."""

    payer: str
    paid: str
    amount: int


_SEARCHED = 14
"""How many uneven people are searched for groups that come out even; each more doubles the time."""


def fewest_payments(balances: Mapping[str, int]) -> tuple[Payment, ...]:
    """The fewest payments after which everybody is even, the largest first.

    If one owes just what another is owed, these two settle between them. Where more than fourteen people are left
    then, there may be more payments than the fewest, but never as many as there are people.

    >>> [(pay.payer, pay.paid, pay.amount) for pay in fewest_payments({"A": 5, "B": -3, "C": -5, "D": 3})]
    [('C', 'A', 5), ('B', 'D', 3)]

    :param balances: what each has won, below zero what each has lost.
    :raises ValueError: if they do not add up to nothing.
    """
    if sum(balances.values()):
        raise ValueError(f"balances must add up to nothing, not to {sum(balances.values())}")
    pairs = _opposites(balances)
    paired = {name for pair in pairs for name in pair}
    left = tuple(name for name, amount in balances.items() if amount and name not in paired)
    groups = (*pairs, *(_even_groups(left, balances) if len(left) <= _SEARCHED else (left,)))
    payments = (payment for group in groups for payment in _within(group, balances))
    return tuple(sorted(payments, key=lambda payment: -payment.amount))


def _opposites(balances: Mapping[str, int]) -> list[tuple[str, str]]:
    """Pairs of whom one owes what the other is owed; no grouping without them saves more payments."""
    found: list[tuple[str, str]] = []
    waiting: dict[int, list[str]] = {}
    for name, amount in balances.items():
        if amount and waiting.get(-amount):
            found.append((waiting[-amount].pop(0), name))
        else:
            waiting.setdefault(amount, []).append(name)
    return found


def _even_groups(names: tuple[str, ...], balances: Mapping[str, int]) -> tuple[tuple[str, ...], ...]:
    """Split the people into as many even groups as there can be: each saves a payment.

    ``most[taken]`` is how many even groups can be closed one after the other when the people in ``taken`` have come, a
    bit for each.
    """
    bits = [1 << place for place in range(len(names))]
    total, most = [0] * (1 << len(names)), [0] * (1 << len(names))
    for taken in range(1, len(total)):
        coming = [place for place, bit in enumerate(bits) if taken & bit]
        total[taken] = total[taken ^ bits[coming[0]]] + balances[names[coming[0]]]
        most[taken] = max(most[taken ^ bits[place]] for place in coming) + (total[taken] == 0)
    return _walked_back(names, bits, total, most)


def _walked_back(
    names: tuple[str, ...], bits: list[int], total: list[int], most: list[int]
) -> tuple[tuple[str, ...], ...]:
    """The groups of one best order, from the last to come."""
    groups: list[list[str]] = []
    taken = len(total) - 1
    while taken:
        if total[taken] == 0:
            groups.append([])
        before = most[taken] - (total[taken] == 0)
        place = next(at for at, bit in enumerate(bits) if taken & bit and most[taken ^ bit] == before)
        groups[-1].append(names[place])
        taken ^= bits[place]
    return tuple(map(tuple, groups))


def _within(group: tuple[str, ...], balances: Mapping[str, int]) -> Iterator[Payment]:
    """The payments of a group: the biggest loser pays the biggest winner, until all are even."""
    left = {name: balances[name] for name in group}
    while any(left.values()):
        payer, paid = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
        amount = min(-left[payer], left[paid])
        left[payer] += amount
        left[paid] -= amount
        yield Payment(payer, paid, amount)
