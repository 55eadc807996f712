"""A line on which a phone hears of one game, as the loop that sends to all of them holds it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

from companion.web.base.following import Following

MOST_UNSENT = 1 << 18
"""So many bytes wait for a phone that takes none; then it is cut off, and asks by itself once it is back."""

Frame = Callable[[bytes], bytes]
"""How an event is sent on a line; of nothing, what is sent last."""


def in_a_part(event: bytes) -> bytes:
    """As HTTP/1.1 sends what has no length (``Transfer-Encoding: chunked``); HTTP/1.0 ends with its line."""
    return b"%X\r\n%b\r\n" % (len(event), event)


class PhoneLine(asyncio.Protocol):
    """The line of one phone that follows; all but its making happens in the thread of the loop."""

    def __init__(self, following: Following, among: set[PhoneLine], on_end: Callable[[], object], frame: Frame) -> None:
        """It is one of ``among`` as long as it stands; ``on_end`` is called once it does not."""
        self.following, self._among, self._on_end, self._frame = following, among, on_end, frame
        self.is_lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.WriteTransport", transport)
        self._among.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True
        self._among.discard(self)
        self.following.close()
        self._on_end()

    def send(self, event: bytes) -> None:
        """Send an event; a phone that takes none is cut off."""
        if self._transport.get_write_buffer_size() > MOST_UNSENT:
            self._transport.abort()
        elif not self._transport.is_closing():
            self._transport.write(self._frame(event))

    def end(self) -> None:
        """Say that nothing follows, and close."""
        if not self._transport.is_closing():
            self._transport.write(self._frame(b""))
            self._transport.close()

    def cut_off(self) -> None:
        """Close at once."""
        self._transport.abort()
