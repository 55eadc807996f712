"""A warm place where no index can be read is looked at in every turn: which way it stands may be what is wrong.

Where cards lie across each other the detector may find an index and waver between two ways in which it might stand. Its
vectors are means of both then, and what is cut out by them can't be read. How large the indices are and where their
cards' middles, the others tell: one deck lies in a photograph.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from companion.vision.settings import Settings
from companion.vision.stages.corners import deck_size, has_four_indices
from companion.vision.stages.geometry import axes
from companion.vision.stages.guesses import NONE, softmax
from companion.vision.stages.second_look import Logits, look_twice
from companion.vision.stages.spots import Spot

TURNS = 12
"""So many ways are tried, all round."""

UNREAD, READ = 0.6, 0.95
"""The chance of being an index below which a spot is tried, and that which it must reach in one of its turns."""

APART = 0.9
"""A spot that is not so many half heights from every index that was read is that index once more."""

MOST = 4
"""So many spots are tried, the warmest: a patterned cloth may have more."""

AROUND = 3
"""So many indices tell what this one is like, the nearest that were read; with fewer nothing is tried."""

Name = Callable[[Sequence[Spot]], Logits]


def look_all_round(
    spots: Sequence[Spot], answers: Logits, name: Name, settings: Settings
) -> tuple[Sequence[Spot], Logits]:
    """The spots and what ``name`` says of them; of those that were warm but unread, in the turn in which they are read.

    ``answers`` is what it said of them as they stood, (spots, logits). What is read in no turn stays as it was.
    """
    real = _real(answers)
    read = [spot for spot, chance in zip(spots, real, strict=True) if chance >= settings.real_from]
    unread = [n for n in np.flatnonzero(real < UNREAD).tolist() if _may_be_another(spots[n], read, settings)]
    unread = sorted(unread, key=lambda number: -spots[number].heat)[:MOST]
    if not unread or len(read) < AROUND:
        return spots, answers
    ways = [_all_ways(spots[number], read) for number in unread]
    looks = _real(name([way for each in ways for way in each])).reshape(-1, TURNS)
    best = zip(unread, ways, looks, strict=True)
    found = {number: each[int(np.argmax(chances))] for number, each, chances in best if chances.max() >= READ}
    if not found:
        return spots, answers
    said = answers.copy()
    said[list(found)] = look_twice(list(found.values()), name, settings)
    return [found.get(number, spot) for number, spot in enumerate(spots)], said


def _real(answers: Logits) -> npt.NDArray[np.float64]:
    """The chance of each that it is an index."""
    return np.asarray(1 - softmax(answers[:, : NONE + 1])[:, NONE])


def _may_be_another(spot: Spot, read: Sequence[Spot], settings: Settings) -> bool:
    """Whether the spot is warm, and none of those that were read."""
    near = (np.hypot(other.x - spot.x, other.y - spot.y) < APART * other.half_height for other in read)
    return spot.heat >= settings.warm_from and not any(near)


def _all_ways(spot: Spot, read: Sequence[Spot]) -> list[Spot]:
    """The spot as an index like those around it, in every turn.

    It points at its card's middle as they do; with an index in every corner to neither side, for that is open.
    """
    around = sorted(read, key=lambda other: np.hypot(other.x - spot.x, other.y - spot.y))[:AROUND]
    along, across = deck_size(around, ())
    size = float(np.median([other.half_height for other in around])) / max(spot.half_height, 1e-6)
    side = 0.0 if has_four_indices(read) else float(across)
    return [_pointing(spot.leant(2 * np.pi * turn / TURNS, size), float(along), side) for turn in range(TURNS)]


def _pointing(spot: Spot, along: float, across: float) -> Spot:
    """The spot with its card's middle so many half heights down and to the right."""
    down, right = axes(spot)
    x, y = (down * along + right * across) * spot.half_height
    return replace(spot, to_centre=(float(x), float(y)))
