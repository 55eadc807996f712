"""A process for work that may crash, hang or ask for too much memory: it can die and leave its parent alive."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, TypeVar

from companion.vision.reading import Unreadable

LONGEST_SECONDS = 5.0
"""Of the processor's time: on a machine that is busy with other things a photo takes as long as it takes."""
PATIENCE = 24
"""How many times as long, by the clock, callers wait for it, busy or idle."""
LOOKS_EVERY_SECONDS = 0.25
SPENT = 75
"""With this the process ends whose work has taken too long."""
START_SECONDS = 60.0
IDLE_SECONDS = 600.0
MOST_MEMORY = 400 * 1024 * 1024
OPENCV_LACKS_MEMORY = -4
"""``cv2.Error.StsNoMem``."""

TOO_LONG = "This photo takes too long to read, so it was put aside. Take another, closer, with nothing but the cards."
TOO_MUCH = "This photo needs too much memory to read. Choose a smaller size, or take another photo."
STOPPED = "This photo made the card reader stop. The score is safe; take another photo, or add the cards by hand."

Answer = TypeVar("Answer")


class WorkerLost(Unreadable):
    """The worker ended, or was ended, before it had answered; the message is one sentence for the caller."""


class Worker:
    """One process, started at the first call and again after each death, ended when nobody has called for a while.

    What it is to do must be importable: a function of a module, with arguments and answer that can be pickled.
    """

    def __init__(self, prepare: Callable[[], object], memory: int = MOST_MEMORY) -> None:
        """``prepare`` is called in each new process; from then on it may take ``memory`` more bytes (on Linux)."""
        self._prepare = prepare
        self._memory = memory
        self._lock = threading.RLock()
        self._process: BaseProcess | None = None
        self._line: Connection | None = None
        self._rest: threading.Timer | None = None
        self._closed = threading.Event()

    @property
    def pid(self) -> int | None:
        """The number of the process, while there is one."""
        return self._process.pid if self._process else None

    def call(self, function: Callable[..., Answer], *arguments: Any, seconds: float | None = None) -> Answer:
        """Return what ``function`` returns in the process; its errors are raised as :class:`Unreadable`.

        :raises WorkerLost: if the process died over it, or took more than ``seconds`` of the processor's time, without
            which it gets ``LONGEST_SECONDS``, or ``PATIENCE`` times as long by the clock, and was ended.
        """
        most = LONGEST_SECONDS if seconds is None else seconds
        with self._lock:
            line = self._taken((function, arguments, most))
            try:
                self._wait(line, PATIENCE * most)
                answer: Answer | Unreadable = line.recv()
            except (EOFError, OSError):
                raise WorkerLost(self._why_it_ended()) from None
            self._stop_later()
        if isinstance(answer, Unreadable):
            raise answer
        return answer

    def start(self) -> None:
        """Have the process ready before it is needed.

        :raises WorkerLost: if it cannot be started.
        """
        with self._lock:
            self._ready_line()
            self._stop_later()

    def stop(self) -> None:
        """End the process, if there is one; the next call starts another."""
        with self._lock:
            if self._rest:
                self._rest.cancel()
            if self._process and self._line:
                self._process.kill()
                self._process.join()
                self._line.close()
            self._process = self._line = None

    def close(self) -> None:
        """End the process at once, even in the middle of work, and start no other; callers that wait get the error."""
        self._closed.set()
        process = self._process  # not under the lock, which a call holds until it is answered
        if process is not None:
            process.kill()
        self.stop()

    def _taken(self, work: Any) -> Connection:
        """The line to a process that has taken the work; one that had died unnoticed since the last is replaced."""
        for _ in range(2):
            line = self._ready_line()
            try:
                line.send(work)
                line.recv()
            except (EOFError, OSError):
                self.stop()
            else:
                return line
        raise WorkerLost(STOPPED)

    def _ready_line(self) -> Connection:
        if self._line and self._process and self._process.is_alive():
            return self._line
        self.stop()
        if self._closed.is_set():
            raise WorkerLost(STOPPED)
        spawn = multiprocessing.get_context("spawn")
        self._line, theirs = spawn.Pipe()
        process = spawn.Process(
            target=_serve, args=(theirs, self._prepare, self._memory), name="card reader", daemon=True
        )
        process.start()
        self._process = process  # once it runs: a close of the reader meanwhile kills the process stored here
        theirs.close()
        if self._closed.is_set():
            process.kill()
        try:
            self._wait(self._line, START_SECONDS)
            self._line.recv()
        except EOFError:
            self.stop()
            raise WorkerLost(STOPPED) from None
        return self._line

    def _wait(self, line: Connection, seconds: float) -> None:
        if not line.poll(seconds):
            self.stop()
            raise WorkerLost(TOO_LONG)

    def _why_it_ended(self) -> str:
        process = self._process
        if process:
            process.join(1)
        says = TOO_LONG if process and process.exitcode == SPENT else STOPPED
        self.stop()
        return says

    def _stop_later(self) -> None:
        if self._rest:
            self._rest.cancel()
        rest = threading.Timer(IDLE_SECONDS, lambda: self._stop_after(rest))
        self._rest = rest
        rest.daemon = True
        rest.start()

    def _stop_after(self, rest: threading.Timer) -> None:
        """End the process, unless it was called while this rest was coming to its end."""
        with self._lock:
            if self._rest is rest:
                self.stop()


def _serve(line: Connection, prepare: Callable[[], object], memory: int) -> None:
    """The life of the process; an exception that nobody expects ends it, with its traceback on the console."""
    # Ctrl-C in a terminal reaches the whole group; the parent ends this process when it is done itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prepare()
    limit_memory(memory)
    line.send(None)
    while True:
        try:
            function, arguments, seconds = line.recv()
        except EOFError:
            return
        line.send(None)
        try:
            with _for_at_most(seconds):
                answer = function(*arguments)
        except Unreadable as refusal:
            answer = refusal
        except Exception as error:  # OpenCV has an error of its own, and this module does without OpenCV
            if not _lacks_memory(error):
                raise
            line.send(WorkerLost(TOO_MUCH))
            return  # what is left of the memory may be in shreds
        line.send(answer)


def _lacks_memory(error: Exception) -> bool:
    """Return True if the process may take no more memory; OpenCV says so by a number."""
    return isinstance(error, MemoryError) or getattr(error, "code", None) == OPENCV_LACKS_MEMORY


@contextmanager
def _for_at_most(seconds: float) -> Iterator[None]:
    """End this process if what is done within takes more than so much of the processor's time."""
    over, until = threading.Event(), time.process_time() + seconds

    def watch() -> None:
        while not over.wait(LOOKS_EVERY_SECONDS):
            if time.process_time() > until:
                os._exit(SPENT)

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        over.set()


def limit_memory(more: int) -> None:
    """Limit this process to ``more`` bytes beyond what it has; only Linux enforces it."""
    if sys.platform != "linux":
        return
    import resource

    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + more
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
