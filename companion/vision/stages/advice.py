"""What would make the next photograph easier to read, where this one leaves cards in doubt."""

from __future__ import annotations

from collections.abc import Sequence

from companion.vision.notes import DIMMER, HARD, NEARER, OPENER, UNUSUAL
from companion.vision.stages.guesses import Index

FAR = 7.0
"""An index less high than this, in pixels of the photograph from its middle, shows too little of its letter."""

BURNT = 0.7
"""A card is washed out if more than this of each of its indices is mere white."""

COVERED = 0.5
"""A card's corners are covered if none of those that were found is whole by a greater chance."""


def is_far(card: Sequence[Index]) -> bool:
    """Whether each of a card's indices shows too little of its letter."""
    return max(index.spot.half_height for index in card) < FAR


def cards_to_advice(doubtful: Sequence[Sequence[Index]], hard: bool, taught: bool) -> tuple[str, ...]:
    """A plain sentence for the person on what would help most, where there is such a cause; at most one.

    At least half of the ``doubtful`` cards have it, or ``hard`` says that the letters of all were too hard to read for
    any to be sure; that the reader can learn them is said unless the deck was ``taught``.
    """
    if not doubtful:
        return ()
    small = sum(is_far(card) for card in doubtful)
    if 2 * small >= len(doubtful):
        return (NEARER,)
    burnt = sum(min(index.burnt for index in card) > BURNT for card in doubtful)
    if 2 * burnt >= len(doubtful):
        return (DIMMER,)
    if hard:
        return (HARD if taught else UNUSUAL,)
    covered = sum(max(index.whole for index in card) <= COVERED for card in doubtful)
    return (OPENER,) if 2 * covered >= len(doubtful) else ()
