"""From an uploaded file to what the pages show: the photo once more, smaller and without EXIF, and its reading."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from companion.cards import Card
from companion.vision.reading import Reading
from companion.vision.settings import Settings

if TYPE_CHECKING:
    from companion.vision.deck import Deck
    from companion.vision.stages.levels import Pixels

LONGEST_SHOWN = 1600
QUICK = Settings(passes=(640,), again=0)
"""One pass, whatever size the indices have: a frame that shows them badly is followed by another."""
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""NumPy's libraries ask these when they are loaded; several threads take more processor time for the same sums."""
NICENESS = 5
LEAST_SURE = 0.6
"""Of a photo with fewer sure cards than this share it is tried whether it is mirrored."""
MOSTLY_LEFT = 0.6
"""So it is where a greater share of the indices has its card's middle to the left: on no deck is that so for most."""
MIRRORED = "The photo was mirrored, as selfie cameras do it; it has been turned round."
M_MMAP_THRESHOLD = -3  # from glibc's malloc.h
M_ARENA_MAX = -8
LARGE_BLOCK = 256 * 1024

Pack = Mapping[Card, int]


class Unreadable(ValueError):
    """A file that cannot be looked at as a photo; the message is one sentence for whoever sent it."""


class Picture(NamedTuple):
    """A photo as it is shown again, upright, smaller and without EXIF, with what was read in it."""

    jpeg: bytes
    reading: Reading


def warm_up() -> None:
    """Load the libraries and the networks, keep to one thread, and step back behind the processes that serve pages.

    NumPy keeps to one if it was not loaded before.
    """
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    import cv2
    import numpy as np

    from companion.vision.stages.decode import encode_upright_jpeg

    if sys.platform != "win32":
        os.nice(NICENESS)
    _save_memory()
    cv2.setNumThreads(1)
    read_picture(encode_upright_jpeg(np.zeros((64, 64, 3), np.uint8), 64), {})


def _save_memory() -> None:
    """Glibc keeps what was freed for the next of its size, but no two photos are alike.

    It reserves 64 MB for each further thread that asks it for memory, of which a photo could make better use.
    """
    if sys.platform == "linux":
        with suppress(AttributeError):  # another C library
            ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK)
            ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def glance(content: bytes, pack: Pack) -> Reading:
    """Read one frame of a live camera: quickly, by one search alone, for the next one follows at once.

    :raises Unreadable: if it is no picture.
    """
    from companion.vision import read_photo

    return read_photo(to_pixels(content), pack, QUICK)


def read_picture(content: bytes, pack: Pack, deck: bytes = b"", letters: str = "") -> Picture:
    """Decode, read and re-encode one uploaded file.

    ``deck`` is a taught one, as it was kept; ``letters`` are those that photos of the same game had.

    :raises Unreadable: if it is empty, no picture, cut off or far too large.
    """
    from companion.vision.stages.decode import encode_upright_jpeg

    image, reading = _read(to_pixels(content), pack, load_deck(deck) if deck else None, letters)
    return Picture(encode_upright_jpeg(image, LONGEST_SHOWN), reading)


def _read(image: Pixels, pack: Pack, deck: Deck | None, letters: str) -> tuple[Pixels, Reading]:
    """The reading of a photo; of a mirrored one, as a selfie camera saves it, turned round."""
    import cv2
    import numpy as np

    from companion.vision import DEFAULT_SETTINGS, read_photo
    from companion.vision.stages.corners import share_pointing_left
    from companion.vision.stages.trust import cards_to_trust
    from companion.vision.trace import Trace

    trace = Trace(pictures=False)
    reading = read_photo(image, pack, trace=trace, deck=deck, letters=letters)
    trusted = zip(trace.cards, cards_to_trust(trace.cards), strict=True)
    counted = [card for card, trust in trusted if trust >= DEFAULT_SETTINGS.least_trust]
    wrong_way = share_pointing_left([index.spot for card in counted for index in card]) > MOSTLY_LEFT
    if not wrong_way and not _is_doubtful(reading):
        return image, reading
    turned = np.asarray(cv2.flip(image, 1), np.uint8)
    other = read_photo(turned, pack, deck=deck, letters=letters)
    asked = count_sure(reading) if wrong_way else 1.5 * count_sure(reading) + 2
    if count_sure(other) < asked:
        return image, reading
    return turned, replace(other, notes=(MIRRORED, *other.notes))


def _is_doubtful(reading: Reading) -> bool:
    """Whether cards were seen, but few that are sure."""
    seen = len(reading.cards) + reading.strangers
    return bool(seen) and (not reading.cards or count_sure(reading) < LEAST_SURE * len(reading.cards))


def count_sure(reading: Reading) -> int:
    """How many cards nobody needs to look at."""
    return sum(seen.sure for seen in reading.cards)


def ready_deck(content: bytes) -> None:
    """Have a deck at hand for the photos that follow: learning it anew takes longer than a photo may."""
    load_deck(content)


@lru_cache(maxsize=4)
def load_deck(content: bytes) -> Deck | None:
    """A deck as it was kept, learnt anew if the classifier has become another since; None if it cannot be used."""
    from companion.vision.teach.learn import DeckError, deck_from_bytes, relearn_deck

    try:
        return relearn_deck(deck_from_bytes(content))
    except DeckError:
        return None


def to_pixels(content: bytes) -> Pixels:
    """The photo as :func:`companion.vision.stages.decode.decode_photo` makes it.

    :raises Unreadable: if it is empty, no picture, cut off or far too large.
    """
    from companion.vision.stages.decode import PhotoError, decode_photo

    try:
        return decode_photo(content)
    except PhotoError as refusal:
        raise Unreadable(str(refusal)) from refusal
