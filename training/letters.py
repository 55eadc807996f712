"""Trains what reads the letters of any alphabet: a few layers upon the classifier's own, which stay as they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from companion.vision.stages.alphabets import LETTERS
from training.background import in_background
from training.classifier_data import Labelled, classifier_batches
from training.hardware import device_of, quickly
from training.loop import Training
from training.networks import Classifier, Letters
from training.shards import StoredScene

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
def look_at_all(
    classifier: Classifier, scenes: Sequence[StoredScene], finds: Sequence[Sequence[Labelled]], seed: int
) -> LettersBatch:
    """The classifier's maps of many crops of every scene, kept in half precision, and what is written there."""
    count = max(1, len(scenes) * CROPS_OF_A_SCENE // BATCH)
    device = device_of(classifier)
    maps, letters = [], []
    for batch in islice(classifier_batches(scenes, finds, BATCH, seed), count):
        with quickly(device):
            maps.append(classifier.maps(batch.pixels.to(device)).to("cpu", torch.bfloat16))
        letters.append(batch.letters)
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
    path: Path,
    steps: int,
    seed: int,
) -> Letters:
    """Train (or go on training) the letters' layers, whose checkpoint is ``path``; return their running average."""
    torch.manual_seed(seed)
    training = Training(Letters(), path, steps, rate=2e-3)
    if training.step < steps:
        looks = look_at_all(classifier.eval(), scenes, finds, seed)
        training.run(in_background(letters_batches(looks, seed + training.step)), letters_loss)
    return training.average
