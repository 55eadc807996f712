"""Crops for the classifier: true indices looked at askew, the detector's own finds, and places that are none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from companion.vision.stages.levels import Levels
from companion.vision.stages.spots import Spot, spot_to_crop
from training.canvas import RANK_CLASSES
from training.detector_data import HIDDEN, LEAST_HALF, SEEN, relight
from training.faces import Pixels
from training.networks import pictures_to_tensor
from training.shards import StoredScene

NONE_CLASS = len(RANK_CLASSES)
Truth = npt.NDArray[np.float32]


@dataclass(frozen=True)
class ClassifierBatch:
    """Pixels (N, 3, 64, 48), rank classes, suit classes and letters (N).

    The rank is -1 where another alphabet's letter means it, the suit where there is none.
    """

    pixels: Tensor
    ranks: Tensor
    suits: Tensor
    letters: Tensor


@dataclass(frozen=True)
class Labelled:
    """A spot and what it shows."""

    spot: Spot
    rank: int
    suit: int
    letter: int

    @property
    def known_rank(self) -> int:
        """The rank, or -1 where it is not written as the rank."""
        return self.rank if self.letter == self.rank else -1


def askew(spot: Spot, rng: np.random.Generator, amount: float = 1.0) -> Spot:
    """The spot as a careless detector would give it: moved, turned, too large or too small."""
    angle, size = rng.normal(0, 0.12 * amount), float(np.exp(rng.normal(0, 0.11 * amount)))
    shift = np.clip(rng.normal(0, 0.10 * amount, 2), -0.3, 0.3) * spot.half_height
    return replace(spot.leant(angle, size), x=spot.x + shift[0], y=spot.y + shift[1])


def stretch(crop: Pixels, rng: np.random.Generator) -> Pixels:
    """The crop wider, narrower or slanted, as letters differ and as cards seen from the side look."""
    if rng.random() < 0.4:
        return crop
    height, width = crop.shape[:2]
    wide, slant = float(np.exp(rng.normal(0, 0.2))), float(rng.normal(0, 0.15))
    turn = np.array([[wide, slant], [0.0, 1.0]])
    middle = np.array([width / 2, height / 2])
    matrix = np.column_stack([turn, middle - turn @ middle])
    return np.asarray(cv2.warpAffine(crop, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def row_to_spot(row: Sequence[float]) -> Spot:
    """Return the index of a row of the truth as a spot, the hottest of finds."""
    return Spot(row[0], row[1], (row[2], row[3]), (row[4], row[5]), 1.0)


def true_spots(truth: Truth) -> list[Labelled]:
    """The readable indices of a scene."""
    return [
        Labelled(row_to_spot(row), int(row[6]), int(row[7]), int(row[9]))
        for row in truth.tolist()
        if row[8] >= SEEN and np.hypot(row[4], row[5]) >= LEAST_HALF
    ]


def random_spot(truth: Truth, size: int, rng: np.random.Generator) -> Spot:
    """Somewhere on or between the cards, at a size that indices have."""
    half = float(np.exp(rng.uniform(np.log(6), np.log(40))))
    x, y = rng.uniform(0, size, 2)
    if len(truth) and rng.random() < 0.7:
        row = truth[rng.integers(len(truth))]
        half = float(np.hypot(row[4], row[5])) * rng.uniform(0.7, 1.6)
        x, y = row[:2] + row[2:4] * rng.uniform(0.2, 1.8) + rng.normal(0, half, 2)
    angle = rng.uniform(0, 2 * np.pi)
    return Spot(float(x), float(y), (0.0, 0.0), (half * np.cos(angle), half * np.sin(angle)), 0.0)


def label_spot(spot: Spot, truth: Truth) -> Labelled | None:
    """Label the spot by the truth: the index it fits, none, or None where that is open to doubt."""
    if not len(truth):
        return Labelled(spot, NONE_CLASS, -1, NONE_CLASS)
    far = np.hypot(truth[:, 0] - spot.x, truth[:, 1] - spot.y)
    row = truth[int(np.argmin(far))]
    half = float(np.hypot(row[4], row[5]))
    distance = float(far.min()) / max(half, 1)
    fit = float(spot.up[0] * row[4] + spot.up[1] * row[5]) / max(spot.half_height * half, 1e-6)
    if distance > 0.9 or fit < 0 or (row[8] < HIDDEN and distance < 0.5):
        return Labelled(spot, NONE_CLASS, -1, NONE_CLASS)
    good = distance < 0.5 and fit > 0.87 and 0.62 < spot.half_height / half < 1.6 and row[8] >= SEEN
    return Labelled(spot, int(row[6]), int(row[7]), int(row[9])) if good else None


def _choose(scene: StoredScene, finds: Sequence[Labelled], size: int, rng: np.random.Generator) -> list[Labelled]:
    """Up to a dozen spots of one scene, of every kind."""
    true = [replace(one, spot=askew(one.spot, rng)) for one in _some(true_spots(scene.truth), 5, rng)]
    found = [replace(one, spot=askew(one.spot, rng, 0.4)) for one in _some(finds, 7, rng)]
    guessed = (label_spot(random_spot(scene.truth, size, rng), scene.truth) for _ in range(3))
    return true + found + [one for one in guessed if one is not None]


def _some(items: Sequence[Labelled], most: int, rng: np.random.Generator) -> list[Labelled]:
    if len(items) <= most:
        return list(items)
    return [items[i] for i in rng.choice(len(items), most, replace=False)]


def classifier_batches(
    scenes: Sequence[StoredScene], finds: Sequence[Sequence[Labelled]], size: int, seed: int
) -> Iterator[ClassifierBatch]:
    """Batches without end; ``finds`` holds the detector's labelled finds of each scene, or empty lists."""
    rng = np.random.default_rng(seed)
    crops: list[Pixels] = []
    shown: list[Labelled] = []
    while True:
        while len(crops) < size:
            number = int(rng.integers(len(scenes)))
            image = scenes[number].image()
            levels = Levels(image)
            for one in _choose(scenes[number], finds[number], image.shape[0], rng):
                crops.append(relight(stretch(spot_to_crop(levels, one.spot), rng), rng))
                shown.append(one)
        yield _to_batch(crops[:size], shown[:size])
        del crops[:size], shown[:size]


def _to_batch(crops: Sequence[Pixels], shown: Sequence[Labelled]) -> ClassifierBatch:
    labels = torch.tensor([(one.known_rank, one.suit, one.letter) for one in shown])
    return ClassifierBatch(pictures_to_tensor(crops), *labels.unbind(1))
