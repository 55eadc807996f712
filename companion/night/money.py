"""The money of a night, in cents: what came in, what was paid out, what is left. The companion pays nobody itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.night.standing import StandingRow
from companion.night.state import Night, Table
from companion.rules.score.settlement import Payment, fewest_payments


@dataclass(frozen=True)
class Money:
    """The treasurer's sheet."""

    entries: int
    """Money paid to play."""
    unpaid: tuple[int, ...]
    """Entrants who have not paid."""
    by_sets: dict[int, int]
    """By entrant, what their sets cost them."""
    sets: int
    """Paid for sets."""
    cash: int
    prizes: int

    @property
    def coming_in(self) -> int:
        """Prizes are shared from this, however many were given."""
        return self.entries + self.sets + self.cash

    @property
    def left(self) -> int:
        return self.coming_in - self.prizes


def money(night: Night) -> Money:
    """Return the money that came in and went out: house players pay nothing, and of a pair both pay.

    Of a pair with a substitute only the substitute does: the other paid with the pair before.
    """
    paying = [each for each in night.entrants.values() if not each.house]
    by_sets: dict[int, int] = {}
    for there in night.rounds:
        for each, part in there.parts.items():
            sets = part.sets(part.table.totals) if part.table.totals else 0
            if not night.entrants[each].house and sets:
                cost = sets * night.plan.per_set * len(night.entrants[each].names)
                by_sets[each] = by_sets.get(each, 0) + cost
    return Money(
        entries=sum(night.plan.entry * (len(each.names) - each.before) for each in paying if each.paid),
        unpaid=tuple(each.number for each in paying if not each.paid) if night.plan.entry else (),
        by_sets=by_sets,
        sets=sum(each.paid_for_sets for each in night.entrants.values()),
        cash=sum(each.cents for each in night.cash),
        prizes=sum(each.cents for each in night.prizes),
    )


def who_pays_whom(night: Night, owed: Iterable[tuple[Table, Sequence[int]]]) -> tuple[Payment, ...]:
    """The fewest payments that settle the checks of these tables; each player of a side wins or loses what it does.

    :param owed: each table with what its sides have won, below zero what they owe. Payments name entrants
        by number; a pair pays for both.
    """
    balances: dict[str, int] = {}
    for table, won in owed:
        for side, amount in zip(table.sides, won, strict=True):
            for each in side:
                players = len(night.entrants[each].names)
                balances[str(each)] = balances.get(str(each), 0) + amount * players
    return fewest_payments(balances)


def shares(pool: int, percents: Sequence[int]) -> list[int]:
    """A pool of cents shared out to the cent; the cents that are left over go to the first.

    >>> shares(950, (50, 30, 20)), shares(101, (50, 30, 20))
    ([475, 285, 190], [51, 30, 20])
    """
    found = [pool * percent // 100 for percent in percents]
    return [pool - sum(found[1:]), *found[1:]] if found else []


def place_prizes(rows: Sequence[StandingRow], amounts: Sequence[int]) -> list[tuple[StandingRow, int]]:
    """Return the prize of each of the first; a shared place gets the amounts of all the places it fills, to the cent.

    :param amounts: in cents, that of the first place first.
    """
    found = []
    for place, level in groupby((row for row in rows if row.place), key=lambda row: row.place):
        sharing = [*level]
        pot = sum(amounts[place - 1 : place - 1 + len(sharing)])
        each, over = divmod(pot, len(sharing))
        found += [(row, each + (at < over)) for at, row in enumerate(sharing) if pot]
    return found


def prize_lines(standing: Sequence[StandingRow]) -> list[tuple[str, tuple[StandingRow, ...]]]:
    """Return the usual prizes, each with its winners; several where they are level."""
    rows = [row for row in standing if row.place]
    if not rows:
        return []
    best, sets = max((row.best for row in rows if row.best is not None), default=None), max(row.sets for row in rows)
    found = [(f"Place {place}", tuple(row for row in rows if row.place == place)) for place in (1, 2, 3)]
    if best is not None:
        found.append(("High round", tuple(row for row in rows if row.best == best)))
    if sets:
        found.append(("Most sets", tuple(row for row in rows if row.sets == sets)))
    found.append(("Last place", tuple(row for row in rows if row.place == rows[-1].place)))
    return [each for each in found if each[1]]
