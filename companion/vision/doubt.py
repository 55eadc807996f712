"""Which cards a person should look at although they can be read."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Card

from .geometry import likely_opposites
from .guesses import Index


def possible_halves(cards: Sequence[Sequence[Index]], names: Sequence[Card | None]) -> set[int]:
    """The numbers of cards that may be one card counted twice.

    Each was seen by one index only, both say the same, and they stand to each other somewhat like opposite
    corners, though not well enough to be paired.
    """
    single = [number for number, indices in enumerate(cards) if len(indices) == 1 and names[number] is not None]
    spots = [cards[number][0].spot for number in single]
    pairs = [(single[i], single[j]) for i, j in likely_opposites(spots)]
    return {number for i, j in pairs if names[i] == names[j] for number in (i, j)}
