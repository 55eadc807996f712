"""Reading of each crop, looked at twice where it is unclear, and once more as it is."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.vision.reading import Settings
from companion.vision.stages.chances import softmax
from companion.vision.stages.geometry import axes, deck_size, dot, has_four_indices
from companion.vision.stages.indices import NONE
from companion.vision.stages.letters import LETTERS
from companion.vision.stages.levels import Levels
from companion.vision.stages.networks import views_to_poses
from companion.vision.stages.pixels import Pixels
from companion.vision.stages.spots import LEAST_HALF, Spot, are_one, cut_around

LEANINGS = ((0.1, 0.88), (-0.1, 1.14))
"""By how many radians turned, and how many times as large, the crops are cut out again."""

PARTS = (NONE + 1, NONE + 5, NONE + 5 + len(LETTERS))
"""The ends of the logits of eight ranks, of four suits and of the letters; behind is what was learned of the twelve."""

Logits = Sequence[float]


class Spoken(NamedTuple):
    """The classifier's answer for a spot, in logits: of eight ranks, four suits and the letters."""

    ranks: Logits
    suits: Logits
    letters: Logits
    learned: Logits
    """The logits learned for the ranks and suits of a taught deck; else empty."""


def in_parts(answer: Logits) -> Spoken:
    """The parts of an answer, which :data:`PARTS` parts."""
    ranks, suits, letters = PARTS
    return Spoken(answer[:ranks], answer[ranks:suits], answer[suits:letters], answer[letters:])


Name = Callable[[Sequence[Spot]], list[Logits]]
"""The classifier: returns its logits for each spot."""


def look_twice(spots: Sequence[Spot], name: Name, settings: Settings) -> list[Logits]:
    """Ask ``name``, the classifier, about each of the spots (:func:`in_parts`).

    Those that may be indices, but which of them is not clear, are shown to it twice more.
    """
    answers = name(spots)
    unclear = [number for number, answer in enumerate(answers) if is_unclear(answer, settings)]
    if unclear:
        looks = iter(name([spots[number].leant(turn, size) for number in unclear for turn, size in LEANINGS]))
        for number in unclear:
            answers[number] = looks_together([answers[number], *(next(looks) for _ in LEANINGS)])
    return answers


def looks_together(looks: Sequence[Logits]) -> Logits:
    """The mean of what several looks at one spot say, as logarithms."""
    return [sum(logs) / len(looks) for logs in zip(*map(_log_chances, looks), strict=True)]


def is_unclear(answer: Logits, settings: Settings) -> bool:
    """Return True if the classifier leaves open both what a spot is and that it is no index."""
    real, named = _judged(answer)
    return real > settings.may_be_real and not _is_clear(real, named, settings)


def _is_clear(real: float, named: float, settings: Settings) -> bool:
    """Return True if a spot is an index, and what it is, by the chances of both."""
    return real >= settings.real_from and named >= settings.clear_from


def _judged(answer: Logits) -> tuple[float, float]:
    """The chance of a spot that it is an index, and that of its name, with what was learned of a taught deck."""
    ranks, suits, _, learned = in_parts(answer)
    if learned:
        twelve = [said + more for said, more in zip((*ranks, *suits), learned, strict=True)]
        ranks, suits = twelve[: len(ranks)], twelve[len(ranks) :]
    of_ranks = softmax(ranks)
    return 1 - of_ranks[NONE], max(of_ranks) * max(softmax(suits))


def _log_chances(answer: Logits) -> Logits:
    """The logarithms of the chances of the ranks, of the suits and of the letters, each adding up to one."""
    *parts, learned = in_parts(answer)
    return [*(log for part in parts for log in _logs(part)), *learned]


def _logs(logits: Logits) -> Logits:
    """The logarithms of the chances that these logits give."""
    most = max(logits, default=0.0)
    total = most + math.log(sum(math.exp(logit - most) for logit in logits) or 1.0)
    return [logit - total for logit in logits]


REACH = 2.0
"""A view reaches this many half heights up and down from where the index is thought to be."""

TURNED = 0.94
"""The cosine between an index's supposed pose and its real one, below which its arrow is no better than that pose."""

MOST = 32
"""How many spots are looked at, the hottest first: more than all but five of 7,105 searches of tables had."""

ROUNDS = 2
"""So often a spot is looked at: the second look is at what the first made of it."""

AROUND = 3
"""This many indices give its card's middle then, the nearest that are clear."""

Stand = Callable[[Sequence[Spot]], list[Spot]]
"""The look at each spot that turns it as it really is."""


def spot_to_surroundings(levels: Levels, spot: Spot) -> Pixels:
    """Cut out the surroundings of the spot, upright as far as that is known and 48 × 64."""
    return cut_around(levels, spot, REACH)


def spots_to_poses(levels: Levels, spots: Sequence[Spot]) -> list[Spot]:
    """Return the spots, at least one, moved and turned as a look at each shows its index.

    Their arrows lead to the middles of cards as before.
    """
    stood = list(spots)
    for _ in range(ROUNDS):
        poses = views_to_poses([spot_to_surroundings(levels, spot) for spot in stood])
        stood = [_standing(spot, *pose) for spot, pose in zip(stood, poses, strict=True)]
    return stood


def _standing(spot: Spot, right: float, down: float, top_right: float, top_down: float) -> Spot:
    """The spot so far to the right and down, and with this vector to its top, in half heights."""
    downward, rightward = (axis * spot.half_height for axis in axes(spot))
    by, up = rightward * right + downward * down, rightward * top_right + downward * top_down
    return replace(spot.moved(by.real, by.imag).pointing(spot.arrow - by), up=(up.real, up.imag))


def look_as_they_stand(
    spots: Sequence[Spot], answers: Sequence[Logits], name: Name, stand: Stand, settings: Settings
) -> tuple[Sequence[Spot], Sequence[Logits]]:
    """Read the unclear spots once more, turned as they are; return all spots and the answers of ``name``.

    ``answers`` is what it said of each before; where an index was seen then, both count alike. At most :data:`MOST`,
    the hottest, are looked at.
    """
    judged = [_judged(answer) for answer in answers]
    clear = [_is_clear(*chances, settings) for chances in judged]
    unclear = [n for n in range(len(spots)) if not clear[n] and _is_asked(spots[n], judged[n][0], settings)]
    if not unclear:
        return spots, answers
    unclear = sorted(unclear, key=lambda number: -spots[number].heat)[:MOST]
    around = [spot for spot, is_so in zip(spots, clear, strict=True) if is_so]
    before = [spots[number] for number in unclear]
    stood = [_pointing(new, old, around) for new, old in zip(stand(before), before, strict=True)]
    said = look_twice(stood, name, settings)
    kept, answers, real = list(spots), list(answers), [chance for chance, _ in judged]
    for number, spot, answer in zip(unclear, stood, said, strict=True):
        chance, _ = _judged(answer)
        if chance < max(settings.real_from, real[number]) or not _is_free(number, spot, kept, real, settings):
            continue
        looks = [answer] if real[number] < settings.least_real else [answer, answers[number]]
        kept[number], answers[number], real[number] = spot, looks_together(looks), chance
    return kept, answers


def _is_asked(spot: Spot, real: float, settings: Settings) -> bool:
    """Return True if a spot that is not clear is looked at: it is warm, or an index by this chance."""
    return spot.heat >= settings.warm_from or real > settings.may_be_real


def _is_free(number: int, spot: Spot, spots: Sequence[Spot], real: Sequence[float], settings: Settings) -> bool:
    """Return True if the spot of this number is large enough to be read, and the only one of its index that counts."""
    return spot.half_height >= LEAST_HALF and not any(
        are_one(other, spot, settings)
        for n, other in enumerate(spots)
        if n != number and real[n] >= settings.least_real
    )


def _pointing(spot: Spot, before: Spot, clear: Sequence[Spot]) -> Spot:
    """The spot; if it is turned differently from ``before``, it points at its card's middle as those around it do.

    On a deck with an index in every corner to neither side, for that is open.
    """
    alike = dot(spot.upward, before.upward) >= TURNED * spot.half_height * before.half_height
    if alike or len(clear) < AROUND:
        return spot
    along, across = deck_size(sorted(clear, key=lambda other: abs(other.at - spot.at))[:AROUND], ())
    down, right = axes(spot)
    aside = 0.0 if has_four_indices(clear) else across
    return spot.pointing((down * along + right * aside) * spot.half_height)
