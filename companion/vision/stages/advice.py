"""What would make the next photograph easier to read, where this one leaves cards in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from companion.vision.stages.guesses import Index

FAR = 7.0
"""An index less high than this, in pixels of the photograph from its middle, shows too little of its letter."""

COVERED = 1.5
"""Where another card's index is nearer than so many half heights, it leaves not all of this one in sight."""

NEARER = "The cards are small in this photo. Go nearer, until they fill the picture."
OPENER = "Some corners are half covered. Turn the fan a little more open, so that each corner shows."


def cards_to_advice(doubtful: Sequence[Sequence[Index]], cards: Sequence[Sequence[Index]]) -> tuple[str, ...]:
    """Plain sentences for the person, each only where at least half of the doubtful cards have that cause.

    :param cards: the indices of every card, the doubtful ones too.
    """
    if not doubtful:
        return ()
    small = sum(max(index.spot.half_height for index in card) < FAR for card in doubtful)
    if 2 * small >= len(doubtful):
        return (NEARER,)
    tight = sum(_is_covered(card, cards) for card in doubtful)
    return (OPENER,) if 2 * tight >= len(doubtful) else ()


def _is_covered(card: Sequence[Index], cards: Sequence[Sequence[Index]]) -> bool:
    """Whether the only index of a card that was found lies close under another card's."""
    if len(card) != 1:
        return False
    spot = card[0].spot
    others = chain.from_iterable(other for other in cards if other is not card)
    apart = [np.hypot(index.spot.x - spot.x, index.spot.y - spot.y) for index in others]
    return bool(apart) and float(min(apart)) < COVERED * spot.half_height
