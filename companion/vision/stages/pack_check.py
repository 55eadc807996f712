"""What the pack says about the cards that were seen: nothing is dropped, what cannot be is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.cards import Card, Rank
from companion.vision.reading import SeenCard

NO_CARDS = "No cards found. Lay them flat in good light, fill the picture with them, and let each corner show."
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def cards_to_checked(seen: Sequence[SeenCard], pack: Mapping[Card, int] | None) -> list[SeenCard]:
    """The same cards; where there are more copies than the pack has, all of them are unsure."""
    counts = Counter(one.card for one in seen)
    return [
        replace(one, sure=False) if pack is not None and counts[one.card] > pack.get(one.card, 0) else one
        for one in seen
    ]


def notes_on(seen: Sequence[SeenCard], strangers: int, pack: Mapping[Card, int] | None) -> tuple[str, ...]:
    """Plain sentences on what was seen; ``strangers`` is how many cards of other ranks were left out."""
    notes = _too_many(seen, pack) if pack is not None else []
    if strangers:
        notes.append(_left_out(strangers, pack))
    elif not seen:
        notes.append(NO_CARDS)
    return tuple(notes)


def _too_many(seen: Sequence[SeenCard], pack: Mapping[Card, int]) -> list[str]:
    notes = []
    for card, count in Counter(one.card for one in seen).items():
        copies = pack.get(card, 0)
        if count > copies:
            many = f"{_number(count)} {card.rank.plural} of {card.suit.word}"
            limit = f"only {_number(copies)}" if copies else "none"
            notes.append(f"{(card.words if count == 1 else many).capitalize()}: the pack has {limit}.")
    return notes


def _left_out(strangers: int, pack: Mapping[Card, int] | None) -> str:
    """Where the pack holds sevens and eights, the reader only cannot name them."""
    if pack is None:
        what = "of a rank that pinochle does not use"
    elif any(card.rank in (Rank.EIGHT, Rank.SEVEN) for card in pack):
        what = "of a rank that is not read"
    else:
        what = "not in this pack"
    if strangers == 1:
        return f"A card that is {what} was seen and left out."
    return f"{_number(strangers).capitalize()} cards that are {what} were seen and left out."


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)
