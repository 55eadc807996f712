"""The value of a photo's cards: a meld with its sum, counters, a trick and its winner, or a hand."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.cards import Card, spell
from companion.rules.count import count_cards, rank_points, trick_bonus
from companion.rules.meld import best_meld, meld_by_trump
from companion.rules.meld.kinds import Meld
from companion.rules.play import trick_winner
from companion.rules.variant import Variant
from companion.web.photo.case import Kind, PhotoCase, Purpose
from companion.web.photo.checked import FoundCard, Point

COLORS = 6

Marks = Mapping[tuple[Card, int], Sequence[int]]


def mark_copies(melds: Iterable[Meld], cards: Iterable[Card]) -> Marks:
    """The numbers of the melds, from 1, for each copy of a card, from 0.

    Within a class a copy scores once, so the next meld of the class takes the next copy.
    """
    held = Counter(cards)
    used: Counter[tuple[str, Card]] = Counter()
    marks: dict[tuple[Card, int], list[int]] = defaultdict(list)
    for number, meld in enumerate(melds, start=1):
        for card in meld.cards:
            place = meld.kind.letter, card
            # A run that adds its own marriage lays the same couple twice (meld.run-absorbs).
            marks[card, used[place] % held[card]].append(number)
            used[place] += 1
    return marks


def color_of(number: int) -> int:
    """The color of a meld on the sheet; the number beside it distinguishes melds of one color."""
    return (number - 1) % COLORS + 1


CLEAR = 0.35
"""A card belongs to a player if it is off the line to them by less than this share of the way to the next."""


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
    """The seat that played each card: chosen by a person, else by its place; None if unknown.

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
    """The players with the last one filled in: once all others are known, the remaining card is theirs."""
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
    """The choice still missing before the trick can be judged; empty if there is none."""
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
    """The trick in order and its winner; None until the players and the leader are known."""
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
    worth = count_cards(variant, cards) + trick_bonus(variant, purpose.first, purpose.last)
    return Trick(tuple(seat for seat, _ in order), cards, order[place][0], worth)


NO_CARDS = "Add the cards first."
NOBODY = "Say whose meld it is."
UNCHECKED = "Look first at each card that the reader is not sure of."


@dataclass(frozen=True)
class Handover:
    """The value of the cards, and the way to return it to the page that asked."""

    label: str
    """The button that hands it over."""
    value: str
    """The returned value: the cards, or a sum; empty while a choice is missing."""
    shown: Mapping[str, Any]
    """The variables of its kind's template."""
    marks: Marks
    """The numbers written on the cards: those of their melds, or in a trick each card's own."""
    missing: str = NO_CARDS
    """The next step while there is nothing to return."""
    total: str = ""
    """The value of the cards in a few words; empty if it is no sum."""


def outcome_of(case: PhotoCase, cards: Sequence[Card], found: Sequence[FoundCard], checked: bool = True) -> Handover:
    """The value of ``cards`` in this case.

    :param found: the same cards where they lie, for a trick.
    :param checked: whether nothing is left to look at, without which no deck is learned.
    """
    outcome = _OUTCOMES[case.purpose.kind](case, cards, found)
    unlearned = case.purpose.kind is Kind.DECK and not checked
    return replace(outcome, value="", missing=UNCHECKED) if unlearned else outcome


def _meld(case: PhotoCase, cards: Sequence[Card], _found: Sequence[FoundCard]) -> Handover:
    meld = best_meld(case.variant, case.purpose.trump, cards)
    shown = {"meld": meld, "by_trump": meld_by_trump(case.variant, cards)}
    wrong = case.why_not(cards) if case.has_owner else NOBODY
    value, missing = ("", wrong) if wrong else (spell(cards), NO_CARDS)
    return Handover(
        f"Take these cards · {meld.total}", value, shown, mark_copies(meld.melds, cards), missing, f"Meld {meld.total}"
    )


def _hand(case: PhotoCase, cards: Sequence[Card], _found: Sequence[FoundCard]) -> Handover:
    return Handover("Take this hand", spell(cards), {"size": case.variant.hand_size}, {})


def _deck(_case: PhotoCase, cards: Sequence[Card], _found: Sequence[FoundCard]) -> Handover:
    return Handover("All names are right: keep it", spell(cards), {}, {})


def _tricks(case: PhotoCase, cards: Sequence[Card], _found: Sequence[FoundCard]) -> Handover:
    variant = case.variant
    worth, held = rank_points(variant.count, variant.unit), Counter(card.rank for card in cards)
    lines = [(rank, held[rank], worth[rank]) for rank in worth if held[rank]]
    total = count_cards(variant, cards) + trick_bonus(variant, case.purpose.first, case.purpose.last)
    shown = {"lines": lines, "total": total, "bonuses": variant.bonus_tricks}
    return Handover(f"Take {total} to the count", str(total), shown, {}, total=f"Counters {total}")


def _trick(case: PhotoCase, _cards: Sequence[Card], found: Sequence[FoundCard]) -> Handover:
    purpose, names = case.purpose, case.players
    trick = judge_trick(case.variant, purpose, found, len(names))
    shown = {"names": names, "trick": trick, "players": players_of_cards(found, len(names), purpose.seat)}
    return Handover(
        "Take this trick",
        spell(trick.cards) if trick else "",
        shown,
        _number(found),
        missing_of(purpose, found, len(names)),
    )


def _number(found: Sequence[FoundCard]) -> Marks:
    """Each card with its number, counted from 1, to distinguish twins."""
    seen: Counter[Card] = Counter()
    numbers = {}
    for number, each in enumerate(found, start=1):
        numbers[each.card, seen[each.card]] = (number,)
        seen[each.card] += 1
    return numbers


_OUTCOMES: Mapping[Kind, Callable[[PhotoCase, Sequence[Card], Sequence[FoundCard]], Handover]] = {
    Kind.MELD: _meld,
    Kind.HAND: _hand,
    Kind.TRICKS: _tricks,
    Kind.TRICK: _trick,
    Kind.DECK: _deck,
}
