"""Teaches a deck in one go, and measures by photos that the lesson had not seen what that is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.cards import Card
from companion.vision.serve.picture import Unreadable

if TYPE_CHECKING:
    from companion.vision.deck import Deck
    from companion.vision.teach.lesson import Example

Known = tuple[bytes, tuple[Card, ...]]
"""A photo's JPEG, and the cards in it."""


class Report(NamedTuple):
    """How many cards were read rightly of those in the photos, each photo read by what the others taught."""

    cards: int
    before: int
    after: int
    photos: int
    notes: tuple[str, ...]


def teach(known: Sequence[Known]) -> tuple[bytes, Report]:
    """The deck that these photos teach, and how it reads photos that it was not taught with.

    :raises Unreadable: if none of the cards is found in them.
    """
    from companion.vision.stages.decode import decode_photo
    from companion.vision.teach.learn import DeckError, Example, learn_deck

    examples = [Example(decode_photo(jpeg), cards) for jpeg, cards in known]
    try:
        deck = learn_deck(examples)
    except DeckError as refusal:
        raise Unreadable(str(refusal)) from refusal
    cards = sum(len(example.cards) for example in examples)
    before = sum(count_right(example, None) for example in examples)
    after = sum(count_right(example, _learnt_without(examples, number)) for number, example in enumerate(examples))
    return deck.to_bytes(), Report(cards, before, after, len(examples), deck.notes)


def _learnt_without(examples: Sequence[Example], number: int) -> Deck | None:
    from companion.vision.teach.learn import DeckError, learn_deck

    try:
        return learn_deck([example for other, example in enumerate(examples) if other != number])
    except DeckError:
        return None


def count_right(example: Example, deck: Deck | None) -> int:
    """How many cards of a photo are read with the right name, less those that are read too many."""
    from companion.vision import read_photo

    seen, there = read_photo(example.image, deck=deck).counts, Counter(example.cards)
    right = sum(min(seen[card], copies) for card, copies in there.items())
    return right - max(0, sum(seen.values()) - sum(there.values()))
