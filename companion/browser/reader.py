"""Reads photos in a worker beside the one of the pages: ``reader.js`` decodes them, and hands on what is said here."""

from __future__ import annotations

import json
import pickle
from functools import lru_cache
from typing import Any

from companion.vision.deck import DeckError, Learned, learned_from_bytes
from companion.vision.read import photo_to_reading, read_either_way
from companion.vision.reading import Settings
from companion.vision.serve import QUICK
from companion.vision.stages.wasm import Pixels, held_weights, photo_to_grey
from companion.vision.sweep import Sweeps

SMALL = (48, 36)
"""Width and height, in pixels, at which two frames of the live camera are compared."""
STILL = 8
"""The difference still accepted for a pixel, of 255: noise made 2, one changed index more than 60."""

_shown: list[Any] = []
"""The photo that was read last, until its JPEG is made."""


@lru_cache(maxsize=1)
def load_deck(content: bytes) -> Learned | None:
    """A deck as it was kept; None if it can't be used, for phones learn none again."""
    try:
        learned = learned_from_bytes(content)
    except DeckError:
        return None
    weights: Any = held_weights(learned.weights)
    return learned._replace(weights=weights)


def _told(asked: bytes) -> tuple[Any, Any, tuple[float, ...], str]:
    """The pack, deck, letters and sweep of a photo or a frame."""
    pack, known = pickle.loads(asked)  # noqa: S301 - of our own worker
    deck = load_deck(known["deck"]) if "deck" in known else None
    return pack, deck, known.get("letters", ()), known.get("sweep", "")


def read(at: int, width: int, height: int, asked: Any) -> tuple[int, int, int, bytes]:
    """The reading of a photo in WebAssembly's memory: the address of the upright photo, its size, the reading.

    :param asked: what ``bridge.take`` gave with the photo; JavaScript's.
    """
    pack, deck, letters, sweep = _told(bytes(asked.to_py()))
    photo: Any = Pixels(at, (height, width, 3))  # the stages' own type is that of a computer
    photo, reading, seen = read_either_way(photo, pack, deck, letters)
    reading = _sweeps.read(sweep, seen, reading, pack, Settings(), taught=deck is not None)
    _shown[:] = [photo]
    return (*photo.place, pickle.dumps(reading))


class Frames:
    """Reads the frames of a live camera; an unchanged frame gets the last answer."""

    def __init__(self) -> None:
        self._about: Any = None
        self._grey, self._seen = b"", ""

    def look(self, frame: Pixels, asked: bytes) -> str:
        """The reading of a frame, as the page takes it."""
        grey, about = photo_to_grey(frame, SMALL), (asked, frame.shape)
        if about != self._about or any(abs(one - other) > STILL for one, other in zip(grey, self._grey, strict=True)):
            pack, deck, letters, sweep = _told(asked)
            picture: Any = frame
            reading, seen = photo_to_reading(picture, pack, QUICK, None, deck, letters)
            reading = _sweeps.read(sweep, seen, reading, pack, QUICK, taught=deck is not None)
            self._about, self._grey, self._seen = about, grey, json.dumps(reading.to_look())
        return self._seen


_sweeps = Sweeps()
_frames = Frames()


def look(at: int, width: int, height: int, asked: Any) -> str:
    """The reading of a frame in WebAssembly's memory; ``asked`` is JavaScript's."""
    return _frames.look(Pixels(at, (height, width, 3)), bytes(asked.to_py()))


def forget() -> None:
    """Give the photo's memory back."""
    _shown.clear()
