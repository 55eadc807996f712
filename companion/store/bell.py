"""Wakes the threads of this process that follow a game, or whatever else has a name, when something is written."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition, Lock
from time import monotonic
from weakref import WeakValueDictionary

from companion.store.errors import Closed
from companion.store.recent import Recent

LOOKS_AGAIN_SECONDS = 15.0
"""The number of seconds after which a version is read again, in case a signal was lost."""
REMEMBERED = 500
"""The number of topics whose last version is kept without a follower."""


class _Topic:
    """The waiters for one thing, and its last known state."""

    def __init__(self) -> None:
        self.rung = Condition()
        self.is_stale = True
        self.rung_at = monotonic()
        self._version = 0
        self._read_at = 0.0

    def version(self, read: Callable[[], int], fresh: float) -> int:
        """The version, read again if it was rung since or ``fresh`` seconds ago; call it while the bell is held."""
        if self.is_stale or monotonic() - self._read_at >= fresh:
            self._version, self._read_at = read(), monotonic()
            self.is_stale = False
        return self._version


class Bell:
    """One bell for each followed topic; a game's topic is its id."""

    hears_all = False
    """True if every write rings here, whichever process wrote it; otherwise the store is also polled."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._followed: WeakValueDictionary[str, _Topic] = WeakValueDictionary()
        self._remembered: Recent[str, _Topic] = Recent(REMEMBERED)
        self._closed = False

    def ring(self, name: str) -> None:
        """Wake everyone who follows the topic. Call it after the write is on disk."""
        with self._lock:
            topic = self._followed.get(name)
        if topic is not None:
            with topic.rung:
                topic.is_stale = True
                topic.rung_at = monotonic()
                topic.rung.notify_all()

    def rung_at(self, name: str) -> float:
        """Return the time a topic was last rung, by the clock of ``monotonic``; now if nobody follows it."""
        with self._lock:
            topic = self._followed.get(name)
        return topic.rung_at if topic else monotonic()

    def ring_all(self) -> None:
        """Wake every follower; those who have missed nothing keep waiting."""
        with self._lock:
            everyone = list(self._followed)
        for name in everyone:
            self.ring(name)

    def close(self) -> None:
        """Wake all waiters; they, and any that wait later, get :class:`Closed`."""
        with self._lock:
            self._closed = True
        self.ring_all()

    def follow(self, name: str, version: Callable[[], int], since: int, timeout: float) -> int:
        """Wait until ``version()``, which only grows, is past ``since`` or the time is over; then the version.

        However many follow a topic, it is asked for once when the bell rings. While it is silent, it is asked for
        seldom if all writes are heard; else so often that nothing is missed for much longer than ``timeout``.

        :raises Closed: if the bell is closed, or closes meanwhile.
        """
        topic, fresh = self._topic(name), LOOKS_AGAIN_SECONDS if self.hears_all else timeout / 2
        with topic.rung:
            self._wait(topic, lambda: topic.version(version, fresh) > since, timeout)
            return topic.version(version, fresh)

    def wait(self, name: str, is_so: Callable[[], bool], timeout: float) -> None:
        """Wait until ``is_so()`` or until the time is over; ask again each time the bell rings.

        :raises Closed: if the bell is closed, or closes meanwhile.
        """
        topic = self._topic(name)
        with topic.rung:
            self._wait(topic, is_so, timeout)

    def _wait(self, topic: _Topic, is_so: Callable[[], bool], timeout: float) -> None:
        # It is asked while the bell is held, so a write that lands between asking and waiting has to ring after the
        # waiting began: it cannot be missed.
        give_up = monotonic() + timeout
        while True:
            if self._closed:
                raise Closed
            if is_so():
                return
            if (left := give_up - monotonic()) <= 0 or not topic.rung.wait(left):
                return

    def _topic(self, name: str) -> _Topic:
        with self._lock:
            topic = self._followed.setdefault(name, _Topic())
            self._remembered.keep(name, topic)
            return topic
