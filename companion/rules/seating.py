"""Who plays with whom: seats count clockwise from 0, sides are named by letter from A."""

from __future__ import annotations

from companion.rules.choices import Sides
from companion.rules.variant import Variant


def side_count(variant: Variant, players: int) -> int:
    """How many sides that many players make (sides)."""
    if variant.sides is Sides.EACH:
        return players
    return 2 if variant.sides is Sides.ALTERNATE else players // 2


def side_of(variant: Variant, players: int, seat: int) -> str:
    """The side that a seat plays for: partners sit as far apart as they can."""
    return "ABCDEFGH"[seat % side_count(variant, players)]


def all_sides(variant: Variant, players: int) -> tuple[str, ...]:
    """Every side, in the order of its first seat."""
    return tuple("ABCDEFGH"[: side_count(variant, players)])


def seats_of(variant: Variant, players: int, side: str) -> tuple[int, ...]:
    """The seats of a side, clockwise."""
    return tuple(seat for seat in range(players) if side_of(variant, players, seat) == side)
