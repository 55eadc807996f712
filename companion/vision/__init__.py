"""Reads the cards in a photograph and counts every copy; the person confirms.

``from companion.vision import read_photo`` loads neither OpenCV nor the networks; the first reading does.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING

from companion.cards import Card
from companion.vision.reading import Reading, SeenCard, Settings

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from companion.vision.deck import Deck
    from companion.vision.trace import Trace

DEFAULT_SETTINGS = Settings()

LIBRARIES = ("cv2", "numpy", "PIL", "pi_heif")
"""Libraries for reading photos: the extra ``photos``."""

__all__ = ["Reading", "SeenCard", "Settings", "is_installed", "read_photo"]


def is_installed() -> bool:
    """Return True if the libraries for reading are installed, without loading them."""
    return all(find_spec(name) for name in LIBRARIES)


def read_photo(
    image: npt.NDArray[np.uint8],
    pack: Mapping[Card, int] | None = None,
    settings: Settings = DEFAULT_SETTINGS,
    trace: Trace | None = None,
    deck: Deck | None = None,
    letters: tuple[float, ...] = (),
) -> Reading:
    """Find, name and count the cards in a photograph.

    ``image`` is BGR, (height, width, 3), upright as it should be seen: as ``stages.decode.decode_photo`` makes it.
    More copies than ``pack`` has are marked unsure and noted, never dropped. A taught ``deck`` (``teach.learn``)
    is read by what was learned of it. ``letters`` is what other photos of the same game gave as ``Reading.letters``,
    added up (``stages.letters.add_evidence``).
    The same image always gives the same cards.

    :raises ValueError: if the image is not a BGR picture of bytes.
    """
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != "uint8" or not image.size:
        raise ValueError(f"a photograph is (height, width, 3) bytes, not {image.shape} of {image.dtype}")
    from companion.vision.read import photo_to_reading

    reading, _ = photo_to_reading(image, pack, settings, trace, deck, letters)
    return reading
