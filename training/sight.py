"""Trains the look at whether an index is in sight whole: something may cover a part of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
import torch

from companion.vision.stages.levels import Levels
from companion.vision.stages.spots import Spot, spot_to_crop
from training.classifier_data import Truth, askew, row_to_spot, stretch
from training.detector_data import LEAST_HALF, relight
from training.faces import Pixels
from training.glance import BATCH, GlanceBatch, train_glance
from training.loop import Plan
from training.networks import Glance, pictures_to_tensor
from training.shards import StoredScene

WHOLE, LEAST = 0.8, 0.2
"""An index is whole from the first share in sight on; below the second none is looked at."""

COVERED = 0.45
"""So many of the looks are at indices that are covered in part, where a scene has any: of all its own a sixth are."""

LEAST_COVERED = 2
"""Of a scene with fewer, as many whole ones are looked at as if it had these."""


def spots_in_sight(truth: Truth) -> tuple[list[Spot], list[Spot]]:
    """Return the whole indices of a scene, and those that are covered in part."""
    rows = [row for row in truth.tolist() if row[8] >= LEAST and np.hypot(row[4], row[5]) >= LEAST_HALF]
    whole, covered = ([row_to_spot(row) for row in rows if (row[8] >= WHOLE) == wanted] for wanted in (True, False))
    return whole, covered


def sight_batches(scenes: Sequence[StoredScene], seed: int) -> Iterator[GlanceBatch]:
    """Batches without end: of each scene that is opened its covered indices, and whole ones in their share."""
    rng = np.random.default_rng(seed)
    crops: list[Pixels] = []
    whole: list[bool] = []
    while True:
        while len(crops) < BATCH:
            scene = scenes[int(rng.integers(len(scenes)))]
            of_whole, covered = spots_in_sight(scene.truth)
            levels = Levels(scene.image())
            few = round(max(len(covered), LEAST_COVERED) * (1 - COVERED) / COVERED)
            chosen = [of_whole[i] for i in rng.permutation(len(of_whole))[:few]]
            askews = (askew(spot, rng, 0.6) for spot in chosen + covered)
            crops += [relight(stretch(spot_to_crop(levels, spot), rng), rng) for spot in askews]
            whole += [True] * len(chosen) + [False] * len(covered)
        order = rng.permutation(len(crops))
        crops, whole = [crops[i] for i in order], [whole[i] for i in order]
        yield GlanceBatch(pictures_to_tensor(crops[:BATCH]), torch.tensor(whole[:BATCH], dtype=torch.float32))
        del crops[:BATCH], whole[:BATCH]


def train_sight(scenes: Sequence[StoredScene], plan: Plan) -> Glance:
    """Train (or go on training) what tells whole indices; return its running average."""
    return train_glance(partial(sight_batches, scenes), plan)
