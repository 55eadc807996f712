"""Chances, and the logits and logarithms that they come from."""

from __future__ import annotations

import math
from collections.abc import Sequence

Chances = Sequence[float]
"""Of several things of which one is so, their chances; they add up to one."""

LEAST_CHANCE = 1e-4
"""The least chance of a reading: one read with less may still be right, if that was learned."""


def chance_to_logit(chance: float, least: float = 0.0) -> float:
    """The logit of a chance, which counts as no nearer to none or to certainty than ``least``."""
    kept = min(max(chance, least), 1 - least)
    return math.log(kept / (1 - kept))


def logit_to_chance(logit: float) -> float:
    """The chance that a logit gives."""
    return 1 / (1 + math.exp(min(-logit, 700.0)))


def softmax(logits: Sequence[float]) -> list[float]:
    """Chances from logits."""
    most = max(logits, default=0.0)
    powers = [math.exp(logit - most) for logit in logits]
    total = sum(powers)
    return [power / total for power in powers]


def add_learned(chances: Chances, learned: Sequence[float]) -> list[float]:
    """Add what was ``learned`` to the logarithms of the chances."""
    return softmax([math.log(max(chance, LEAST_CHANCE)) + more for chance, more in zip(chances, learned, strict=True)])


def likeliest(chances: Chances) -> int:
    """The number of the greatest chance; of equal ones the first."""
    return max(range(len(chances)), key=chances.__getitem__)
