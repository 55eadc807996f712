"""A warm place where no index can be read is looked at in every turn: which way it stands may be what is wrong.

Where cards lie across each other the detector may find an index and waver between two ways in which it might stand. Its
vectors are means of both then, and what is cut out by them can't be read. How large the indices are and where their
cards' middles, the others tell: one deck lies in a photograph.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from companion.vision.settings import Settings
from companion.vision.stages.corners import deck_size, has_four_indices
from companion.vision.stages.geometry import axes
from companion.vision.stages.second_look import Logits, Name, look_twice, real_chances
from companion.vision.stages.spots import Spot

TURNS = 12
"""So many ways are tried, all round."""

UNREAD, READ = 0.6, 0.95
"""The chance of being an index below which a spot is tried, and that which it must reach in one of its turns."""

APART = 0.9
"""A spot that is not so many half heights from every other index is that index once more."""

MOST = 4
"""So many spots are tried, the warmest: a patterned cloth may have more."""

AROUND = 3
"""So many indices tell what this one is like, the nearest that were read; with fewer nothing is tried."""


def look_all_round(
    spots: Sequence[Spot], answers: Logits, name: Name, settings: Settings
) -> tuple[Sequence[Spot], Logits]:
    """The spots and what ``name`` says of them; of those that were warm but unread, in the turn in which they are read.

    ``answers`` is what it said of them as they stood, (spots, logits). What is read in no turn stays as it was.
    """
    real = real_chances(answers)
    read = [spots[number] for number in np.flatnonzero(real >= settings.real_from).tolist()]
    unread = _warm_and_unread(spots, real, settings)
    if not unread or len(read) < AROUND:
        return spots, answers
    ways = [_all_ways(spots[number], read) for number in unread]
    looks = real_chances(name([way for each in ways for way in each])).reshape(-1, TURNS)
    better = _apart(
        {n: way[int(np.argmax(c))] for n, way, c in zip(unread, ways, looks, strict=True) if c.max() >= READ}
    )
    turned, said = list(spots), answers.copy()
    again = look_twice(list(better.values()), name, settings)
    for (number, spot), answer, chance in zip(better.items(), again, real_chances(again), strict=True):
        if chance >= READ:
            turned[number], said[number] = spot, answer
    return turned, said


def _warm_and_unread(spots: Sequence[Spot], real: Logits, settings: Settings) -> list[int]:
    """The numbers of the spots to try, the warmest first: no index by themselves, nor another one once more."""
    others = [spots[number] for number in np.flatnonzero(real >= UNREAD).tolist()]
    warm = [n for n in np.flatnonzero(real < UNREAD).tolist() if spots[n].heat >= settings.warm_from]
    apart = [number for number in warm if _is_apart(spots[number], others)]
    return sorted(apart, key=lambda number: -spots[number].heat)[:MOST]


def _apart(found: Mapping[int, Spot]) -> dict[int, Spot]:
    """What was found, the first of each that is there more than once."""
    kept: dict[int, Spot] = {}
    for number, spot in found.items():
        if _is_apart(spot, kept.values()):
            kept[number] = spot
    return kept


def _is_apart(spot: Spot, others: Iterable[Spot]) -> bool:
    """Whether the spot is none of the others."""
    return all(np.hypot(other.x - spot.x, other.y - spot.y) >= APART * other.half_height for other in others)


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
