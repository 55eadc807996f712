"""Whether an index is in sight whole and well lit: else it is easily read as something else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.vision.stages.chances import logits_to_chances
from companion.vision.stages.crops import spot_to_crop
from companion.vision.stages.exposure import share_burnt
from companion.vision.stages.guesses import Index
from companion.vision.stages.levels import Levels
from companion.vision.stages.networks import crops_to_sight


def indices_to_sighted(levels: Levels, indices: Sequence[Index]) -> list[Index]:
    """The same indices, each with the chance that nothing covers it and with how much of it is burnt out."""
    if not indices:
        return []
    crops = [spot_to_crop(levels, index.spot) for index in indices]
    chances = logits_to_chances(crops_to_sight(crops)).tolist()
    return [
        replace(index, whole=chance, burnt=share_burnt(crop))
        for index, chance, crop in zip(indices, chances, crops, strict=True)
    ]
