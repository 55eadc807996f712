"""https for waitress, which speaks http alone: TLS is taken off in front of it, within this process.

What comes in without TLS at the same port is passed on as it is, so that http is never refused.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from ssl import SSLContext
from threading import Thread
from typing import Any

HANDSHAKE = 0x16
"""The first byte of a TLS connection; http begins with a letter."""
PATIENCE_SECONDS = 20.0
"""So long a phone may take until it has said its first word, and again until it has agreed on a key."""
AT_ONCE = 64 * 1024
Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Line:
    """One connection: what the phone sends, in the clear, comes out of ``inner``."""

    def __init__(self, inner: socket.socket) -> None:
        self.inner = inner
        self.is_secure = False
        """Whether it came over TLS; known before the first byte comes out."""


class Front:
    """Takes TLS off connections, in a thread of its own; the certificate is asked for anew for each of them."""

    def __init__(self, context: Callable[[], SSLContext]) -> None:
        self._context = context
        self._at_work = set[Future[None]]()  # the loop alone would let go of work that waits
        self._loop = asyncio.SelectorEventLoop()  # on Windows, too: its other loop can't wait for a first byte
        self._thread = Thread(target=self._loop.run_forever, name="tls", daemon=True)
        self._thread.start()

    def take(self, taken: socket.socket) -> Line:
        """What a phone says on this connection, in the clear."""
        inner, outer = socket.socketpair()
        line = Line(inner)
        self._start(self._carry(taken, outer, line))
        return line

    def close(self) -> None:
        """Cut every line, and stop."""
        self._start(self._end())
        self._thread.join()
        self._loop.close()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        started = asyncio.run_coroutine_threadsafe(work, self._loop)
        self._at_work.add(started)
        started.add_done_callback(self._at_work.discard)

    async def _end(self) -> None:
        carrying = asyncio.all_tasks() - {asyncio.current_task()}
        for task in carrying:
            task.cancel()
        await asyncio.gather(*carrying, return_exceptions=True)
        await asyncio.sleep(0)  # in which the last transports let go of their sockets
        self._loop.stop()

    async def _carry(self, taken: socket.socket, outer: socket.socket, line: Line) -> None:
        """Carry bytes both ways until either end has gone."""
        # A phone that goes away is nothing to report.
        with taken, outer, suppress(OSError, asyncio.TimeoutError), ExitStack() as cut_short:
            taken.setblocking(False)
            line.is_secure = await asyncio.wait_for(self._says_hello(taken), PATIENCE_SECONDS)
            phone = await self._opened(taken, self._context() if line.is_secure else None)
            cut_short.callback(phone[1].transport.abort)
            within = await self._opened(outer)
            cut_short.callback(within[1].transport.abort)
            await asyncio.gather(_pour(phone, within), _pour(within, phone), return_exceptions=True)
            # What was poured last is on its way still: the sockets are closed behind it, not under it.
            await asyncio.gather(phone[1].wait_closed(), within[1].wait_closed(), return_exceptions=True)

    async def _says_hello(self, taken: socket.socket) -> bool:
        """Whether a connection begins as TLS does; its first byte stays where it is."""
        ready = asyncio.Event()
        self._loop.add_reader(taken, ready.set)
        try:
            await ready.wait()
        finally:
            self._loop.remove_reader(taken)
        return taken.recv(1, socket.MSG_PEEK) == bytes([HANDSHAKE])

    async def _opened(self, connection: socket.socket, context: SSLContext | None = None) -> Ends:
        reader = asyncio.StreamReader(limit=AT_ONCE)
        protocol = asyncio.StreamReaderProtocol(reader)
        patience = PATIENCE_SECONDS if context else None
        transport, _ = await self._loop.connect_accepted_socket(
            lambda: protocol, connection, ssl=context, ssl_handshake_timeout=patience
        )
        return reader, asyncio.StreamWriter(transport, protocol, reader, self._loop)


async def _pour(source: Ends, target: Ends) -> None:
    """Pass on what comes out of one end until it has no more; then the other has heard everything."""
    try:
        while data := await source[0].read(AT_ONCE):
            target[1].write(data)
            await target[1].drain()
    finally:
        target[1].close()
