"""Reads photos in a worker beside the one of the pages: ``reader.js`` decodes them, and hands on what is said here."""

from __future__ import annotations

import pickle
from typing import Any

from companion.vision.read import read_either_way
from companion.vision.stages.wasm import Pixels

_shown: list[Any] = []
"""The photo that was read last, until its JPEG is made."""


def read(at: int, width: int, height: int, asked: Any) -> tuple[int, int, int, bytes]:
    """What is seen in the photo at a place of WebAssembly's memory: where it is shown upright, its size, the reading.

    :param asked: what ``bridge.take`` gave with the photo; JavaScript's.
    """
    pack, _deck, letters = pickle.loads(bytes(asked.to_py()))  # noqa: S301 - of our own worker
    photo: Any = Pixels(at, (height, width, 3))  # the stages' own type is that of a computer
    photo, reading = read_either_way(photo, pack, None, letters)
    _shown[:] = [photo]
    return (*photo.place, pickle.dumps(reading))


def forget() -> None:
    """Give the photo's memory back."""
    _shown.clear()
