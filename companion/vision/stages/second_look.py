"""An index that says nothing clearly is looked at again askew; the mean of what the looks say counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from companion.vision.settings import Settings
from companion.vision.stages.alphabets import LETTERS
from companion.vision.stages.guesses import NONE
from companion.vision.stages.spots import Spot

LEANINGS = ((0.1, 0.88), (-0.1, 1.14))
"""By how many radians turned, and how many times as large, the crops are cut out again."""

PARTS = (NONE + 1, NONE + 5, NONE + 5 + len(LETTERS))
"""Where the logits of eight ranks, of four suits and of the letters end; behind is what was learnt of the twelve."""

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
    return np.asarray((real_chances(guesses) > settings.may_be_real) & ~are_told(guesses, settings))


def are_told(guesses: Logits, settings: Settings) -> npt.NDArray[np.bool_]:
    """Which spots are indices, and what they are, by what the classifier says of them, (spots,)."""
    ranks, suits = _named(guesses)
    clear = ranks.max(axis=1) * suits.max(axis=1)
    return np.asarray((1 - ranks[:, NONE] >= settings.real_from) & (clear >= settings.clear_from))


def real_chances(guesses: Logits) -> Logits:
    """The chance of each spot that it is an index, (spots,)."""
    return np.asarray(1 - _named(guesses)[0][:, NONE])


def _named(guesses: Logits) -> tuple[Logits, Logits]:
    """The chances of the ranks and of the suits, with what was learnt of a taught deck."""
    *twelve, _, learnt = np.split(guesses, PARTS, axis=-1)
    if learnt.shape[-1]:
        twelve = [part + more for part, more in zip(twelve, np.split(learnt, PARTS[:1], axis=-1), strict=True)]
    ranks, suits = (np.exp(_logs(part)) for part in twelve)
    return ranks, suits


def _log_chances(guesses: Logits) -> Logits:
    """The logarithms of the chances of the ranks, of the suits and of the letters, each adding up to one."""
    *parts, learnt = np.split(guesses, PARTS, axis=-1)
    return np.concatenate([*(_logs(part) for part in parts if part.shape[-1]), learnt], axis=-1)


def _logs(part: Logits) -> Logits:
    """The logarithms of the chances that these logits give."""
    return np.asarray(part - np.logaddexp.reduce(part, axis=-1, keepdims=True))
