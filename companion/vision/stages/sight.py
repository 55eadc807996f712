"""Whether an index is in sight whole: what another card half covers is easily read as something else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.vision.stages.chances import logits_to_chances
from companion.vision.stages.crops import spot_to_crop
from companion.vision.stages.guesses import Index
from companion.vision.stages.levels import Levels
from companion.vision.stages.networks import crops_to_sight


def indices_to_sighted(levels: Levels, indices: Sequence[Index]) -> list[Index]:
    """The same indices, each with the chance that nothing covers it."""
    if not indices:
        return []
    logits = crops_to_sight([spot_to_crop(levels, index.spot) for index in indices])
    chances = logits_to_chances(logits).tolist()
    return [replace(index, whole=chance) for index, chance in zip(indices, chances, strict=True)]
