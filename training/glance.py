"""Parts shared by the trainings of the two small looks at an index: each answers yes or no from one crop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from training.loop import Plan, Training
from training.networks import Glance

BATCH = 128


@dataclass(frozen=True)
class GlanceBatch:
    """Crops (N, 3, 64, 48), and 1 where the answer is yes, else 0 (N)."""

    pixels: Tensor
    yes: Tensor


def glance_loss(network: nn.Module, batch: GlanceBatch) -> Tensor:
    """Binary cross entropy of the answer, in single precision, as for the kinds."""
    return F.binary_cross_entropy_with_logits(network(batch.pixels)[:, 0], batch.yes * 0.98 + 0.01)


def train_glance(batches: Callable[[int], Iterator[GlanceBatch]], plan: Plan) -> Glance:
    """Train (or go on training) on what ``batches`` makes of a seed; return the running average."""
    torch.manual_seed(plan.seed)
    training = Training(Glance(), plan, rate=3e-3)
    training.run(batches, glance_loss)
    return training.average
