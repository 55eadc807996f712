"""Which melds each card on a photo scores in, so that it can be drawn in their colours and numbers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from companion.cards import Card
from companion.rules.meld.kinds import Meld

COLOURS = 6

Marks = Mapping[tuple[Card, int], Sequence[int]]


def mark_copies(melds: Iterable[Meld], cards: Iterable[Card]) -> Marks:
    """For each copy of a card, counted from 0, the numbers of its melds, counted from 1.

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


def colour_of(number: int) -> int:
    """Which of the sheet's colours a meld has; the number beside it tells those apart that share one."""
    return (number - 1) % COLOURS + 1
