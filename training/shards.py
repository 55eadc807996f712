"""Scenes kept on disk: each shard is one file of JPEG pictures and their truth."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from training.artwork import ArtworkDeck
from training.canvas import Scene
from training.faces import Pixels

SHARD_SCENES = 100
Maker = Callable[[Sequence[ArtworkDeck], np.random.Generator], Scene]


@dataclass(frozen=True)
class StoredScene:
    """A scene in memory: the picture still a JPEG file."""

    jpeg: npt.NDArray[np.uint8]
    truth: npt.NDArray[np.float32]

    def image(self) -> Pixels:
        return np.asarray(cv2.imdecode(self.jpeg, cv2.IMREAD_COLOR), np.uint8)


def shard_path(folder: Path, number: int) -> Path:
    """Return the path of a shard."""
    return folder / f"scenes-{number:04d}.npz"


def write_shard(folder: Path, seed: int, artwork: Sequence[ArtworkDeck], make: Maker, number: int) -> None:
    """Render one shard by ``make``; the same seed and number give the same. A shard that is there is kept."""
    path = shard_path(folder, number)
    if path.exists():
        return
    scenes = []
    for index in range(SHARD_SCENES):
        rng = np.random.default_rng((seed, number, index))
        scenes.append(_store(make(artwork, rng), rng))
    folder.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".part.npz")
    np.savez(
        partial,
        jpeg=np.concatenate([scene.jpeg for scene in scenes]),
        jpeg_ends=np.cumsum([len(scene.jpeg) for scene in scenes]),
        truth=np.concatenate([scene.truth for scene in scenes]),
        truth_ends=np.cumsum([len(scene.truth) for scene in scenes]),
    )
    os.replace(partial, path)


def _store(scene: Scene, rng: np.random.Generator) -> StoredScene:
    quality = int(rng.integers(55, 97))
    _, jpeg = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return StoredScene(np.asarray(jpeg, np.uint8).ravel(), scene.truth)


def read_shard(path: Path) -> Iterator[StoredScene]:
    """The scenes of one shard, in order."""
    with np.load(path) as stored:
        jpegs = np.split(stored["jpeg"], stored["jpeg_ends"][:-1])
        truths = np.split(stored["truth"], stored["truth_ends"][:-1])
    return (StoredScene(jpeg, truth) for jpeg, truth in zip(jpegs, truths, strict=True))
