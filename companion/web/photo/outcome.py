"""What the cards of a photo come to: a meld with its sum, counters, a trick and who takes it, or a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.cards import Card, spell
from companion.rules.count import count_cards, rank_points
from companion.rules.meld import best_meld, meld_by_trump
from companion.web.photo.case import PhotoCase
from companion.web.photo.checked import FoundCard
from companion.web.photo.meld_marks import Marks, mark_copies
from companion.web.photo.purpose import Kind
from companion.web.photo.trick import judge_trick, missing_of, players_of_cards

NO_CARDS = "Add the cards first."
NOBODY = "Say whose meld it is."
UNCHECKED = "Look first at each card that the reader is not sure of."


@dataclass(frozen=True)
class Outcome:
    """What the cards come to, and how the page that asked gets it."""

    label: str
    """The button that hands it over."""
    value: str
    """What is handed over: the cards, or a sum; empty while something is still to be said."""
    shown: Mapping[str, Any]
    """What the template of its kind needs."""
    marks: Marks
    """The numbers written on the cards: those of their melds, or in a trick each card's own."""
    missing: str = NO_CARDS
    """What is to be done first where there is nothing to hand over yet."""


def outcome_of(case: PhotoCase, cards: Sequence[Card], found: Sequence[FoundCard]) -> Outcome:
    """What ``cards`` come to in this case.

    :param found: the same cards where they lie, for a trick.
    """
    return _OUTCOMES[case.purpose.kind](case, cards, found)


def _meld(case: PhotoCase, cards: Sequence[Card], _found: Sequence[FoundCard]) -> Outcome:
    meld = best_meld(case.variant, case.purpose.trump, cards)
    shown = {"meld": meld, "by_trump": meld_by_trump(case.variant, cards)}
    wrong = case.why_not(cards) if case.has_owner else NOBODY
    value, missing = ("", wrong) if wrong else (spell(cards), NO_CARDS)
    return Outcome(f"Take these cards · {meld.total}", value, shown, mark_copies(meld.melds, cards), missing)


def _hand(case: PhotoCase, cards: Sequence[Card], _found: Sequence[FoundCard]) -> Outcome:
    return Outcome("Take this hand", spell(cards), {"size": case.variant.hand_size}, {})


def _deck(_case: PhotoCase, cards: Sequence[Card], found: Sequence[FoundCard]) -> Outcome:
    checked = all(each.sure for each in found)
    return Outcome(
        "All names are right: keep it", spell(cards) if checked else "", {}, {}, NO_CARDS if checked else UNCHECKED
    )


def _tricks(case: PhotoCase, cards: Sequence[Card], _found: Sequence[FoundCard]) -> Outcome:
    variant = case.variant
    worth, held = rank_points(variant.count, variant.unit), Counter(card.rank for card in cards)
    lines = [(rank, held[rank], worth[rank]) for rank in worth if held[rank]]
    total = count_cards(variant, cards) + (variant.count_last_trick if case.purpose.last else 0)
    shown = {"lines": lines, "total": total, "last_trick": variant.count_last_trick}
    return Outcome(f"Take {total} to the count", str(total), shown, {})


def _trick(case: PhotoCase, _cards: Sequence[Card], found: Sequence[FoundCard]) -> Outcome:
    purpose, names = case.purpose, case.players
    trick = judge_trick(case.variant, purpose, found, len(names))
    shown = {"names": names, "trick": trick, "players": players_of_cards(found, len(names), purpose.seat)}
    return Outcome(
        "Take this trick",
        spell(trick.cards) if trick else "",
        shown,
        _number(found),
        missing_of(purpose, found, len(names)),
    )


def _number(found: Sequence[FoundCard]) -> Marks:
    """Each card with its number, counted from 1, so that twins can be told apart."""
    seen: Counter[Card] = Counter()
    numbers = {}
    for number, each in enumerate(found, start=1):
        numbers[each.card, seen[each.card]] = (number,)
        seen[each.card] += 1
    return numbers


_OUTCOMES: Mapping[Kind, Callable[[PhotoCase, Sequence[Card], Sequence[FoundCard]], Outcome]] = {
    Kind.MELD: _meld,
    Kind.HAND: _hand,
    Kind.TRICKS: _tricks,
    Kind.TRICK: _trick,
    Kind.DECK: _deck,
}
