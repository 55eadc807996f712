"""A plan of the players around a table: seats, partners, and possible swaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from companion.rules.dealing import all_sides, seats_of, side_of
from companion.rules.names import unnamed
from companion.rules.phrases import series
from companion.rules.variant import Variant


@dataclass(frozen=True)
class DrawnSeat:
    """One seat as the page draws it."""

    seat: int
    name: str
    """The name as typed; may be empty."""
    called: str
    """The name, or ``Player 2`` while there is none."""
    side: str
    row: int
    """Counted from 1, the top of the table."""
    column: str
    """``left``, ``right``, or ``both`` at the table's ends."""


@dataclass(frozen=True)
class Change:
    """A tile that puts two players into each other's seats; ``swap`` is what its button sends."""

    swap: str
    says: str
    stands: bool = False
    """True if it names the present seating."""


@dataclass(frozen=True)
class SeatPlan:
    """A table with its players, clockwise from the top."""

    places: tuple[DrawnSeat, ...]
    pairings: tuple[str, ...]
    """A sentence a side: ``Ann plays with Cy``; none where everyone plays alone."""
    asks: str
    """The question answered by the tiles of ``changes``."""
    changes: tuple[Change, ...]
    swaps: tuple[Change, ...]
    """Other changes of seats: the player they name sits elsewhere, and may play with the same partner."""


def plan_seats(variant: Variant, names: Sequence[str]) -> SeatPlan:
    """The table that these players make, in the order of their seats, empty names included."""
    players = len(names)
    called = [name or unnamed(seat) for seat, name in enumerate(names)]
    sides = [seats_of(variant, players, side) for side in all_sides(variant, players)]
    places = tuple(
        DrawnSeat(seat, names[seat], called[seat], side_of(variant, players, seat), *_spot(seat, players))
        for seat in range(players)
    )
    pairings = tuple(_plays_with(side, called) for side in sides if len(side) > 1)
    if [len(side) for side in sides] == [2, 2]:
        return SeatPlan(places, pairings, f"{called[0]} plays with", *_partner_changes(sides, called))
    neighbours = [(seat, (seat + 1) % players) for seat in range(players)] if players > 2 else [(0, 1)]
    return SeatPlan(places, pairings, "", (), tuple(_swap(one, other, called) for one, other in neighbours))


def swap_seats(names: Sequence[str], swap: str) -> tuple[list[str], dict[int, int]]:
    """The names after a change of seats, and by old seat the new one; as they were if ``swap`` names no two seats."""
    order = list(range(len(names)))
    for one, other in combinations(order, 2):
        if swap == f"{one}-{other}":
            order[one], order[other] = other, one
    return [names[seat] for seat in order], {old: new for new, old in enumerate(order)}


def _spot(seat: int, players: int) -> tuple[int, str]:
    """The place of a seat in two columns: the first at the top, the others clockwise, an even table's middle below."""
    if seat == 0:
        return 1, "both"
    half = players // 2
    if players % 2 == 0 and seat == half:
        return half + 1, "both"
    return (1 + seat, "right") if seat <= (players - 1) // 2 else (1 + players - seat, "left")


def _plays_with(side: Sequence[int], called: Sequence[str]) -> str:
    first, *others = (called[seat] for seat in side)
    return f"{first} plays with {series(others)}"


def _partner_changes(
    sides: Sequence[Sequence[int]], called: Sequence[str]
) -> tuple[tuple[Change, ...], tuple[Change, ...]]:
    partner, (left, right) = sides[0][1], sides[1]
    changes = tuple(
        Change(_seats(partner, seat), called[seat], stands=seat == partner) for seat in range(1, len(called))
    )
    return changes, (_swap(left, right, called),)


def _swap(one: int, other: int, called: Sequence[str]) -> Change:
    return Change(_seats(one, other), f"Swap {called[one]} and {called[other]}")


def _seats(one: int, other: int) -> str:
    return f"{min(one, other)}-{max(one, other)}"
