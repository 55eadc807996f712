"""Windows of scenes and the maps that the detector should answer for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from training.faces import Pixels
from training.networks import pictures_to_tensor
from training.shards import StoredScene

WINDOW = 256
CELLS = WINDOW // 4
SEEN = 0.25  # an index counts as one from this share in sight; below HIDDEN it is none; between, it is left out
HIDDEN = 0.15
LEAST_HALF = 4.0  # one less high than this from its middle, in pixels, can't be read

Maps = npt.NDArray[np.float32]


@dataclass(frozen=True)
class DetectorBatch:
    """Pixels (N, 3, 256, 256); heat, weight (N, 64, 64); vectors (N, 4, 64, 64) with their weight."""

    pixels: Tensor
    heat: Tensor
    heat_weight: Tensor
    vectors: Tensor
    vector_weight: Tensor


def random_window(scene: StoredScene, image: Pixels, rng: np.random.Generator) -> tuple[Pixels, Maps]:
    """A window of the scene at a random scale and quarter turn, and the truth in its pixels."""
    scale = float(np.exp(rng.uniform(np.log(0.6), np.log(1.45))))
    middle = rng.uniform(0.15, 0.85, 2) * image.shape[0]
    if len(scene.truth) and rng.random() < 0.8:
        middle = scene.truth[rng.integers(len(scene.truth)), :2] + rng.uniform(-90, 90, 2) / scale
    quarter = int(rng.integers(4)) * np.pi / 2
    turn = np.array([[np.cos(quarter), -np.sin(quarter)], [np.sin(quarter), np.cos(quarter)]]) * scale
    shift = np.array([WINDOW / 2, WINDOW / 2]) - turn @ middle
    if scale < 0.8:
        image = cv2.GaussianBlur(image, (0, 0), 0.4 / scale)
    pixels = cv2.warpAffine(image, np.column_stack([turn, shift]), (WINDOW, WINDOW), borderMode=cv2.BORDER_REFLECT_101)
    truth = scene.truth.copy()
    truth[:, :2] = truth[:, :2] @ turn.T + shift
    for first in (2, 4):
        truth[:, first : first + 2] = truth[:, first : first + 2] @ turn.T
    return _outside_grey(np.asarray(pixels, np.uint8), turn, shift, image.shape[0]), truth.astype(np.float32)


def _outside_grey(pixels: Pixels, turn: npt.NDArray[np.float64], shift: npt.NDArray[np.float64], size: int) -> Pixels:
    """Pixels beyond the scene would show mirrored cards: blank them."""
    corners = np.array([[0, 0], [size, 0], [size, size], [0, size]]) @ turn.T + shift
    low, high = corners.min(axis=0), corners.max(axis=0)
    left, top = (int(max(0, v)) for v in np.ceil(low))
    right, bottom = (int(min(WINDOW, v)) for v in np.floor(high))
    blank = np.full_like(pixels, pixels.mean())
    blank[top:bottom, left:right] = pixels[top:bottom, left:right]
    return blank


def relight(pixels: Pixels, rng: np.random.Generator) -> Pixels:
    """Another exposure, tint and grain, so that a scene seen twice looks new."""
    light = pixels.astype(np.float32) * (rng.uniform(0.7, 1.25) * (1 + rng.normal(0, 0.05, 3))).astype(np.float32)
    light += rng.normal(0, 10) + rng.normal(0, rng.uniform(0, 5), pixels.shape[:2])[..., None].astype(np.float32)
    return np.clip(light, 0, 255).astype(np.uint8)


def truth_to_maps(truth: Maps) -> tuple[Maps, Maps, Maps, Maps]:
    """The answer maps of one window: heat, where heat counts, vectors, where vectors count."""
    heat, counts = np.zeros((CELLS, CELLS), np.float32), np.ones((CELLS, CELLS), np.float32)
    vectors, weight = np.zeros((4, CELLS, CELLS), np.float32), np.zeros((CELLS, CELLS), np.float32)
    rows, columns = np.mgrid[:CELLS, :CELLS].astype(np.float32)
    for x, y, *arrows, _rank, _suit, visible, _letter in truth:
        half = float(np.hypot(arrows[2], arrows[3]))
        if visible < HIDDEN or not (-half < x < WINDOW + half and -half < y < WINDOW + half):
            continue
        far = (columns + 0.5 - x / 4) ** 2 + (rows + 0.5 - y / 4) ** 2
        if visible < SEEN or half < LEAST_HALF:
            counts[far < (half / 4) ** 2] = 0
            continue
        spread = max(0.8, half / 4 * 0.33)
        bump = np.exp(-far / (2 * spread**2))
        if 0 <= x < WINDOW and 0 <= y < WINDOW:
            bump[int(y / 4), int(x / 4)] = 1.0
        best = bump > heat
        heat = np.maximum(heat, bump)
        near = best & (bump > 0.3)
        weight[near] = bump[near]
        vectors[:, near] = np.array(arrows, np.float32)[:, None]
    return heat, counts, vectors, weight


def detector_batches(scenes: Sequence[StoredScene], size: int, seed: int) -> Iterator[DetectorBatch]:
    """Batches without end; two windows are cut from each scene that is opened."""
    rng = np.random.default_rng(seed)
    while True:
        pixels, maps = [], []
        while len(pixels) < size:
            scene = scenes[int(rng.integers(len(scenes)))]
            image = scene.image()
            for _ in range(2):
                window, truth = random_window(scene, image, rng)
                pixels.append(relight(window, rng))
                maps.append(truth_to_maps(truth))
        yield DetectorBatch(
            pictures_to_tensor(pixels), *(torch.from_numpy(np.stack(kind)) for kind in zip(*maps, strict=True))
        )
