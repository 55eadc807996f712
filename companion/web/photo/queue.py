"""Reads photos one after the other beside the score pages, so that nobody's score waits for somebody's photo."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from concurrent import futures
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import Any, Protocol

from werkzeug.exceptions import ServiceUnavailable

from companion.vision import Reading
from companion.vision.serve.picture import Pack, Picture, Unreadable, glance, read_picture, ready_deck, warm_up
from companion.vision.serve.worker import Worker

MOST_WAITING = 40
MOST_BYTES_WAITING = 96 * 1024 * 1024
TICKETS_KEPT = 200
RETRY_SECONDS = 10
LONGEST_RELEARNING_SECONDS = 60.0
"""Of the processor's time: for a full deck, where the classifier is a newer one, it took 4.6, and machines differ."""
BUSY = "Many photos are being read just now. Wait a few seconds and send it again."


class Reader(Protocol):
    """Reads a photo's bytes for a pack, as a deck that was taught where ``deck`` is one, and that has ``letters``."""

    def __call__(self, content: bytes, pack: Pack, deck: bytes = ..., letters: str = ...) -> Picture: ...


Looker = Callable[[bytes, Pack], Reading]


class Ticket:
    """A place in the line, and in the end what it was for."""

    def __init__(self, number: int, about: Any, work: futures.Future[Any]) -> None:
        self.id = secrets.token_urlsafe(12)
        self.number = number
        self.about = about
        """What whoever handed it in wants to know again when it is done."""
        self.work = work

    @property
    def done(self) -> bool:
        """Whether there is an answer, or a reason why there is none."""
        return self.work.done()

    def wait(self, seconds: float) -> None:
        """Wait until it is done, but no longer than this."""
        futures.wait([self.work], seconds)

    def result(self) -> Any:
        """What the work led to.

        :raises Unreadable: if that was a refusal.
        """
        return self.work.result()


class ReadingQueue:
    """One desk and the line in front of it: first come, first served."""

    def __init__(self, reader: Reader | None = None, waiting: int = MOST_WAITING, reads: bool = True) -> None:
        """``reader`` works in place of the process that is started for the first photo.

        Where photos are left to readers elsewhere (not ``reads``) there is no such process, and no live camera.
        """
        self.reads = reads
        self._waiting = waiting
        self.worker = Worker(warm_up)
        self._own = reader is None
        self.read: Reader = reader or self._read_apart
        self._look: Looker = partial(self.worker.call, glance) if reader is None else _looks_as_it_reads(reader)
        self._desk = futures.ThreadPoolExecutor(max_workers=1, thread_name_prefix="reader")
        self._lock = Lock()
        self._handed_in = self._finished = self._bytes = 0
        self._tickets: dict[str, Ticket] = {}

    def hand_in(self, work: Callable[[], Any], about: Any = None, size: int = 0) -> Ticket:
        """Queue up ``work``, which holds ``size`` bytes until it is done.

        :raises ServiceUnavailable: if too much waits already.
        """
        ticket = self._line_up(work, about, size)
        with self._lock:
            self._tickets[ticket.id] = ticket
            for old in list(self._tickets)[:-TICKETS_KEPT]:
                del self._tickets[old]
        return ticket

    def _line_up(self, work: Callable[[], Any], about: Any = None, size: int = 0) -> Ticket:
        with self._lock:
            if self._handed_in - self._finished > self._waiting or self._bytes + size > MOST_BYTES_WAITING:
                raise ServiceUnavailable(BUSY, retry_after=RETRY_SECONDS)
            self._bytes += size
            ticket = Ticket(self._handed_in, about, self._desk.submit(work))
            self._handed_in += 1
        ticket.work.add_done_callback(lambda _: self._finish(size))
        return ticket

    def find(self, ticket: str) -> Ticket | None:
        """The ticket of this id, unless it is long past."""
        return self._tickets.get(ticket)

    def ahead(self, ticket: Ticket) -> int:
        """How many come first; 0 when it is being read."""
        return max(0, ticket.number - self._finished)

    @property
    def length(self) -> int:
        """How many wait or are being read."""
        return self._handed_in - self._finished

    def glance(self, content: bytes, pack: Pack) -> Reading | None:
        """Read one frame of a live camera if nobody waits; else it is dropped, as it is where nothing is read.

        :raises Unreadable: if it is no picture.
        """
        if not self.reads or self._handed_in > self._finished:
            return None
        seen: Reading = self._line_up(partial(self._look, content, pack)).result()
        return seen

    def wake(self) -> None:
        """Have the process ready soon, for somebody is about to send a photo."""
        if self.reads and self._own and self.worker.pid is None:
            self._line_up(self._start)

    def close(self) -> None:
        """Stop at once: what the process is at is given up, for nobody is there any more to be told of it."""
        self._desk.shutdown(wait=False, cancel_futures=True)
        self.worker.close()
        self._desk.shutdown()

    def _read_apart(self, content: bytes, pack: Pack, deck: bytes = b"", letters: str = "") -> Picture:
        if deck:
            self.worker.call(ready_deck, deck, seconds=LONGEST_RELEARNING_SECONDS)
        return self.worker.call(read_picture, content, pack, deck, letters)

    def _start(self) -> None:
        # Whoever sends the next photo is told, if it still does not start then.
        with suppress(Unreadable):
            self.worker.start()

    def _finish(self, size: int) -> None:
        with self._lock:
            self._finished += 1
            self._bytes -= size


def _looks_as_it_reads(reader: Reader) -> Looker:
    return lambda content, pack: reader(content, pack).reading
