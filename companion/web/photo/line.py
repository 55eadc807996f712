"""The queue before a reader: within this process, or in the database where readers on any machine take from it.

Jobs and answers are JSON, so that another process may do the reading.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from concurrent import futures
from contextlib import suppress
from functools import partial
from threading import Event, Lock, Thread
from typing import Any, Protocol, TypeVar

from typing_extensions import override
from werkzeug.exceptions import ServiceUnavailable

from companion.store import Closed, StoreError
from companion.store.database import Body
from companion.store.waiting import LEASE_SECONDS, REFUSED, Place, Waiting, Work
from companion.vision import Reading
from companion.vision.reading import Unreadable
from companion.vision.serve import Pack, Picture, glance, read_picture, ready_deck, warm_up
from companion.vision.worker import Worker

MOST_WAITING = 40
MOST_BYTES_WAITING = 96 * 1024 * 1024
TICKETS_KEPT = 200
RETRY_SECONDS = 10
LONGEST_RELEARNING_SECONDS = 60.0
"""The limit of processor time: for a full deck and a newer classifier it took 4.6, and machines differ."""
BUSY = "Many photos are being read just now. Wait a few seconds and send it again."


Seen = TypeVar("Seen", Picture, Reading)


class Reader(Protocol):
    """Reads a photo's bytes for a pack, with the taught ``deck`` if there is one, and the known ``letters``.

    A photo that ends a ``sweep`` of a live camera is read together with its frames.
    """

    def __call__(
        self, content: bytes, pack: Pack, deck: bytes = ..., letters: tuple[float, ...] = ..., sweep: str = ...
    ) -> Picture: ...


class Ticket:
    """A place in the line, and in the end what it was for."""

    def __init__(self, number: int, about: Any, work: futures.Future[Any]) -> None:
        self.id = secrets.token_urlsafe(12)
        self.number = number
        self.about = about
        """The caller's data, returned with the result."""
        self.work = work

    @property
    def done(self) -> bool:
        """Return True if there is an answer, or a reason for its absence."""
        return self.work.done()

    def wait(self, seconds: float) -> None:
        """Wait until it is done, but no longer than this."""
        futures.wait([self.work], seconds)

    def result(self) -> Any:
        """Return the result of the work.

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
        self.read: Reader = reader or partial(self._apart, read_picture)
        self._look: Callable[..., Reading] = (
            partial(self._apart, glance) if reader is None else _looks_as_it_reads(reader)
        )
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
        """The number of pieces before it; 0 while it is being read."""
        return max(0, ticket.number - self._finished)

    @property
    def length(self) -> int:
        """The number of waiting and current pieces."""
        return self._handed_in - self._finished

    def glance(self, content: bytes, pack: Pack, **known: Any) -> Reading | None:
        """Read a live camera's frame as :class:`Reader` does a photo; drop it if somebody waits or nothing is read.

        :raises Unreadable: if it is no picture.
        """
        if not self.reads or self._handed_in > self._finished:
            return None
        seen: Reading = self._line_up(partial(self._look, content, pack, **known)).result()
        return seen

    def wake(self) -> None:
        """Start the process in advance, for a photo about to be sent."""
        if self.reads and self._own and self.worker.pid is None:
            self._line_up(self._start)

    def close(self) -> None:
        """Stop at once: what the process is at is given up, for nobody is left to receive it."""
        self._desk.shutdown(wait=False, cancel_futures=True)
        self.worker.close()
        self._desk.shutdown()

    def _apart(
        self,
        do: Callable[..., Seen],
        content: bytes,
        pack: Pack,
        deck: bytes = b"",
        letters: tuple[float, ...] = (),
        sweep: str = "",
    ) -> Seen:
        if deck:
            self.worker.call(ready_deck, deck, seconds=LONGEST_RELEARNING_SECONDS)
        return self.worker.call(do, content, pack, deck, letters, sweep)

    def _start(self) -> None:
        # The next photo's sender gets the error, if it still does not start then.
        with suppress(Unreadable):
            self.worker.start()

    def _finish(self, size: int) -> None:
        with self._lock:
            self._finished += 1
            self._bytes -= size


def _looks_as_it_reads(reader: Reader) -> Callable[..., Reading]:
    return lambda content, pack, **known: reader(content, pack, **known).reading


BROKE = "This could not be done. The score is safe; try it once more."
PAUSE_SECONDS = 1.0
LOOKS_AGAIN_SECONDS = 5.0
"""The interval between looks for work of a reader that died silently."""

Doing = Callable[[bytes, Body], Body]
"""Does a piece of work.

:raises Unreadable: if it can't be done; the message is for the person who asked.
"""

_log = logging.getLogger(__name__)


class Job(Protocol):
    """A place in a line."""

    @property
    def id(self) -> str: ...

    @property
    def about(self) -> Body: ...

    @property
    def done(self) -> bool: ...

    def wait(self, seconds: float) -> None:
        """Wait until it is done, but no longer than this."""
        ...

    def result(self) -> Body:
        """The result of the work.

        :raises Unreadable: if that was a refusal.
        """
        ...


class WaitingLine(Protocol):
    """Work in order of arrival."""

    def hand_in(self, content: bytes, about: Body) -> Job:
        """Queue up work.

        :raises ServiceUnavailable: if too much waits already.
        """
        ...

    def find(self, turn: str) -> Job | None:
        """The place of this id, unless it is long past."""
        ...

    def ahead(self, turn: Job) -> int:
        """The number of pieces before it; 0 while it is being done."""
        ...

    @property
    def length(self) -> int:
        """The number of waiting and current pieces."""
        ...

    def close(self) -> None:
        """Take no more work; leave current work to others, or give it up if there are none."""
        ...


class NearLine(WaitingLine):
    """The line of this process: it is lost with it, and costs nothing."""

    def __init__(self, queue: ReadingQueue, do: Doing) -> None:
        self._queue, self._do = queue, do

    @override
    def hand_in(self, content: bytes, about: Body) -> Job:
        return self._queue.hand_in(partial(self._do, content, about), about, len(content))

    @override
    def find(self, turn: str) -> Job | None:
        return self._queue.find(turn)

    @override
    def ahead(self, turn: Job) -> int:
        found = self._queue.find(turn.id)
        return self._queue.ahead(found) if found else 0

    @property
    @override
    def length(self) -> int:
        return self._queue.length

    @override
    def close(self) -> None:
        self._queue.close()


class FarLine(WaitingLine):
    """The line in the database; this process works on it too, if set up for it."""

    def __init__(self, waiting: Waiting, kind: str, queue: ReadingQueue, do: Doing | None) -> None:
        """``do`` does what waits, at the desk of ``queue``; without it that is left to others."""
        self._waiting, self._kind, self._queue = waiting, kind, queue
        self._taker = Taker(waiting, kind, queue, do) if do else None

    @override
    def hand_in(self, content: bytes, about: Body) -> Job:
        turn = self._waiting.hand_in(self._kind, content, about, MOST_WAITING, MOST_BYTES_WAITING)
        if turn is None:
            raise ServiceUnavailable(BUSY, retry_after=RETRY_SECONDS)
        return _FarTurn(self._waiting, Place(turn, self._kind, about, None))

    @override
    def find(self, turn: str) -> Job | None:
        found = self._waiting.find(turn)
        return _FarTurn(self._waiting, found) if found and found.kind == self._kind else None

    @override
    def ahead(self, turn: Job) -> int:
        return self._waiting.ahead(turn.id)

    @property
    @override
    def length(self) -> int:
        return self._waiting.length(self._kind)

    @override
    def close(self) -> None:
        if self._taker:
            self._taker.stop()
        self._queue.close()
        if self._taker:
            self._taker.join()


class _FarTurn(Job):
    def __init__(self, waiting: Waiting, place: Place) -> None:
        self._waiting, self._place = waiting, place

    @property
    @override
    def id(self) -> str:
        return self._place.id

    @property
    @override
    def about(self) -> Body:
        return self._place.about

    @property
    @override
    def done(self) -> bool:
        return self._place.answer is not None

    @override
    def wait(self, seconds: float) -> None:
        self._waiting.wait_for_answer(self.id, seconds)
        self._place = self._waiting.find(self.id) or self._place

    @override
    def result(self) -> Body:
        answer = self._place.answer or {}
        if REFUSED in answer:
            raise Unreadable(str(answer[REFUSED]))
        return answer


class Taker:
    """Takes one piece of work after the other out of the database and has it done at a desk."""

    def __init__(self, waiting: Waiting, kind: str, queue: ReadingQueue, do: Doing) -> None:
        self._waiting, self._kind, self._queue, self._do = waiting, kind, queue, do
        self._stopped = Event()
        self._thread = Thread(target=self._take_all, name=f"{kind} taker", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Take nothing more."""
        self._stopped.set()

    def join(self) -> None:
        """Wait until current work is given back; call it after the bell is closed, which wakes it."""
        self._thread.join(2 * LOOKS_AGAIN_SECONDS)

    def _take_all(self) -> None:
        while not self._stopped.is_set():
            try:
                work = self._waiting.take(self._kind)
                if work is None:
                    self._waiting.wait_for_work(self._kind, LOOKS_AGAIN_SECONDS)
                else:
                    self._finish(work)
            except Closed:
                return
            except StoreError as fault:
                _log.warning("No work can be had: %s", fault)
                self._stopped.wait(PAUSE_SECONDS)

    def _finish(self, work: Work) -> None:
        try:
            done = self._queue.hand_in(partial(self._do, work.content, work.about)).work
        except RuntimeError:  # the desk was closed at this very moment
            self._waiting.give_back(work)
            return
        while not _is_over(done, LEASE_SECONDS / 3):
            self._waiting.renew(work)
        given_up = done.cancelled()
        fault = None if given_up else done.exception()
        if given_up or (self._stopped.is_set() and fault):
            self._waiting.give_back(work)
        elif isinstance(fault, StoreError):
            raise fault
        elif fault is not None and not isinstance(fault, Unreadable):
            _log.error("A piece of work broke", exc_info=fault)
            self._waiting.answer(work, {REFUSED: BROKE})
        else:
            self._waiting.answer(work, {REFUSED: str(fault)} if fault else done.result())


def _is_over(done: futures.Future[Any], seconds: float) -> bool:
    return bool(futures.wait([done], seconds).done)
