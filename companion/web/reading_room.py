"""Reads photos one at a time beside the score pages, so that nobody's score waits for somebody's photo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent import futures
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, NamedTuple

from werkzeug.exceptions import ServiceUnavailable

from companion.cards import Card

if TYPE_CHECKING:
    from companion.vision import Reading

LONGEST_SHOWN = 1600
PATIENCE_SECONDS = 90
RETRY_SECONDS = 10


class Unreadable(ValueError):
    """A file that cannot be looked at as a photo; the message is one sentence for whoever sent it."""


class Picture(NamedTuple):
    """A photo as it is shown again, upright, smaller and without EXIF, with what was read in it."""

    jpeg: bytes
    reading: Reading


Pack = Mapping[Card, int]
Reader = Callable[[bytes, Pack], Picture]


class ReadingRoom:
    """One reader and a short queue in front of it."""

    def __init__(self, reader: Reader, waiting: int = 3) -> None:
        self._reader = reader
        self._seats = BoundedSemaphore(1 + waiting)
        self._desk = futures.ThreadPoolExecutor(max_workers=1, thread_name_prefix="reader")

    def read(self, content: bytes, pack: Pack) -> Picture:
        """Read one photo, waiting for those before it.

        :raises Unreadable: if it is no photo that can be read.
        :raises ServiceUnavailable: if too many wait already, or it takes too long.
        """
        if not self._seats.acquire(blocking=False):
            raise _busy("Other photos are being read just now.")
        work = self._desk.submit(self._reader, content, pack)
        work.add_done_callback(lambda _: self._seats.release())
        try:
            return work.result(timeout=PATIENCE_SECONDS)
        except futures.TimeoutError:
            raise _busy("Reading this photo took too long.") from None

    def close(self) -> None:
        """Finish the photo at hand and read no more."""
        self._desk.shutdown()


def _busy(what: str) -> ServiceUnavailable:
    return ServiceUnavailable(f"{what} Wait a few seconds and send it again.", retry_after=RETRY_SECONDS)


def read_picture(content: bytes, pack: Pack) -> Picture:
    """Decode, read and re-encode one uploaded file.

    :raises Unreadable: if it is empty, no picture, cut off or far too large.
    """
    # OpenCV costs a third of a second and 40 MB: only a table that sends a photo pays for it.
    from companion.vision import read_photo
    from companion.vision.decode import PhotoError, decode_photo, encode_upright_jpeg

    try:
        image = decode_photo(content)
    except PhotoError as refusal:
        raise Unreadable(str(refusal)) from refusal
    return Picture(encode_upright_jpeg(image, LONGEST_SHOWN), read_photo(image, pack))
