"""Keeps what the stages saw on the way, for finding out why a card was misread."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from companion.vision.stages.guesses import Index

Pixels = npt.NDArray[np.uint8]


class Trace:
    """Collects from each stage, in order, a picture and its time, and which indices made which card.

    These say what stands in the corners; what a face shows is not in them.
    """

    def __init__(self, *, pictures: bool = True) -> None:
        """Without ``pictures`` only times and cards are kept."""
        self.draws = pictures
        self.pictures: list[tuple[str, Pixels]] = []
        self.stages: dict[str, float] = {}
        """Processor milliseconds of each stage."""
        self.cards: Sequence[Sequence[Index]] = ()
        self._last = time.thread_time()

    def add(self, name: str, picture: Pixels) -> None:
        """Keep a copy of a stage's picture."""
        self.pictures.append((name, picture.copy()))

    def stage_ends(self, name: str) -> None:
        """Count what the processor has done since the stage before ended."""
        now = time.thread_time()
        self.stages[name] = self.stages.get(name, 0.0) + (now - self._last) * 1000
        self._last = now

    def write(self, folder: Path) -> list[Path]:
        """Write ``00-name.png``, ``01-name.png`` … into ``folder``; return their paths."""
        import cv2

        folder.mkdir(parents=True, exist_ok=True)
        paths = [folder / f"{number:02}-{name}.png" for number, (name, _) in enumerate(self.pictures)]
        for path, (_, picture) in zip(paths, self.pictures, strict=True):
            path.write_bytes(cv2.imencode(".png", picture)[1].tobytes())
        return paths
