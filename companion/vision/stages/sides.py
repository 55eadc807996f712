"""On which side of an index its card lies: on decks with an index in every corner it may be either."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.vision.stages.chances import logits_to_chances
from companion.vision.stages.corners import CLEARLY, deck_size, points_left, share_to_the_left
from companion.vision.stages.crops import cut_around
from companion.vision.stages.geometry import axes
from companion.vision.stages.guesses import Index
from companion.vision.stages.levels import Levels, Pixels
from companion.vision.stages.networks import views_to_sides
from companion.vision.stages.spots import Spot

REACH = 2.4
"""A view reaches this many half heights up and down from the index's middle: it shows the card's edges."""

WEIGHTS = (1.2, 0.8, 4.0)
"""Of nothing, of the look, a logit, and of the share of the detector's vector that goes to the left."""

MOST = 8.0
"""No look counts as surer."""


def spot_to_view(levels: Levels, spot: Spot) -> Pixels:
    """The index at ``spot`` with what lies about it, upright and 48 × 64."""
    return cut_around(levels, spot, REACH)


def indices_to_sided(levels: Levels, indices: Sequence[Index]) -> list[Index]:
    """The same indices, each pointing to the side on which its card lies by the look at it and by its own vector.

    None is looked at where all point to the right, as on a deck with two indices a card.
    """
    spots = [index.spot for index in indices]
    if not any(map(points_left, spots)):
        return list(indices)
    across = _usual_across(spots)
    chances = _chances_left([spot_to_view(levels, spot) for spot in spots], spots)
    turned = [_turned(spot, chance, across) for spot, chance in zip(spots, chances, strict=True)]
    return [replace(index, spot=spot) for index, spot in zip(indices, turned, strict=True)]


def _chances_left(views: Sequence[Pixels], spots: Sequence[Spot]) -> list[float]:
    """For each spot the chance that its card lies to its left."""
    nothing, look, vector = WEIGHTS
    looks = np.clip(views_to_sides(views), -MOST, MOST)
    logits = nothing + look * looks + vector * np.array([share_to_the_left(spot) for spot in spots])
    return [float(chance) for chance in logits_to_chances(logits)]


def _usual_across(spots: Sequence[Spot]) -> float:
    """How far this deck's indices are from the middle across the card, in half heights of the index."""
    clear = [spot for spot in spots if abs(share_to_the_left(spot)) >= CLEARLY]
    return float(deck_size(clear or spots, ())[1])


def _turned(spot: Spot, left: float, across: float) -> Spot:
    """The spot, pointing to the side that is likelier, and the less so the less it is.

    A vector that clearly points there already stays.
    """
    down, right = axes(spot)
    own = np.asarray(spot.to_centre)
    share = share_to_the_left(spot)
    if abs(share) >= CLEARLY and (share > 0) == (left > 0.5):
        return spot
    x, y = down * (own @ down) + right * across * spot.half_height * (1 - 2 * left)
    return replace(spot, to_centre=(float(x), float(y)))
