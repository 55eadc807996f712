"""Answers of the reader to pages and commands: a photo with its reading, and a deck taught and tried out."""

from __future__ import annotations

import ctypes
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from companion.cards import Card
from companion.vision.reading import Reading, Settings, Unreadable
from companion.vision.stages.decode import Fault, PhotoError, is_heif
from companion.vision.worker import Worker, WorkerLost

if TYPE_CHECKING:
    from companion.vision.deck import Deck
    from companion.vision.stages.pixels import Pixels
    from companion.vision.sweep import Sweeps
    from companion.vision.teach import Course, KnownPhoto


LONGEST_SHOWN = 1600
QUICK = Settings(passes=(640,), again=0)
"""One pass for indices of any size: another frame follows one that shows them badly."""
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""NumPy's libraries ask these when they are loaded; several threads take more processor time for the same sums."""
NICENESS = 5
M_MMAP_THRESHOLD = -3  # from glibc's malloc.h
M_ARENA_MAX = -8
LARGE_BLOCK = 256 * 1024

Pack = Mapping[Card, int]


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


@cache
def _sweeps() -> Sweeps:
    from companion.vision.sweep import Sweeps

    return Sweeps()


def glance(content: bytes, pack: Pack, deck: bytes = b"", letters: tuple[float, ...] = (), sweep: str = "") -> Reading:
    """Read one frame of a live camera: quickly, by one search alone, for the next one follows at once.

    ``deck`` and ``letters`` are those of :func:`read_picture`; the frames of one ``sweep`` are read together.

    :raises Unreadable: if it is no picture.
    """
    from companion.vision.read import photo_to_reading

    taught = load_deck(deck) if deck else None
    reading, look = photo_to_reading(to_pixels(content), pack, QUICK, None, taught, letters)
    return _sweeps().read(sweep, look, reading, pack, QUICK, taught=taught is not None)


def read_picture(
    content: bytes, pack: Pack, deck: bytes = b"", letters: tuple[float, ...] = (), sweep: str = ""
) -> Picture:
    """Decode, read and re-encode one uploaded file.

    ``deck`` is a taught one, as it was kept; ``letters`` is what photos of the same game said of its letters. A photo
    that ends a ``sweep`` is read together with the frames before.

    :raises Unreadable: if it is empty, no picture, cut off or far too large.
    """
    from companion.vision.read import read_either_way
    from companion.vision.stages.decode import encode_upright_jpeg

    taught = load_deck(deck) if deck else None
    image, reading, look = read_either_way(to_pixels(content), pack, taught, letters)
    reading = _sweeps().read(sweep, look, reading, pack, Settings(), taught=taught is not None)
    return Picture(encode_upright_jpeg(image, LONGEST_SHOWN), reading)


def ready_deck(content: bytes) -> None:
    """Have a deck at hand for the photos that follow: learning it again takes longer than a photo may."""
    load_deck(content)


@lru_cache(maxsize=4)
def load_deck(content: bytes) -> Deck | None:
    """A deck as it was kept, learned again if the classifier has become another since; None if it cannot be used."""
    from companion.vision.deck import DeckError, deck_from_bytes
    from companion.vision.teach import relearn_deck

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


def decode_apart(content: bytes) -> Pixels:
    """The photo as BGR pixels, as :func:`companion.vision.stages.decode.decode_photo` makes it.

    :raises Unreadable: if the file is empty, no picture, of a kind that is not read, cut off, damaged or too large.
    """
    if not is_heif(content):
        return to_pixels(content)
    try:
        return _decoder().call(to_pixels, content)
    except WorkerLost:
        raise Unreadable(str(PhotoError(Fault.CUT_OFF))) from None


@cache
def _decoder() -> Worker:
    return Worker(warm_up)


Known = tuple[bytes, tuple[Card, ...]]
"""A photo's JPEG, and the cards in it."""

MOST_GROUPS = 5
"""The most times that a lesson is repeated without some of its photos, to read these by what the others taught."""


class Report(NamedTuple):
    """How many cards were read rightly of those in the photos, each photo read by what the others taught."""

    cards: int
    before: int
    after: int
    photos: int
    notes: tuple[str, ...]


def teach(known: Sequence[Known]) -> tuple[bytes, Report]:
    """Teach a deck with these photos, the oldest first; return it and a report on photos left out of the lesson.

    One photo at a time is held as an image.

    :raises Unreadable: if none of the cards is found in them.
    """
    from companion.vision.deck import DeckError
    from companion.vision.teach import Course

    course = Course(_to_example(each) for each in known)
    try:
        deck = course.learn()
    except DeckError as refusal:
        raise Unreadable(str(refusal)) from refusal
    groups = [range(first, len(known), MOST_GROUPS) for first in range(min(MOST_GROUPS, len(known)))]
    tried = [right for group in groups for right in _try_out(known, group, _learned_without(course, group))]
    before, after = (sum(rights) for rights in zip(*tried, strict=True))
    cards = sum(len(cards) for _, cards in known)
    return deck.to_bytes(), Report(cards, before, after, len(known), deck.notes)


def _to_example(known: Known) -> KnownPhoto:
    from companion.vision.stages.decode import decode_photo
    from companion.vision.teach import KnownPhoto

    jpeg, cards = known
    return KnownPhoto(decode_photo(jpeg), cards)


def _learned_without(course: Course, group: Iterable[int]) -> Deck | None:
    from companion.vision.deck import DeckError

    try:
        return course.learn(without=group)
    except DeckError:
        return None


def _try_out(known: Sequence[Known], group: Iterable[int], deck: Deck | None) -> Iterator[tuple[int, int]]:
    """For each photo of the group, how many cards are read rightly without the deck and with it."""
    for number in group:
        example = _to_example(known[number])
        yield count_right(example, None), count_right(example, deck)


def count_right(example: KnownPhoto, deck: Deck | None) -> int:
    """How many cards of a photo are read with the right name, less those that are read too many; never below none."""
    from companion.vision import read_photo

    seen, there = read_photo(example.image, deck=deck).counts, Counter(example.cards)
    right = sum(min(seen[card], copies) for card, copies in there.items())
    return max(0, right - max(0, sum(seen.values()) - sum(there.values())))
