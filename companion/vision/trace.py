"""Keeps what the stages saw on the way, for finding out why a card was misread."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]


class Trace:
    """Collects a picture from each stage, in order."""

    def __init__(self) -> None:
        self.pictures: list[tuple[str, Pixels]] = []

    def add(self, name: str, picture: Pixels) -> None:
        """Keep a copy of a stage's picture."""
        self.pictures.append((name, picture.copy()))

    def write(self, folder: Path) -> list[Path]:
        """Write ``00-name.png``, ``01-name.png`` … into ``folder``; return their paths."""
        import cv2

        folder.mkdir(parents=True, exist_ok=True)
        paths = [folder / f"{number:02}-{name}.png" for number, (name, _) in enumerate(self.pictures)]
        for path, (_, picture) in zip(paths, self.pictures, strict=True):
            path.write_bytes(cv2.imencode(".png", picture)[1].tobytes())
        return paths
