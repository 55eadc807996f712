"""Who plays with whom: seats count clockwise from 0, sides are named by letter from A."""

from __future__ import annotations

from companion.cards import Card, Suit
from companion.rules.choices import Sides
from companion.rules.ruling import Ruling, allow, refuse
from companion.rules.variant import Variant


def has_partners(variant: Variant) -> bool:
    """Whether partners stay partners for the whole game (sides)."""
    return variant.sides in (Sides.OPPOSITE, Sides.ALTERNATE)


def side_count(variant: Variant, players: int) -> int:
    """How many sides that many players make (sides)."""
    if variant.sides in (Sides.EACH, Sides.CALLED):
        return players
    return 2 if variant.sides is Sides.ALTERNATE else players // 2


def side_of(variant: Variant, players: int, seat: int) -> str:
    """The side that a seat plays for: partners sit as far apart as they can."""
    return "ABCDEFGH"[seat % side_count(variant, players)]


def all_sides(variant: Variant, players: int) -> tuple[str, ...]:
    """Every side, in the order of its first seat."""
    return tuple("ABCDEFGH"[: side_count(variant, players)])


def seats_of(variant: Variant, players: int, side: str) -> tuple[int, ...]:
    """The seats of a side, clockwise; none of a letter that no side has."""
    sides = all_sides(variant, players)
    return tuple(range(sides.index(side), players, len(sides))) if side in sides else ()


def judge_call(variant: Variant, trump: Suit, card: Card) -> Ruling:
    """Whether the bidder may call this card to find a partner (sides, res.five-call)."""
    if variant.sides is not Sides.CALLED:
        return refuse("In this game partners are not called.", "sides")
    if card.suit is not trump:
        return refuse(f"The card called must be a trump, and {card.symbols} is not.", "sides", "res.five-call")
    if card not in variant.pack.counts:
        return refuse(f"This pack has no {card.words}.", "pack")
    return allow(f"Whoever holds {card.symbols} is the partner.", "sides", "res.five-call")
