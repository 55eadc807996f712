"""How far each card can be trusted: what the detector and the classifier say of it as one chance.

Neither network's own chance says how often it is right. The weights are fitted on rendered sets, whose truth is known,
by ``bench/fit_trust.py``.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from companion.vision.stages.corners import has_four_indices
from companion.vision.stages.guesses import Index, chance_to_logit, indices_to_name

Floats = npt.NDArray[np.float64]

WEIGHTS = (-3.14, 1.26, 0.10, 1.60, -2.51, 0.74)
"""Of nothing, the heat, the chance of being an index, the chance of the name, a deck with four indices a card, where a
corner alone is another card's more often, and of more than one index."""

LEAST = 1e-4
"""No chance counts as nearer to none or to certainty."""


def cards_to_trust(cards: Sequence[Sequence[Index]]) -> list[float]:
    """For each card of a photograph, from all its indices, the chance that it lies there and has its name."""
    if not cards:
        return []
    logits = cards_to_clues(cards) @ np.array(WEIGHTS)
    return [float(trust) for trust in 1 / (1 + np.exp(-logits))]


def cards_to_clues(cards: Sequence[Sequence[Index]]) -> Floats:
    """What the ``WEIGHTS`` weigh, (cards, 6); the chances as logits."""
    four = float(has_four_indices([index.spot for card in cards for index in card]))
    return np.array([(1.0, *_card_to_logits(card), four, float(len(card) > 1)) for card in cards])


def _card_to_logits(indices: Sequence[Index]) -> tuple[float, float, float]:
    heat, real = max(index.spot.heat for index in indices), max(index.real for index in indices)
    named = indices_to_name(indices)[1]
    return chance_to_logit(heat, LEAST), chance_to_logit(real, LEAST), chance_to_logit(named, LEAST)
