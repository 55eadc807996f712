"""Which indices belong to one card: by where they stand and point; by what they say only when nothing else is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.cards import Card
from companion.vision.settings import Settings
from companion.vision.stages.corners import has_four_indices
from companion.vision.stages.edges import Edges
from companion.vision.stages.four import Group, corners_to_cards, join_edge, join_four
from companion.vision.stages.geometry import (
    LEFT_OVER_WEIGHT,
    LENGTH_WEIGHT,
    axes,
    likely_opposites,
    opposite_misfit,
    other_diagonal,
    spots_to_stretched,
)
from companion.vision.stages.guesses import Index, contradict, indices_to_name, likenesses_to_ease
from companion.vision.stages.spots import Spot


def indices_to_cards(indices: Sequence[Index], settings: Settings) -> list[Group]:
    """The indices grouped by card; an index that fits none is a card by itself.

    On decks with an index in every corner, four that make a rectangle join first, and then all that point at one
    middle. On others opposite corners join one to one, the best fit first; of a deck with four there may be in sight
    but one card's upper edge, as of the front card in a fan.
    """
    edges = Edges(indices)
    fours, rest = join_four(indices, edges)
    if has_four_indices([index.spot for index in indices]):
        groups = corners_to_cards(rest, fours, edges)
        return fours + join_halves(join_between(groups, settings), settings)
    stretched = spots_to_stretched([index.spot for index in rest])
    groups = join_opposite([replace(i, spot=spot) for i, spot in zip(rest, stretched, strict=True)], settings)
    return fours + join_edge(join_halves(join_between(groups, settings), settings), edges)


def join_opposite(indices: Sequence[Index], settings: Settings) -> list[Group]:
    """Pairs of opposite corners and, after them, the indices that are left over.

    What the first round leaves over is looked at again with less regard to the vectors' length.
    """
    pairs, left = _pair_up(indices, LENGTH_WEIGHT, settings.pair_reach)
    late_pairs, left = _pair_up(left, LEFT_OVER_WEIGHT, settings.pair_reach)
    return pairs + late_pairs + [[index] for index in left]


def join_halves(groups: Sequence[Group], settings: Settings) -> list[Group]:
    """Join what is left over and stands somewhat like opposite corners, if it says the same.

    Seen from the side, a card's two vectors may miss each other by far. Of two such indices with one name nearly all
    are one card; that it may be two is for the person to see (:mod:`companion.vision.stages.doubt`).
    """
    by_name: dict[Card | None, list[Index]] = {}
    for group in groups:
        if len(group) == 1:
            by_name.setdefault(indices_to_name(group)[0], []).append(group[0])
    joined = [group for group in groups if len(group) > 1]
    for same in by_name.values():
        pairs, left = _pair_up(same, LEFT_OVER_WEIGHT, settings.late_reach)
        joined += pairs + [[index] for index in left]
    return joined


def _pair_up(indices: Sequence[Index], length_weight: float, reach: float) -> tuple[list[Group], list[Index]]:
    """Pairs one to one, the best fit first, and the rest."""
    fits, ease = [], likenesses_to_ease(indices)
    for i, j in likely_opposites([index.spot for index in indices]):
        misfit = opposite_misfit(indices[i].spot, indices[j].spot, length_weight) / float(ease[i, j])
        if misfit < reach:
            fits.append((misfit, i, j))
    partner: dict[int, int] = {}
    for _, i, j in sorted(fits):
        if i not in partner and j not in partner:
            partner[i], partner[j] = j, i
    pairs = [[one, indices[partner[i]]] for i, one in enumerate(indices) if partner.get(i, -1) > i]
    return pairs, [one for i, one in enumerate(indices) if i not in partner]


def join_between(groups: Sequence[Group], settings: Settings) -> list[Group]:
    """Let single indices in the other two corners of a paired card join it."""
    pairs = [list(group) for group in groups if len(group) > 1]
    left = []
    for group in groups:
        if len(group) == 1:
            like = [(i, pair) for i, pair in enumerate(pairs) if not contradict(group[0], pair[0])]
            misfit, best = min(((between_misfit(group[0].spot, pair), i) for i, pair in like), default=(1.0, 0))
            if misfit < settings.pair_reach * 0.6:
                pairs[best].append(group[0])
            else:
                left.append(group)
    return pairs + left


def between_misfit(spot: Spot, pair: Sequence[Index]) -> float:
    """How far a spot is from the corners of a card between those of the pair, as a share of half its diagonal."""
    one, other = pair[0].spot, pair[1].spot
    down, _ = axes(one, other)
    if abs(float(np.dot(spot.up, down))) < 0.85 * spot.half_height:
        return float("inf")
    middle = np.array([one.x + other.x, one.y + other.y]) / 2
    half = np.array([other.x - one.x, other.y - one.y]) / 2
    corner = other_diagonal(half, down)
    off = np.array([spot.x, spot.y]) - middle
    nearest = min(np.hypot(*(off - corner)), np.hypot(*(off + corner)))
    return float(nearest / max(float(np.hypot(*half)), 1.0))
