"""An index that says nothing clearly is looked at again as it stands: a look at its place tells how.

What the detector says of that is rough, and where cards lie across each other it wavers between two ways; its vectors
are means of both then, and what is cut out by them can't be read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from companion.vision.settings import Settings
from companion.vision.stages.corners import deck_size, has_four_indices
from companion.vision.stages.crops import cut_around
from companion.vision.stages.geometry import axes
from companion.vision.stages.levels import Levels, Pixels
from companion.vision.stages.networks import views_to_poses
from companion.vision.stages.second_look import (
    Logits,
    Name,
    are_told,
    are_unclear,
    look_twice,
    looks_together,
    real_chances,
)
from companion.vision.stages.spots import LEAST_HALF, Spot, same_within

REACH = 2.0
"""A view reaches this many half heights up and down from where the index is thought to be."""

TURNED = 0.94
"""Below this cosine between how an index was taken to stand and how it does its arrow is no better than that was."""

MOST = 32
"""At most so many spots are looked at, the hottest first: more than all but five of 7,105 searches of tables had."""

ROUNDS = 2
"""So often a spot is looked at: the second look is at what the first made of it."""

AROUND = 3
"""So many indices tell where its card's middle is then, the nearest that are told."""

Stand = Callable[[Sequence[Spot]], list[Spot]]
"""How each spot stands by a look at it."""


def spot_to_surroundings(levels: Levels, spot: Spot) -> Pixels:
    """What lies about the spot, upright as far as that is known and 48 × 64."""
    return cut_around(levels, spot, REACH)


def spots_to_poses(levels: Levels, spots: Sequence[Spot]) -> list[Spot]:
    """The spots, at least one, as looks at each tell where the index's middle is and which way it stands.

    Its arrow leads to the same middle of a card as before.
    """
    stood = list(spots)
    for _ in range(ROUNDS):
        poses = views_to_poses([spot_to_surroundings(levels, spot) for spot in stood])
        stood = [_standing(spot, *pose) for spot, pose in zip(stood, poses.tolist(), strict=True)]
    return stood


def _standing(spot: Spot, right: float, down: float, top_right: float, top_down: float) -> Spot:
    """The spot so far to the right and down, and with this vector to its top, in half heights."""
    downward, rightward = (axis * spot.half_height for axis in axes(spot))
    by, up = rightward * right + downward * down, rightward * top_right + downward * top_down
    to_centre = (float(spot.to_centre[0] - by[0]), float(spot.to_centre[1] - by[1]))
    return replace(spot.moved(float(by[0]), float(by[1])), to_centre=to_centre, up=(float(up[0]), float(up[1])))


def look_as_they_stand(
    spots: Sequence[Spot], answers: Logits, name: Name, stand: Stand, settings: Settings
) -> tuple[Sequence[Spot], Logits]:
    """The spots and what ``name`` says of them; each that was unclear as it stands, if it is read as an index so.

    ``answers`` is what it said of them before, (spots, logits); where an index was seen then, both count alike.
    """
    unclear = _unclear(spots, answers, settings)
    if not unclear:
        return spots, answers
    told = [spots[number] for number in np.flatnonzero(are_told(answers, settings)).tolist()]
    before = [spots[number] for number in unclear]
    stood = [_pointing(new, old, told) for new, old in zip(stand(before), before, strict=True)]
    said = look_twice(stood, name, settings)
    kept, answers, real = list(spots), answers.copy(), real_chances(answers)
    for number, spot, answer, chance in zip(unclear, stood, said, real_chances(said), strict=True):
        if chance < max(settings.real_from, real[number]) or not _is_free(number, spot, kept, real, settings):
            continue
        looks = [answer] if real[number] < settings.least_real else [answer, answers[number]]
        kept[number], answers[number], real[number] = spot, looks_together(np.array([looks]))[0], chance
    return kept, answers


def _unclear(spots: Sequence[Spot], answers: Logits, settings: Settings) -> list[int]:
    """The numbers of the spots to look at: what is unclear, and what is warm and not told; the hottest first."""
    heats = np.array([spot.heat for spot in spots])
    asked = are_unclear(answers, settings) | ((heats >= settings.warm_from) & ~are_told(answers, settings))
    return sorted(np.flatnonzero(asked).tolist(), key=lambda number: -heats[number])[:MOST]


def _is_free(number: int, spot: Spot, spots: Sequence[Spot], real: Logits, settings: Settings) -> bool:
    """Whether the spot of this number, as it stands now, is large enough to be read, and no other one that counts."""
    return spot.half_height >= LEAST_HALF and all(
        np.hypot(other.x - spot.x, other.y - spot.y) >= same_within(other.half_height, spot.half_height, settings)
        for n, other in enumerate(spots)
        if n != number and real[n] >= settings.least_real
    )


def _pointing(spot: Spot, before: Spot, told: Sequence[Spot]) -> Spot:
    """The spot; if it stands otherwise than ``before``, it points at its card's middle as those around it do.

    On a deck with an index in every corner to neither side, for that is open.
    """
    alike = np.dot(spot.up, before.up) >= TURNED * spot.half_height * before.half_height
    if alike or len(told) < AROUND:
        return spot
    around = sorted(told, key=lambda other: np.hypot(other.x - spot.x, other.y - spot.y))[:AROUND]
    along, across = deck_size(around, ())
    down, right = axes(spot)
    x, y = (down * along + right * (0.0 if has_four_indices(told) else across)) * spot.half_height
    return replace(spot, to_centre=(float(x), float(y)))
