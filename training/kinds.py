"""Trains what tells a court from a nine by the face: cards of scenes, cut out as the reader cuts them out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from companion.vision.stages.geometry import middle_of
from companion.vision.stages.levels import Levels
from companion.vision.stages.pairing import spots_to_outline
from companion.vision.stages.spots import Spot
from companion.vision.stages.trust import KIND_OF, outline_to_face
from training.classifier_data import Labelled, Truth, askew, true_spots
from training.detector_data import relight
from training.faces import Pixels
from training.loop import Plan, Training
from training.networks import Kinds, pictures_to_tensor
from training.shards import StoredScene

BATCH = 128
SAME_MIDDLE = 2.0
"""Indices of one card point at one middle, to so many pixels."""

ALONE = 0.3
"""The share of cards of which only one index is taken for seen."""

ASTRAY = 0.06
"""By what share of its length the detector's vector to a card's middle misses it, about."""


@dataclass(frozen=True)
class KindsBatch:
    """Faces (N, 3, 64, 48) and their kinds (N)."""

    pixels: Tensor
    kinds: Tensor


def kinds_loss(network: nn.Module, batch: KindsBatch) -> Tensor:
    """Cross entropy of the kind, in single precision: with less, so small a network takes twice as long."""
    return F.cross_entropy(network(batch.pixels), batch.kinds, label_smoothing=0.01)


def cards_in(truth: Truth) -> list[list[Labelled]]:
    """The readable indices of a scene, those of each card together."""
    cards: list[list[Labelled]] = []
    for one in true_spots(truth):
        same = [card for card in cards if abs(middle_of(one.spot) - middle_of(card[0].spot)) < SAME_MIDDLE]
        if same:
            same[0].append(one)
        else:
            cards.append([one])
    return cards


def random_face(levels: Levels, card: Sequence[Labelled], rng: np.random.Generator) -> Pixels:
    """The card as the reader would cut it out, mirrored, in other colours: few courts look like the artwork's."""
    seen = card if rng.random() >= ALONE else [card[int(rng.integers(len(card)))]]
    face = outline_to_face(levels, spots_to_outline([_astray(askew(one.spot, rng, 0.5), rng) for one in seen]))
    face = face[:: int(rng.choice([-1, 1])), :: int(rng.choice([-1, 1]))]
    if rng.random() < 0.3:
        face = face[..., rng.permutation(3)]
    if rng.random() < 0.15:
        face = np.repeat(face.mean(axis=2, keepdims=True), 3, axis=2).astype(np.uint8)
    return relight(np.ascontiguousarray(face), rng)


def _astray(spot: Spot, rng: np.random.Generator) -> Spot:
    off = rng.normal(0, ASTRAY, 2) * np.hypot(*spot.to_centre)
    return replace(spot, to_centre=(spot.to_centre[0] + off[0], spot.to_centre[1] + off[1]))


def kinds_batches(scenes: Sequence[StoredScene], seed: int) -> Iterator[KindsBatch]:
    """Batches without end."""
    rng = np.random.default_rng(seed)
    faces: list[Pixels] = []
    kinds: list[int] = []
    while True:
        while len(faces) < BATCH:
            scene = scenes[int(rng.integers(len(scenes)))]
            levels = Levels(scene.image())
            for card in cards_in(scene.truth):
                faces.append(random_face(levels, card, rng))
                kinds.append(KIND_OF[card[0].rank])
        yield KindsBatch(pictures_to_tensor(faces[:BATCH]), torch.tensor(kinds[:BATCH]))
        del faces[:BATCH], kinds[:BATCH]


def train_kinds(scenes: Sequence[StoredScene], plan: Plan) -> Kinds:
    """Train (or go on training) what tells the kinds; return its running average."""
    torch.manual_seed(plan.seed)
    training = Training(Kinds(), plan, rate=3e-3)
    training.run(partial(kinds_batches, scenes), kinds_loss)
    return training.average
