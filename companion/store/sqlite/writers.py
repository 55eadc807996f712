"""Writers who wait for one another share one commit, and so one wait for the disk.

SQLite lets one connection write at a time, and serves those who wait for it in no order. Here they take turns. Whoever
has written while others wait leaves the transaction open for the next, and all of them go on once it is on the disk: as
many as came meanwhile are confirmed by one flush. What one of them did wrong is taken back alone.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from copy import copy
from threading import Event, Lock, get_ident
from time import monotonic

from sqlite_utils import Database as Connection

MOST_TOGETHER = 16
"""So many share a commit at most, so that other programs get at the file."""
LOOKS_AGAIN_S = 0.05
"""After so long whoever waits for a commit sees to it, should the one for whom it was left not have come."""

_WRITING = Lock()
"""Held by whoever writes any file in this process, as long as the transaction is open."""


class Waited(Exception):
    """Others were still writing when the time was over."""


class _Transaction:
    """One that is open, and what became of it."""

    def __init__(self, connection: Callable[[], AbstractContextManager[Connection]], until: float) -> None:
        self.parts = 0
        self.fault: BaseException | None = None
        self.ended = Event()
        with ExitStack() as held:
            _acquire(_WRITING, until)
            held.callback(_WRITING.release)
            self.db = held.enter_context(connection())
            self.db.conn.execute("begin immediate")
            self._held = held.pop_all()

    @contextmanager
    def part(self) -> Iterator[Connection]:
        """What one writer does; if it fails, it is taken back alone: the first part is all that there is."""
        self.parts += 1
        behind = " to part" if self.parts > 1 else ""
        if behind:
            self.db.conn.execute("savepoint part")
        try:
            yield self.db
        except BaseException as fault:
            if self.db.conn.in_transaction:
                self.db.conn.execute(f"rollback{behind}")
            if not self.db.conn.in_transaction:  # if not by that, by a full disk, which takes everything back
                self.fault = fault
            raise

    def end(self) -> None:
        """Commit, and let all who wrote go on."""
        try:
            if self.fault is None:
                self.fault = sqlite3.OperationalError("the commit was broken off")
                self.db.conn.execute("commit")
                self.fault = None
        except sqlite3.Error as fault:
            self.fault = fault
        finally:
            if self.db.conn.in_transaction:
                self.db.conn.execute("rollback")
            self._held.close()
            self.ended.set()


class Writers:
    """Those of one file."""

    def __init__(self, connection: Callable[[], AbstractContextManager[Connection]], patience: float) -> None:
        """``connection`` lends one that is in no transaction."""
        self._connection, self._patience = connection, patience
        self._turn = Lock()
        self.waiting = set[int]()
        """The threads that are waiting for their turn."""
        self._open: _Transaction | None = None

    @contextmanager
    def write(self, on_wait: Callable[[float], object]) -> Iterator[Connection]:
        """Write in a transaction, which is on the disk when the block has ended.

        :raises Waited: if others write for longer than one has patience.
        """
        begun_at, shared = monotonic(), None
        try:
            with self._in_turn():
                if self._open is None:
                    self._open = _Transaction(self._connection, begun_at + self._patience)
                shared = self._open
                on_wait(monotonic() - begun_at)
                try:
                    with shared.part() as db:
                        yield db
                finally:
                    if not self.waiting or shared.parts >= MOST_TOGETHER or not shared.db.conn.in_transaction:
                        self._end(shared)
        finally:
            # Who fails waits, too: what they saw of others' parts is there for all to see only then.
            if shared is not None:
                self._wait_for(shared)
        if shared.fault is not None:
            raise copy(shared.fault)

    def _end(self, shared: _Transaction) -> None:
        self._open = None
        shared.end()

    def _wait_for(self, shared: _Transaction) -> None:
        while not shared.ended.wait(LOOKS_AGAIN_S):
            with self._in_turn():
                if self._open is shared:
                    self._end(shared)

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        self.waiting.add(get_ident())
        try:
            _acquire(self._turn, monotonic() + self._patience)
        finally:
            self.waiting.discard(get_ident())
        try:
            yield
        finally:
            self._turn.release()


def _acquire(lock: Lock, until: float) -> None:
    if not lock.acquire(timeout=max(0.0, until - monotonic())):
        raise Waited
