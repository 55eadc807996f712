"""From an uploaded file to what the pages show: the photo once more, smaller and without EXIF, and its reading."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import NamedTuple

from companion.cards import Card

from .reading import Reading

LONGEST_SHOWN = 1600
NICENESS = 5

Pack = Mapping[Card, int]


class Unreadable(ValueError):
    """A file that cannot be looked at as a photo; the message is one sentence for whoever sent it."""


class Picture(NamedTuple):
    """A photo as it is shown again, upright, smaller and without EXIF, with what was read in it."""

    jpeg: bytes
    reading: Reading


def warm_up() -> None:
    """Load OpenCV and the networks, keep to one thread, and step back behind the processes that serve pages."""
    import cv2
    import numpy as np

    from . import read_photo

    if sys.platform != "win32":
        os.nice(NICENESS)
    cv2.setNumThreads(1)
    read_photo(np.zeros((64, 64, 3), np.uint8))


def read_picture(content: bytes, pack: Pack) -> Picture:
    """Decode, read and re-encode one uploaded file.

    :raises Unreadable: if it is empty, no picture, cut off or far too large.
    """
    from . import read_photo
    from .decode import PhotoError, decode_photo, encode_upright_jpeg

    try:
        image = decode_photo(content)
    except PhotoError as refusal:
        raise Unreadable(str(refusal)) from refusal
    return Picture(encode_upright_jpeg(image, LONGEST_SHOWN), read_photo(image, pack))
