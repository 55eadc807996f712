"""Goes on with streams that a thread has opened: one thread sends to all phones, and one for each game waits for it.

A server that gives each request a thread would need one for each phone that follows, and hundreds of them wake each
other at every tap. Such a server offers a ``Streams`` with each request that may be handed to it; the thread that
answered sends the head and the first event, and is free when ``HandedOver`` has told where the stream goes on.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from threading import Lock, Thread

from companion.store.errors import StoreError
from companion.store.journal import Journal
from companion.web.base.following import HEARTBEAT_SECONDS, Following
from companion.web.base.phone_line import Frame, PhoneLine, in_a_part

OFFER = "companion.streams"
"""Where in a request's environment the offer stands."""
PATIENCE_SECONDS = 5.0

_log = logging.getLogger(__name__)


class HandedOver(BaseException):  # not an error, and nothing that catches errors may keep it
    """The answer that is being sent goes on in ``streams``: the server leaves its line alone from now on."""

    def __init__(self, streams: Streams, game: str, following: Following, frame: Frame) -> None:
        super().__init__(game)
        self._streams, self._game, self._following, self._frame = streams, game, following, frame

    def take(self, line: socket.socket, on_end: Callable[[], object]) -> None:
        """Go on with the stream on its line, which is closed when it ends; ``on_end`` is called then."""
        self._streams.take(line, self._game, self._following, on_end, self._frame)


class Opening(Iterator[bytes]):
    """The first event of a stream, after which it is handed over."""

    def __init__(self, streams: Streams, game: str, following: Following, mark: int, protocol: str) -> None:
        self._streams, self._game, self._following, self._mark = streams, game, following, mark
        self._frame: Frame = bytes if protocol == "HTTP/1.0" else in_a_part
        self._is_handed_over = False

    def __next__(self) -> bytes:
        if self._following.told < 0:
            return self._following.at(self._mark)
        self._is_handed_over = True
        raise HandedOver(self._streams, self._game, self._following, self._frame)

    def close(self) -> None:
        """Give the place back, unless the stream goes on elsewhere."""
        if not self._is_handed_over:
            self._following.close()


class _Table:
    """Those who follow one game, the mark that they were told, and who waits for the next."""

    def __init__(self, follow: Callable[[_Table], None]) -> None:
        self.phones: list[PhoneLine] = []
        self.mark = -1
        self.thread = Thread(target=follow, args=(self,), name="follow", daemon=True)


class Streams:
    """All who follow games of one process, and the loop that sends to them."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._tables: dict[str, _Table] = {}
        self._open = set[PhoneLine]()
        self._lock = Lock()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="streams", daemon=True)
        self._thread.start()

    def take(
        self,
        line: socket.socket,
        game: str,
        following: Following,
        on_end: Callable[[], object] = lambda: None,
        frame: Frame = in_a_part,
    ) -> None:
        """Tell a phone of each write from now on, until it goes, the game is gone or the store closes.

        :param line: its head was sent and its opening event.
        :raises TimeoutError: if the loop does not take it; then the place is given back.
        """
        phone = PhoneLine(following, self._open, on_end, frame)
        try:
            asyncio.run_coroutine_threadsafe(self._open_on(line, phone), self._loop).result(PATIENCE_SECONDS)
        except BaseException:
            phone.is_lost = True
            following.close()
            raise
        try:
            self._join(game, phone)
        except Exception:  # noqa: BLE001 - whatever it is: the line is the loop's by now, and nobody else's to close
            _log.exception("A phone that follows was cut off.")
            self._loop.call_soon_threadsafe(phone.cut_off)

    async def _open_on(self, line: socket.socket, phone: PhoneLine) -> None:
        if not phone.is_lost:  # its server has waited for too long, and closes the line by itself
            await self._loop.connect_accepted_socket(lambda: phone, line)

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

    def _join(self, game: str, phone: PhoneLine) -> None:
        """Let a phone hear with the others, once it has heard what they were told since it was opened."""
        while (mark := self._missed_or_joined(game, phone)) is not None:
            self._send([(phone, phone.following.at(mark))])

    def _missed_or_joined(self, game: str, phone: PhoneLine) -> int | None:
        with self._lock:
            table = self._tables.get(game) or self._begin(game)
            if table.mark > phone.following.told:
                return table.mark
            table.phones.append(phone)
            return None

    def _begin(self, game: str) -> _Table:
        """A table whose thread waits; call it while the lock is held, for without phones it would be forgotten."""
        table = _Table(partial(self._follow, game))
        table.thread.start()
        self._tables[game] = table
        return table

    def _follow(self, game: str, table: _Table) -> None:
        """Wait for what is written on one game as long as anybody follows it."""
        try:
            while phones := self._told(game, table):
                here = [phone for phone in phones if not phone.following.is_gone()]
                barred = [each for each in here if not each.following.may_hear(table.mark)]
                for phone in barred:
                    self._loop.call_soon_threadsafe(phone.end)
                self._send([(phone, phone.following.at(table.mark)) for phone in here if phone not in barred])
        except StoreError:  # the store is closing, or the game is gone: the pages ask by themselves
            pass
        finally:
            self._forget(game, table)

    def _told(self, game: str, table: _Table) -> list[PhoneLine]:
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

    def _send(self, events: Iterable[tuple[PhoneLine, bytes]]) -> None:
        def send() -> None:
            for phone, event in events:
                phone.send(event)

        self._loop.call_soon_threadsafe(send)
