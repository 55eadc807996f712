"""Tells the other processes what has moved on, once it is on disk: a thread of its own, so that no tap waits for it.

``NOTIFY`` within the transaction that writes would hold a lock of the whole server while the disk is waited for; after
it, each tap would pay for a second transaction. So what was written is gathered, and told in one statement.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from threading import Condition, Event, Thread

import psycopg

CHANNEL = "companion"
"""Where it is told which topics have moved on."""
TELL = "select pg_notify(%s, topic) from unnest(%s::text[]) topic"
BETWEEN_SECONDS = 0.02
"""The first is told at once; what is written so soon after it is told together."""
PAUSES = (0.1, 0.5, 1.0, 2.0, 5.0)
"""How long one waits to try again where the database is not reached, after the first failure and each that follows."""
LEAVE_SECONDS = 2.0
"""How long a thread is waited for when the store is closed."""

_log = logging.getLogger(__name__)


class Teller:
    """What is to be told, and who tells it. A topic that could not be told yet is told when that is possible again.

    What a process that is killed had not told is not told by anybody: whoever follows looks again by itself, seldom.
    """

    def __init__(self, send: Callable[[list[str]], object]) -> None:
        """``send`` has the database tell of topics, and raises ``psycopg.Error`` where it does not."""
        self._send = send
        self._waiting: dict[str, None] = {}
        self._written = Condition()
        self._stopped = Event()
        self._thread: Thread | None = None

    def tell(self, topics: Iterable[str]) -> None:
        """Tell soon that these have moved on. Call it after the commit: nobody may be woken to find nothing new."""
        with self._written:
            self._waiting.update(dict.fromkeys(topics))
            if self._waiting and self._thread is None and not self._stopped.is_set():
                self._thread = Thread(target=self._run, name="teller", daemon=True)
                self._thread.start()
            self._written.notify()

    def close(self) -> None:
        """Tell what is left, and wait a moment until that is done."""
        self._stopped.set()
        with self._written:
            self._written.notify()
        if self._thread is not None:
            self._thread.join(LEAVE_SECONDS)

    def _run(self) -> None:
        failed = 0
        while topics := self._next():
            try:
                self._send(topics)
            except psycopg.Error as fault:
                self.tell(topics)
                if self._stopped.is_set():
                    return
                _log.warning("The database is not told what was written: %s. Trying again.", str(fault).strip())
                self._stopped.wait(PAUSES[min(failed, len(PAUSES) - 1)])
                failed += 1
            else:
                failed = 0
                self._stopped.wait(BETWEEN_SECONDS)

    def _next(self) -> list[str]:
        """All that waits, as soon as something does; nothing once it is closed and everything is told."""
        with self._written:
            self._written.wait_for(lambda: self._waiting or self._stopped.is_set())
            topics = list(self._waiting)
            self._waiting.clear()
            return topics
