"""Who played which card of a photographed trick, as far as the picture tells, and who takes it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.cards import Card
from companion.rules.play import trick_points, trick_winner
from companion.rules.variant import Variant
from companion.web.photo.checked import FoundCard, Point
from companion.web.photo.purpose import Purpose

CLEAR = 0.35
"""A card lies before a player if it is off the line to that player by less than this share of the way to the next."""


@dataclass(frozen=True)
class Trick:
    """A trick in the order of play."""

    players: tuple[int, ...]
    """The seats, the leader's first."""
    cards: tuple[Card, ...]
    winner: int
    """The seat that takes it."""
    points: int


def players_of_cards(found: Sequence[FoundCard], players: int, own: int | None) -> tuple[int | None, ...]:
    """By card, the seat that played it: as a person said, else as it lies; None where neither tells.

    :param own: the seat from which the photo was taken; None if nobody said.
    """
    said = _with_last([each.player for each in found], players)
    if own is None:
        return tuple(said)
    seen = _seats_in_picture([each.middle if each.outline else None for each in found], players, own)
    known = [seat if seat is not None else guess for seat, guess in zip(said, seen, strict=True)]
    often = Counter(known)
    # What a person said stands; a guess that contradicts another card is none.
    return tuple(
        seat if seat is None or often[seat] == 1 or chosen is not None else None
        for seat, chosen in zip(known, said, strict=True)
    )


def _with_last(said: list[int | None], players: int) -> list[int | None]:
    """Once all players but one are said, the card that is left is the remaining player's."""
    left = set(range(players)).difference(said)
    if len(said) != players or said.count(None) != 1 or len(left) != 1:
        return said
    return [min(left) if seat is None else seat for seat in said]


def _seats_in_picture(middles: Sequence[Point | None], players: int, own: int) -> list[int | None]:
    """The photographer sits below the picture, and play goes round clockwise: to the left, up, to the right."""
    placed = [middle for middle in middles if middle]
    if not placed:
        return [None] * len(middles)
    x, y = (sum(each[axis] for each in placed) / len(placed) for axis in (0, 1))
    return [_seat_at(middle[0] - x, middle[1] - y, players, own) if middle else None for middle in middles]


def _seat_at(right: float, down: float, players: int, own: int) -> int | None:
    steps = math.atan2(-right, down) / math.tau * players
    off = abs(steps - round(steps))
    return (own + round(steps)) % players if off < CLEAR else None


def missing_of(purpose: Purpose, found: Sequence[FoundCard], players: int) -> str:
    """What is still to be said before the trick can be judged; empty where nothing is."""
    seats = players_of_cards(found, players, purpose.seat)
    if not found:
        return "Add the cards of the trick first."
    if len(found) > players:
        return f"Remove what does not belong to the trick: it has at most {players} cards."
    if purpose.leader is None:
        return "Say who led the trick."
    if None in seats:
        number = seats.index(None)
        return f"Say who played number {number + 1}, the {found[number].card.words}."
    if len(set(seats)) < len(seats):
        return "Two cards are said to be one player’s. Say whose they are."
    return "" if purpose.leader in seats else "The player who led has no card here. Say who led, or add the card."


def judge_trick(variant: Variant, purpose: Purpose, found: Sequence[FoundCard], players: int) -> Trick | None:
    """The trick in order and who takes it; None while it is not known who played what, or who led."""
    seats = players_of_cards(found, players, purpose.seat)
    if missing_of(purpose, found, players):
        return None
    leader = purpose.leader or 0
    order = sorted(
        ((seat, each.card) for seat, each in zip(seats, found, strict=True) if seat is not None),
        key=lambda one: (one[0] - leader) % players,
    )
    cards = tuple(card for _, card in order)
    place = trick_winner(variant, purpose.trump, cards)
    points = trick_points(variant, cards)
    worth = points["cards"] + (points["last"] if purpose.last else 0)
    return Trick(tuple(seat for seat, _ in order), cards, order[place][0], worth)
