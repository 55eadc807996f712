"""Trains the detector."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import torch
from torch import Tensor, nn

from training.detector_data import DetectorBatch, detector_batches
from training.from_models import load_weights
from training.hardware import quickly
from training.loop import Plan, Training
from training.networks import Detector
from training.shards import StoredScene

BATCH = 32


def detector_loss(network: nn.Module, batch: DetectorBatch) -> Tensor:
    """Focal loss on the heat and, near indices, the vectors' error as a share of their length."""
    with quickly(batch.pixels.device):
        answer = network(batch.pixels)
    answer = answer.float()
    return heat_loss(answer[:, 0], batch.heat, batch.heat_weight) + vector_loss(answer[:, 1:], batch)


def heat_loss(logits: Tensor, heat: Tensor, weight: Tensor) -> Tensor:
    """The focal loss for bumps: full reward at peaks, little blame beside them."""
    chance = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    peak = (heat > 0.999).float()
    hit = peak * (1 - chance) ** 2 * torch.log(chance)
    miss = (1 - peak) * (1 - heat) ** 4 * chance**2 * torch.log(1 - chance)
    return -((hit + miss) * weight).sum() / peak.sum().clamp(min=1)


def vector_loss(vectors: Tensor, batch: DetectorBatch) -> Tensor:
    """How far off both arrows are, against their true length."""
    total = vectors.new_zeros(())
    for first in (0, 2):
        true = batch.vectors[:, first : first + 2]
        off = (vectors[:, first : first + 2] - true).square().sum(1).add(1e-4).sqrt()
        share = off / true.square().sum(1).sqrt().clamp(min=4)
        total = total + (share.clamp(max=4) * batch.vector_weight).sum() / batch.vector_weight.sum().clamp(min=1)
    return total


def train_detector(scenes: Sequence[StoredScene], plan: Plan, start: Path | None = None) -> Detector:
    """Train (or go on training) the detector; return its running average.

    A new training begins with the weights of the ONNX file ``start``, if that is given, and at half the rate.
    """
    torch.manual_seed(plan.seed)
    network = Detector()
    if start is not None and not plan.path.exists():
        load_weights(network, start, next(detector_batches(scenes, BATCH, plan.seed)).pixels)
    training = Training(network, plan, rate=3e-3 if start is None else 1.5e-3)
    training.run(partial(detector_batches, scenes, BATCH), detector_loss)
    return training.average
