"""Trains the classifier, first finding what the detector takes for indices."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from companion.vision.reading import Settings
from companion.vision.stages.spots import maps_to_spots, merge_spots
from training.classifier_data import ClassifierBatch, Labelled, classifier_batches, label_spot
from training.from_models import load_weights
from training.hardware import device_of, quickly
from training.loop import Plan, Training
from training.networks import RANK_OUTPUTS, Classifier, Detector, pictures_to_tensor
from training.shards import StoredScene

BATCH = 192


def classifier_loss(network: nn.Module, batch: ClassifierBatch) -> Tensor:
    """Cross entropy of the rank, and of the suit where there is one."""
    with quickly(batch.pixels.device):
        answer = network(batch.pixels)
    answer = answer.float()
    rank = F.cross_entropy(answer[:, :RANK_OUTPUTS], batch.ranks, ignore_index=-1, label_smoothing=0.02)
    suit = F.cross_entropy(answer[:, RANK_OUTPUTS:], batch.suits, ignore_index=-1, label_smoothing=0.02)
    return rank + suit


@torch.no_grad()
def find_in_scene(detector: Detector, scene: StoredScene) -> list[Labelled]:
    """The detector's finds in a scene, down to the faint ones, labelled by the truth."""
    settings, device = Settings(least_heat=0.08), device_of(detector)
    with quickly(device):
        maps = detector(pictures_to_tensor([scene.image()]).to(device))[0]
    spots = merge_spots(maps_to_spots(np.asarray(maps.float().cpu()), 1.0, settings), settings)
    labelled = (label_spot(spot, scene.truth) for spot in spots)
    return [one for one in labelled if one is not None]


def find_in_scenes(detector: Detector, scenes: Sequence[StoredScene]) -> list[list[Labelled]]:
    """:func:`find_in_scene` for each scene, with progress."""
    finds = []
    for number, scene in enumerate(scenes, 1):
        finds.append(find_in_scene(detector, scene))
        if number % 500 == 0:
            print(f"  looked at {number}/{len(scenes)} scenes", flush=True)
    return finds


def train_classifier(
    scenes: Sequence[StoredScene],
    finds: Sequence[Sequence[Labelled]],
    plan: Plan,
    start: Path | None = None,
) -> Classifier:
    """Train (or go on training) the classifier; return its running average.

    A new training begins with the weights of the ONNX file ``start``, if that is given, and at half the rate.
    """
    torch.manual_seed(plan.seed)
    network = Classifier()
    if start is not None and not plan.path.exists():
        load_weights(network, start, next(classifier_batches(scenes, finds, BATCH, plan.seed)).pixels)
    training = Training(network, plan, rate=3e-3 if start is None else 1.5e-3)
    training.run(partial(classifier_batches, scenes, finds, BATCH), classifier_loss)
    return training.average
