"""Decodes a photo where a damaged one does no harm: HEIC in a process of its own, which its library may end."""

from __future__ import annotations

from functools import cache

from companion.vision.serve.picture import Unreadable, to_pixels, warm_up
from companion.vision.serve.worker import Worker, WorkerLost
from companion.vision.stages.decode import Fault, PhotoError, is_heif
from companion.vision.stages.levels import Pixels


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
