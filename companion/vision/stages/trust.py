"""How far each card can be trusted: what the detector and the classifier say of it as one chance.

Neither network's own chance says how often it is right. The weights are fitted on rendered sets, whose truth is known,
by ``bench/fit_trust.py``.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from companion.vision.stages.chances import chance_to_logit, logits_to_chances
from companion.vision.stages.corners import has_four_indices
from companion.vision.stages.guesses import Index, indices_to_name

Floats = npt.NDArray[np.float64]

WEIGHTS = (-2.31, 0.66, 0.34, 1.54, 0.34, -1.31, -0.12, -6.69)
"""Of nothing, the heat, the chance of being an index, the chance of the name, the chance that nothing covers the index,
a deck with four indices a card, where a corner alone is another card's more often, of more than one index, and of how
unlike those around it a lone one is."""

LEAST = 0.018
"""No chance counts as nearer to none or to certainty."""

CLEAR = 0.9
"""A card that can be trusted so far by all else tells how high the indices around it are."""

AROUND = 3
"""So many clear cards are asked, the nearest."""

MOST_UNLIKE = 0.5
"""More counts as so much: it may be a card that lies far from the others."""


def cards_to_trust(cards: Sequence[Sequence[Index]]) -> list[float]:
    """For each card of a photograph, from all its indices, the chance that it lies there and has its name."""
    if not cards:
        return []
    logits = cards_to_clues(cards) @ np.array(WEIGHTS)
    return [float(trust) for trust in logits_to_chances(logits)]


def cards_to_clues(cards: Sequence[Sequence[Index]]) -> Floats:
    """What the ``WEIGHTS`` weigh, (cards, 8); the chances as logits."""
    four = float(has_four_indices([index.spot for card in cards for index in card]))
    clues = np.array([(1.0, *_card_to_logits(card), four, float(len(card) > 1)) for card in cards])
    clear = clues @ np.array(WEIGHTS[:-1]) >= chance_to_logit(CLEAR, LEAST)
    return np.column_stack([clues, _unlikeness(cards, clear)])


def _unlikeness(cards: Sequence[Sequence[Index]], clear: npt.NDArray[np.bool_]) -> Floats:
    """How much higher or lower a card's only index is than those of the clear cards around it, as a logarithm.

    One deck lies in a photograph; what is half as high as its indices is a sign in a court's picture. But a card may
    lie far from the others: of one that shows both its ends their distance has said that already.
    """
    high = np.array([np.mean([index.spot.half_height for index in card]) for card in cards])
    at = np.array([np.mean([(index.spot.x, index.spot.y) for index in card], axis=0) for card in cards])
    unlike = np.zeros(len(cards))
    for number in (number for number, card in enumerate(cards) if len(card) == 1):
        others = np.flatnonzero(clear & (np.arange(len(cards)) != number))
        if len(others):
            far = np.hypot(*(at[others] - at[number]).T)
            around = others[np.argsort(far, kind="stable")[:AROUND]]
            unlike[number] = min(abs(np.log(high[number] / np.median(high[around]))), MOST_UNLIKE)
    return unlike


def _card_to_logits(indices: Sequence[Index]) -> list[float]:
    heat, real = max(index.spot.heat for index in indices), max(index.real for index in indices)
    whole = max(index.whole for index in indices)
    named = indices_to_name(indices)[1]
    return [chance_to_logit(chance, LEAST) for chance in (heat, real, named, whole)]
