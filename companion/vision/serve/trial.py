"""Teaches a deck in one go, and measures by photos that the lesson had not seen what that is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.cards import Card
from companion.vision.serve.picture import Unreadable

if TYPE_CHECKING:
    from companion.vision.deck import Deck
    from companion.vision.teach.learn import Course
    from companion.vision.teach.lesson import Example

Known = tuple[bytes, tuple[Card, ...]]
"""A photo's JPEG, and the cards in it."""

MOST_GROUPS = 5
"""So many times a lesson is repeated without some of its photos, which are then read by what the others taught."""


class Report(NamedTuple):
    """How many cards were read rightly of those in the photos, each photo read by what the others taught."""

    cards: int
    before: int
    after: int
    photos: int
    notes: tuple[str, ...]


def teach(known: Sequence[Known]) -> tuple[bytes, Report]:
    """The deck that these photos, the oldest first, teach, and how it reads photos that it was not taught with.

    One photo at a time is held as an image.

    :raises Unreadable: if none of the cards is found in them.
    """
    from companion.vision.teach.learn import Course, DeckError

    course = Course(_to_example(each) for each in known)
    try:
        deck = course.learn()
    except DeckError as refusal:
        raise Unreadable(str(refusal)) from refusal
    groups = [range(first, len(known), MOST_GROUPS) for first in range(min(MOST_GROUPS, len(known)))]
    tried = [right for group in groups for right in _try_out(known, group, _learnt_without(course, group))]
    before, after = (sum(rights) for rights in zip(*tried, strict=True))
    cards = sum(len(cards) for _, cards in known)
    return deck.to_bytes(), Report(cards, before, after, len(known), deck.notes)


def _to_example(known: Known) -> Example:
    from companion.vision.stages.decode import decode_photo
    from companion.vision.teach.lesson import Example

    jpeg, cards = known
    return Example(decode_photo(jpeg), cards)


def _learnt_without(course: Course, group: Iterable[int]) -> Deck | None:
    from companion.vision.teach.learn import DeckError

    try:
        return course.learn(without=group)
    except DeckError:
        return None


def _try_out(known: Sequence[Known], group: Iterable[int], deck: Deck | None) -> Iterator[tuple[int, int]]:
    """For each photo of the group, how many cards are read rightly without the deck and with it."""
    for number in group:
        example = _to_example(known[number])
        yield count_right(example, None), count_right(example, deck)


def count_right(example: Example, deck: Deck | None) -> int:
    """How many cards of a photo are read with the right name, less those that are read too many; never below none."""
    from companion.vision import read_photo

    seen, there = read_photo(example.image, deck=deck).counts, Counter(example.cards)
    right = sum(min(seen[card], copies) for card, copies in there.items())
    return max(0, right - max(0, sum(seen.values()) - sum(there.values())))
