"""Which cards a person should look at although they can be read."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Card
from companion.vision.settings import Settings
from companion.vision.stages.corners import own_misfit
from companion.vision.stages.geometry import LEFT_OVER_WEIGHT, likely_opposites, opposite_misfit
from companion.vision.stages.guesses import Index


def possible_halves(cards: Sequence[Sequence[Index]], names: Sequence[Card | None], settings: Settings) -> set[int]:
    """The numbers of cards that may be one card counted twice, or two counted as one.

    Two indices say the same and stand to each other somewhat like opposite corners, though not well enough to be
    paired for that alone.
    """
    loose = {number for number, indices in enumerate(cards) if _is_loose(indices, settings)}
    single = [number for number, indices in enumerate(cards) if len(indices) == 1 and names[number] is not None]
    spots = [cards[number][0].spot for number in single]
    pairs = [(single[i], single[j]) for i, j in likely_opposites(spots)]
    return loose | {number for i, j in pairs if names[i] == names[j] for number in (i, j)}


def _is_loose(indices: Sequence[Index], settings: Settings) -> bool:
    """Whether a pair was joined because it says the same, neither as opposite corners nor as those of one side."""
    if len(indices) != 2:
        return False
    one, other = (index.spot for index in indices)
    return min(opposite_misfit(one, other, LEFT_OVER_WEIGHT), own_misfit(one, other)) >= settings.pair_reach
