"""The events of a stream as they are sent: that the score has moved, and that the line still stands."""

from __future__ import annotations

import zlib
from functools import lru_cache

BEAT = "event: beat\ndata: 1\n\n"
EVENTS_KEPT = 128
"""So many events are kept compressed, for those who are still to be sent them."""
GZIP_HEAD = bytes((0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF))
"""Deflated, no name, no time, on no system in particular (RFC 1952); what comes before the first part."""


def signal(mark: int) -> str:
    """The event that says at which mark a game is."""
    return f"event: changed\ndata: {mark}\n\n"


@lru_cache(maxsize=EVENTS_KEPT)
def packed(event: str) -> bytes:
    """An event compressed by itself, so that what many are sent is compressed once."""
    # A full flush ends at a byte and refers to nothing before it: such parts make one stream in any order (RFC 1951).
    part = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return part.compress(event.encode()) + part.flush(zlib.Z_FULL_FLUSH)
