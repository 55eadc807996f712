"""Sentences for the person: what the pack says about the cards, and how to take a better photo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.cards import Card, Rank
from companion.vision.reading import BURNT, COVERED, SMALL, SURPLUS, SeenCard

if TYPE_CHECKING:
    from companion.vision.stages.indices import Index

NEARER = "The cards are small in this photo. Go nearer, until they fill the picture."
OPENER = "Some corners are half covered. Turn the fan a little more open, so that each corner shows."
DIMMER = "The cards are washed out by light. Take the photo without the flash, away from the glare of the lamp."
HARD = "The letters here are hard to read: look at every card."
UNUSUAL = f"{HARD} If this deck's letters are unusual, the reader can learn them."

MIRRORED = "The photo was mirrored, as selfie cameras do it; it has been turned round."

ANOTHER_HELPS = (NEARER, DIMMER, OPENER)
"""After these another photograph shows more."""

NO_CARDS = "No cards found. Turn them face up, lay them flat in good light, fill the picture, and let each corner show."
NO_LETTERS = (
    "These look like cards of a deck with unusual letters, or none. Teach the reader the deck, or add the cards by "
    "hand; if they lie face down, turn them."
)
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def cards_to_checked(seen: Sequence[SeenCard], pack: Mapping[Card, int] | None) -> list[SeenCard]:
    """Return the cards, unsure where there are more copies than the pack has."""
    counts = Counter(one.card for one in seen)
    return [
        replace(one, sure=False, why=SURPLUS) if pack is not None and counts[one.card] > pack.get(one.card, 0) else one
        for one in seen
    ]


def cards_to_open(
    maybe: Sequence[SeenCard], seen: Sequence[SeenCard], pack: Mapping[Card, int] | None
) -> tuple[SeenCard, ...]:
    """Return the cards that may be one more: the pack has a copy left of what was ``seen``."""
    counts = Counter(one.card for one in seen)
    return tuple(one for one in maybe if pack is None or counts[one.card] < pack.get(one.card, 0))


def notes_on(
    seen: Sequence[SeenCard], strangers: int, pack: Mapping[Card, int] | None, nothing: str = NO_CARDS
) -> tuple[str, ...]:
    """Plain sentences on what was seen; ``strangers`` is how many cards of other ranks were left out.

    ``nothing`` is said where there is neither.
    """
    notes = _too_many(seen, pack) if pack is not None else []
    if strangers:
        notes.append(_left_out(strangers, pack))
    elif not seen:
        notes.append(nothing)
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


FAR = 7.0
"""An index less high than this, in pixels of the photograph from its middle, shows too little of its letter."""

MOST_WHITE = 0.7
"""A card is washed out if more than this of each of its indices is mere white."""

MOSTLY_WHOLE = 0.5
"""The chance of being whole that no index of a card may exceed for its corners to be covered."""


def is_far(card: Sequence[Index]) -> bool:
    """Return True if each of a card's indices shows too little of its letter."""
    return max(index.spot.half_height for index in card) < FAR


def is_burnt(card: Sequence[Index]) -> bool:
    """Return True if each of a card's indices is washed out by light."""
    return min(index.burnt for index in card) > MOST_WHITE


def is_covered(card: Sequence[Index]) -> bool:
    """Return True if no index of a card is likely whole."""
    return max(index.whole for index in card) <= MOSTLY_WHOLE


REASONS = {SMALL: is_far, BURNT: is_burnt, COVERED: is_covered}


def card_to_why(card: Sequence[Index]) -> str:
    """Return the reason that a card is hard to read; empty if none is known."""
    return next((why for why, holds in REASONS.items() if holds(card)), "")


def cards_to_advice(doubtful: Sequence[Sequence[Index]], hard: bool, taught: bool) -> tuple[str, ...]:
    """A plain sentence for the person on what would help most, where there is such a cause; at most one.

    At least half of the ``doubtful`` cards have it, or ``hard`` says that the letters of all were too hard to read for
    any to be sure; that the reader can learn them is said unless the deck was ``taught``.
    """
    if not doubtful:
        return ()
    small, burnt, covered = (2 * sum(map(holds, doubtful)) >= len(doubtful) for holds in REASONS.values())
    if small:
        return (NEARER,)
    if burnt:
        return (DIMMER,)
    if hard:
        return (HARD if taught else UNUSUAL,)
    return (OPENER,) if covered else ()
