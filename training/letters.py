"""Trains what reads the letters of any alphabet: a few layers upon the classifier's own, which stay as they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from companion.vision.stages.letters import LETTERS
from training.classifier_data import ClassifierBatch, Labelled, classifier_batches
from training.from_models import load_weights
from training.hardware import device_of, quickly
from training.loop import Plan, Training
from training.networks import Classifier, Letters
from training.shards import StoredScene
from training.workers import made

BATCH = 256
CROPS_OF_A_SCENE = 16
"""So many looks are taken at a scene or corner, on an average; then the classifier need not look again."""


@dataclass(frozen=True)
class LettersBatch:
    """The classifier's maps (N, 48, 8, 6) and what is written there (N)."""

    maps: Tensor
    letters: Tensor


def letters_loss(network: nn.Module, batch: LettersBatch) -> Tensor:
    """Cross entropy of what is written."""
    with quickly(batch.maps.device):
        answer = network(batch.maps)
    return F.cross_entropy(answer.float(), batch.letters, label_smoothing=0.02)


@torch.no_grad()
def look_at_all(classifier: Classifier, crops: Iterator[ClassifierBatch], count: int) -> LettersBatch:
    """The classifier's maps of so many batches of crops, kept in half precision, and what is written there."""
    device = device_of(classifier)
    maps, letters = [], []
    for batch in islice(crops, count):
        with quickly(device):
            maps.append(classifier.maps(batch.pixels.to(device)).to("cpu", torch.bfloat16))
        letters.append(batch.letters.clone())  # what comes from another process holds a file open
        if len(maps) % 50 == 0:
            print(f"  looked at {len(maps)}/{count} batches of crops", flush=True)
    return LettersBatch(torch.cat(maps), torch.cat(letters))


def letters_batches(looks: LettersBatch, seed: int) -> Iterator[LettersBatch]:
    """Batches without end in which a rare letter comes up nearly as often as a common one."""
    rng = np.random.default_rng(seed)
    counts = np.maximum(np.bincount(looks.letters.numpy(), minlength=len(LETTERS)), 1)
    chances = (1 / np.sqrt(counts))[looks.letters.numpy()]
    chances /= chances.sum()
    while True:
        chosen = torch.from_numpy(rng.choice(len(chances), BATCH, p=chances))
        maps = looks.maps[chosen].float().contiguous(memory_format=torch.channels_last)
        yield LettersBatch(maps, looks.letters[chosen])


def train_letters(
    classifier: Classifier,
    scenes: Sequence[StoredScene],
    finds: Sequence[Sequence[Labelled]],
    plan: Plan,
    start: Path | None = None,
) -> Letters:
    """Train (or go on training) the letters' layers; return their running average.

    A new training begins with the weights of the ONNX file ``start``, if that is given, and at half the rate.
    """
    torch.manual_seed(plan.seed)
    network = Letters()
    if start is not None and not plan.path.exists():
        examples = look_at_all(classifier.eval(), classifier_batches(scenes, finds, BATCH, plan.seed), 1)
        load_weights(network, start, examples.maps.float(), last=True)
    training = Training(network, plan, rate=2e-3 if start is None else 1e-3)
    if training.left:
        crops = made(partial(classifier_batches, scenes, finds, BATCH), plan.seed, plan.cores)
        looks = look_at_all(classifier.eval(), crops, max(1, len(scenes) * CROPS_OF_A_SCENE // BATCH))
        training.run(partial(letters_batches, looks), letters_loss)
    return training.average
