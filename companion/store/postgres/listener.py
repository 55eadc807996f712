"""The bell that rings across processes: one thread of each process listens to what the others have written."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Lock, Thread

import psycopg
from typing_extensions import override

from companion.store.bell import Bell
from companion.store.postgres.teller import CHANNEL, LEAVE_SECONDS, PAUSES

SILENCE_SECONDS = 15.0
"""After so long without a word it is tried whether the connection still stands."""

_log = logging.getLogger(__name__)


class FarBell(Bell):
    """A bell that is rung by every process on the same database.

    It listens from the first time that anybody waits. What was told while it did not, it can't know: each time that it
    begins to listen it wakes everyone once, and the versions say who missed something.
    """

    hears_all = True

    def __init__(self, connect: Callable[[], psycopg.Connection]) -> None:
        """``connect`` opens a connection of its own, in autocommit."""
        super().__init__()
        self._connect = connect
        self._starting = Lock()
        self._thread: Thread | None = None
        self._stopped = Event()

    @property
    def is_listening(self) -> bool:
        """Whether there is a thread that listens."""
        return self._thread is not None and self._thread.is_alive()

    @override
    def follow(self, name: str, version: Callable[[], int], since: int, timeout: float) -> int:
        self._start()
        return super().follow(name, version, since, timeout)

    @override
    def wait(self, name: str, is_so: Callable[[], bool], timeout: float) -> None:
        self._start()
        super().wait(name, is_so, timeout)

    @override
    def close(self) -> None:
        self._stopped.set()
        super().close()

    def join(self) -> None:
        """Wait a moment for the thread to leave, once it is closed and has heard something more."""
        if self._thread is not None and self.is_listening:
            self._thread.join(LEAVE_SECONDS)

    def _start(self) -> None:
        with self._starting:
            if self._thread is None and not self._stopped.is_set():
                self._thread = Thread(target=self._listen, name="bell", daemon=True)
                self._thread.start()

    def _listen(self) -> None:
        failed = 0
        while not self._stopped.is_set():
            try:
                with self._connect() as connection:
                    connection.execute(f"listen {CHANNEL}".encode())
                    self.ring_all()
                    failed = 0
                    self._pass_on(connection)
            except psycopg.Error as fault:
                _log.warning("The database is not heard: %s. Listening again.", str(fault).strip())
                self._stopped.wait(PAUSES[min(failed, len(PAUSES) - 1)])
                failed += 1

    def _pass_on(self, connection: psycopg.Connection) -> None:
        while not self._stopped.is_set():
            for told in connection.notifies(timeout=SILENCE_SECONDS):
                self.ring(told.payload)
                if self._stopped.is_set():
                    return
            connection.execute("select 1")
