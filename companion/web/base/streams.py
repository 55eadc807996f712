"""Goes on with streams that a thread has opened: one thread sends to all phones, and one for each game waits for it.

A server that gives each request a thread would need one for each phone that follows, and hundreds of them wake each
other at every tap. Such a server offers a ``Streams`` with each request that may be handed to it; the thread that
answered sends the head and the first event, and is free when ``HandedOver`` has told where the stream goes on.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from threading import Lock, Thread
from typing import TYPE_CHECKING, cast

from companion.store.errors import StoreError
from companion.store.journal import Journal
from companion.web.base.following import HEARTBEAT_SECONDS, Following

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

OFFER = "companion.streams"
"""Where in a request's environment the offer stands."""
MOST_UNSENT = 1 << 18
"""So many bytes wait for a phone that takes none; then it is cut off, and asks by itself once it is back."""
LAST_CHUNK = b"0\r\n\r\n"
PATIENCE_SECONDS = 5.0


class HandedOver(BaseException):  # not an error, and nothing that catches errors may keep it
    """The answer that is being sent goes on in ``streams``: the server leaves its line alone from now on."""

    def __init__(self, streams: Streams, game: str, following: Following) -> None:
        super().__init__(game)
        self._streams, self._game, self._following = streams, game, following

    def take(self, line: socket.socket, on_end: Callable[[], object]) -> None:
        """Go on with the stream on its line, which is closed when it ends; ``on_end`` is called then."""
        self._streams.take(line, self._game, self._following, on_end)


class Opening(Iterator[bytes]):
    """The first event of a stream, after which it is handed over."""

    def __init__(self, streams: Streams, game: str, following: Following, mark: int) -> None:
        self._streams, self._game, self._following, self._mark = streams, game, following, mark
        self._is_handed_over = False

    def __next__(self) -> bytes:
        if self._following.told < 0:
            return self._following.at(self._mark)
        self._is_handed_over = True
        raise HandedOver(self._streams, self._game, self._following)

    def close(self) -> None:
        """Give the place back, unless the stream goes on elsewhere."""
        if not self._is_handed_over:
            self._following.close()


class _Phone(asyncio.Protocol):
    """One line; all of it happens in the thread of the loop."""

    def __init__(self, following: Following, among: set[_Phone], on_end: Callable[[], object]) -> None:
        self.following, self._among, self._on_end = following, among, on_end
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
        if self._transport.get_write_buffer_size() > MOST_UNSENT:
            self._transport.abort()
        elif not self._transport.is_closing():
            self._transport.write(b"%X\r\n%b\r\n" % (len(event), event))

    def end(self) -> None:
        if not self._transport.is_closing():
            self._transport.write(LAST_CHUNK)
            self._transport.close()

    def cut_off(self) -> None:
        self._transport.abort()


class _Table:
    """Those who follow one game, the mark that they were told, and who waits for the next."""

    def __init__(self, follow: Callable[[_Table], None]) -> None:
        self.phones: list[_Phone] = []
        self.mark = -1
        self.thread = Thread(target=follow, args=(self,), name="follow", daemon=True)


class Streams:
    """All who follow games of one process, and the loop that sends to them."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._tables: dict[str, _Table] = {}
        self._open = set[_Phone]()
        self._lock = Lock()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="streams", daemon=True)
        self._thread.start()

    def offer(self, environ: WSGIEnvironment) -> None:
        """Let whoever answers this request hand its stream over; HTTP/1.0 knows no parts in which it would be sent."""
        if environ["SERVER_PROTOCOL"] == "HTTP/1.1":
            environ[OFFER] = self

    def take(
        self, line: socket.socket, game: str, following: Following, on_end: Callable[[], object] = lambda: None
    ) -> None:
        """Tell a phone of each write from now on, until it goes, the game is gone or the store closes.

        :param line: its head was sent and its opening event, in parts (``Transfer-Encoding: chunked``).
        :raises TimeoutError: if the loop does not take it; then the place is given back.
        """
        phone = _Phone(following, self._open, on_end)
        opened = self._loop.connect_accepted_socket(lambda: phone, line)
        try:
            asyncio.run_coroutine_threadsafe(opened, self._loop).result(PATIENCE_SECONDS)
        except BaseException:
            following.close()
            raise
        self._join(game, phone)

    def close(self) -> None:
        """Stop sending, and cut off whoever still follows; call it after the store's bell is closed."""
        with self._lock:
            tables = list(self._tables.values())
        for table in tables:
            table.thread.join(PATIENCE_SECONDS)
        self._loop.call_soon_threadsafe(self._stop)
        self._thread.join(PATIENCE_SECONDS)
        self._loop.close()

    def _stop(self) -> None:
        for phone in list(self._open):
            phone.cut_off()
        self._loop.call_soon(self._loop.stop)  # after each has lost its line

    def _join(self, game: str, phone: _Phone) -> None:
        with self._lock:
            table = self._tables.get(game)
            if table is None:
                table = self._tables[game] = _Table(partial(self._follow, game))
                table.thread.start()
            table.phones.append(phone)
            mark = table.mark
        if mark > phone.following.told:  # written since it was opened, and told to the others already
            self._send([(phone, phone.following.at(mark))])

    def _follow(self, game: str, table: _Table) -> None:
        """Wait for what is written on one game as long as anybody follows it."""
        try:
            while phones := self._told(game, table):
                here = [phone for phone in phones if not phone.following.is_gone()]
                self._send([(phone, phone.following.at(table.mark)) for phone in here])
        except StoreError:  # the store is closing, or the game is gone: the pages ask by themselves
            pass
        finally:
            self._forget(game, table)

    def _told(self, game: str, table: _Table) -> list[_Phone]:
        """Wait for a write or for the next beat; then those who are to hear of it, or nobody if all have left."""
        mark = self._journal.wait_for_change(game, table.mark, HEARTBEAT_SECONDS)
        with self._lock:
            table.mark = mark
            table.phones = [phone for phone in table.phones if not phone.is_lost]
            if not table.phones:
                del self._tables[game]
            return list(table.phones)

    def _forget(self, game: str, table: _Table) -> None:
        with self._lock:
            if self._tables.get(game) is table:
                del self._tables[game]
                for phone in table.phones:
                    self._loop.call_soon_threadsafe(phone.end)

    def _send(self, events: Iterable[tuple[_Phone, bytes]]) -> None:
        def send() -> None:
            for phone, event in events:
                phone.send(event)

        self._loop.call_soon_threadsafe(send)
