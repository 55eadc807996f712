"""What each crop says, looked at twice where it is unclear, and once more as it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from companion.vision.reading import Settings
from companion.vision.stages.geometry import axes, deck_size, has_four_indices
from companion.vision.stages.indices import NONE
from companion.vision.stages.letters import LETTERS
from companion.vision.stages.levels import Levels, Pixels
from companion.vision.stages.networks import views_to_poses
from companion.vision.stages.spots import LEAST_HALF, Spot, cut_around, same_within

LEANINGS = ((0.1, 0.88), (-0.1, 1.14))
"""By how many radians turned, and how many times as large, the crops are cut out again."""

PARTS = (NONE + 1, NONE + 5, NONE + 5 + len(LETTERS))
"""Where the logits of eight ranks, of four suits and of the letters end; behind is what was learned of the twelve."""

Logits = npt.NDArray[np.float32]


Name = Callable[[Sequence[Spot]], Logits]
"""What the classifier says of each spot, (spots, logits)."""


def look_twice(spots: Sequence[Spot], name: Name, settings: Settings) -> Logits:
    """What ``name``, the classifier, says of the spots: (spots, logits), which :data:`PARTS` parts.

    Those that may be indices, but which of them is not clear, are shown to it twice more.
    """
    guesses = name(spots)
    unclear = np.flatnonzero(are_unclear(guesses, settings)).tolist()
    if unclear:
        looks = name([spots[number].leant(turn, size) for number in unclear for turn, size in LEANINGS])
        every = np.concatenate([guesses[unclear][:, None], looks.reshape(len(unclear), -1, guesses.shape[1])], axis=1)
        guesses[unclear] = looks_together(every)
    return guesses


def looks_together(looks: Logits) -> Logits:
    """The mean of what several looks at each spot say, as logarithms: (spots, looks, logits) → (spots, logits)."""
    return np.asarray(_log_chances(looks).mean(axis=1))


def are_unclear(guesses: Logits, settings: Settings) -> npt.NDArray[np.bool_]:
    """Of which spots the classifier says neither what they are nor that they are none, (spots,)."""
    return np.asarray((real_chances(guesses) > settings.may_be_real) & ~are_clear(guesses, settings))


def are_clear(guesses: Logits, settings: Settings) -> npt.NDArray[np.bool_]:
    """Which spots are indices, and what they are, by what the classifier says of them, (spots,)."""
    ranks, suits = _named(guesses)
    clear = ranks.max(axis=1) * suits.max(axis=1)
    return np.asarray((1 - ranks[:, NONE] >= settings.real_from) & (clear >= settings.clear_from))


def real_chances(guesses: Logits) -> Logits:
    """The chance of each spot that it is an index, (spots,)."""
    return np.asarray(1 - _named(guesses)[0][:, NONE])


def _named(guesses: Logits) -> tuple[Logits, Logits]:
    """The chances of the ranks and of the suits, with what was learned of a taught deck."""
    *twelve, _, learned = np.split(guesses, PARTS, axis=-1)
    if learned.shape[-1]:
        twelve = [part + more for part, more in zip(twelve, np.split(learned, PARTS[:1], axis=-1), strict=True)]
    ranks, suits = (np.exp(_logs(part)) for part in twelve)
    return ranks, suits


def _log_chances(guesses: Logits) -> Logits:
    """The logarithms of the chances of the ranks, of the suits and of the letters, each adding up to one."""
    *parts, learned = np.split(guesses, PARTS, axis=-1)
    return np.concatenate([*(_logs(part) for part in parts if part.shape[-1]), learned], axis=-1)


def _logs(part: Logits) -> Logits:
    """The logarithms of the chances that these logits give."""
    return np.asarray(part - np.logaddexp.reduce(part, axis=-1, keepdims=True))


REACH = 2.0
"""A view reaches this many half heights up and down from where the index is thought to be."""

TURNED = 0.94
"""Below this cosine between how an index was taken to stand and how it does its arrow is no better than that was."""

MOST = 32
"""How many spots are looked at, the hottest first: more than all but five of 7,105 searches of tables had."""

ROUNDS = 2
"""So often a spot is looked at: the second look is at what the first made of it."""

AROUND = 3
"""This many indices give its card's middle then, the nearest that are clear."""

Stand = Callable[[Sequence[Spot]], list[Spot]]
"""How each spot stands by a look at it."""


def spot_to_surroundings(levels: Levels, spot: Spot) -> Pixels:
    """What lies about the spot, upright as far as that is known and 48 × 64."""
    return cut_around(levels, spot, REACH)


def spots_to_poses(levels: Levels, spots: Sequence[Spot]) -> list[Spot]:
    """The spots, at least one, as looks at each show where the index's middle is and which way it stands.

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
    clear = [spots[number] for number in np.flatnonzero(are_clear(answers, settings)).tolist()]
    before = [spots[number] for number in unclear]
    stood = [_pointing(new, old, clear) for new, old in zip(stand(before), before, strict=True)]
    said = look_twice(stood, name, settings)
    kept, answers, real = list(spots), answers.copy(), real_chances(answers)
    for number, spot, answer, chance in zip(unclear, stood, said, real_chances(said), strict=True):
        if chance < max(settings.real_from, real[number]) or not _is_free(number, spot, kept, real, settings):
            continue
        looks = [answer] if real[number] < settings.least_real else [answer, answers[number]]
        kept[number], answers[number], real[number] = spot, looks_together(np.array([looks]))[0], chance
    return kept, answers


def _unclear(spots: Sequence[Spot], answers: Logits, settings: Settings) -> list[int]:
    """The numbers of the spots to look at: what is unclear, and what is warm and not clear; the hottest first."""
    heats = np.array([spot.heat for spot in spots])
    asked = are_unclear(answers, settings) | ((heats >= settings.warm_from) & ~are_clear(answers, settings))
    return sorted(np.flatnonzero(asked).tolist(), key=lambda number: -heats[number])[:MOST]


def _is_free(number: int, spot: Spot, spots: Sequence[Spot], real: Logits, settings: Settings) -> bool:
    """Whether the spot of this number, as it stands now, is large enough to be read, and no other one that counts."""
    return spot.half_height >= LEAST_HALF and all(
        np.hypot(other.x - spot.x, other.y - spot.y) >= same_within(other.half_height, spot.half_height, settings)
        for n, other in enumerate(spots)
        if n != number and real[n] >= settings.least_real
    )


def _pointing(spot: Spot, before: Spot, clear: Sequence[Spot]) -> Spot:
    """The spot; if it is turned differently from ``before``, it points at its card's middle as those around it do.

    On a deck with an index in every corner to neither side, for that is open.
    """
    alike = np.dot(spot.up, before.up) >= TURNED * spot.half_height * before.half_height
    if alike or len(clear) < AROUND:
        return spot
    around = sorted(clear, key=lambda other: np.hypot(other.x - spot.x, other.y - spot.y))[:AROUND]
    along, across = deck_size(around, ())
    down, right = axes(spot)
    x, y = (down * along + right * (0.0 if has_four_indices(clear) else across)) * spot.half_height
    return replace(spot, to_centre=(float(x), float(y)))
