"""Trains the look at an index's pose: where its middle is and which way is up, from a look that is askew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch
from torch import Tensor, nn

from companion.vision.stages.levels import Levels
from companion.vision.stages.looks import spot_to_surroundings
from training.classifier_data import true_spots
from training.detector_data import relight
from training.faces import Pixels
from training.looks import far_askew, stands_in
from training.loop import Plan, Training
from training.networks import Pose, pictures_to_tensor
from training.shards import StoredScene

BATCH = 128
MOST_A_SCENE = 10


@dataclass(frozen=True)
class PoseBatch:
    """Views (N, 3, 64, 48), and the pose of the index in each, in half heights of the look (N, 4).

    That is how far its middle is to the right and down, and its vector to the top.
    """

    pixels: Tensor
    stands: Tensor


def pose_batches(scenes: Sequence[StoredScene], seed: int) -> Iterator[PoseBatch]:
    """Batches without end: up to ten readable indices of each scene that is opened."""
    rng = np.random.default_rng(seed)
    views: list[Pixels] = []
    stands: list[list[float]] = []
    while True:
        while len(views) < BATCH:
            scene = scenes[int(rng.integers(len(scenes)))]
            levels = Levels(scene.image())
            spots = [one.spot for one in true_spots(scene.truth)]
            for number in rng.permutation(len(spots))[:MOST_A_SCENE].tolist():
                look = far_askew(spots[number], rng)
                views.append(relight(spot_to_surroundings(levels, look), rng))
                stands.append(stands_in(spots[number], look))
        yield PoseBatch(pictures_to_tensor(views[:BATCH]), torch.tensor(stands[:BATCH]))
        del views[:BATCH], stands[:BATCH]


def pose_loss(network: nn.Module, batch: PoseBatch) -> Tensor:
    """How far off the middle is, and how far the top, in half heights."""
    off = (network(batch.pixels) - batch.stands).unflatten(1, (2, 2))
    return off.square().sum(2).add(1e-4).sqrt().sum(1).mean()


def train_poses(scenes: Sequence[StoredScene], plan: Plan) -> Pose:
    """Train (or go on training) the network for poses; return its running average."""
    torch.manual_seed(plan.seed)
    training = Training(Pose(), plan, rate=3e-3)
    training.run(partial(pose_batches, scenes), pose_loss)
    return training.average
