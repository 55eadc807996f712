"""Chances, and the logits and logarithms that they come from."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Chances = npt.NDArray[np.float64]


def chance_to_logit(chance: float, least: float = 0.0) -> float:
    """The logit of a chance, which counts as no nearer to none or to certainty than ``least``."""
    kept = min(max(chance, least), 1 - least)
    return float(np.log(kept / (1 - kept)))


def logits_to_chances(logits: npt.NDArray[np.float32] | Chances | float) -> npt.NDArray[np.floating]:
    """The chance that each logit gives."""
    return np.asarray(1 / (1 + np.exp(-logits)))


def softmax(logits: npt.NDArray[np.float32] | Chances) -> Chances:
    """Chances from logits, along the last side."""
    if not logits.size:
        return np.zeros(logits.shape)
    powers = np.exp(np.asarray(logits, np.float64) - np.max(logits, axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))
