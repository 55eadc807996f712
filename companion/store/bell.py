"""Wakes the threads of this process that follow a game when something is written to it."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition, Lock
from time import monotonic
from weakref import WeakValueDictionary

from companion.store.errors import Closed


class Bell:
    """One bell for each game that anybody follows, and none for the others."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._followed: WeakValueDictionary[str, Condition] = WeakValueDictionary()
        self._closed = False

    def ring(self, game_id: str) -> None:
        """Wake everyone who follows the game. Call it after the write is on disk."""
        with self._lock:
            followers = self._followed.get(game_id)
        if followers is not None:
            with followers:
                followers.notify_all()

    def ring_all(self) -> None:
        """Wake everyone who follows anything; who has missed nothing goes on waiting."""
        with self._lock:
            everyone = list(self._followed)
        for game_id in everyone:
            self.ring(game_id)

    def close(self) -> None:
        """Send everyone away: whoever waits, or comes to wait later, is told that the store is closing."""
        with self._lock:
            self._closed = True
        self.ring_all()

    def wait(self, game_id: str, version: Callable[[], int], since: int, timeout: float) -> int:
        """Wait until ``version()`` is past ``since`` or ``timeout`` seconds are over; then the version.

        :raises Closed: if the bell is closed, or closes meanwhile.
        """
        give_up = monotonic() + timeout
        followers = self._followers(game_id)
        # The version is read while the bell is held, so a write that lands between reading and waiting has to ring
        # after the waiting began: it cannot be missed.
        with followers:
            while (current := version()) <= since:
                if self._closed:
                    raise Closed
                if (left := give_up - monotonic()) <= 0 or not followers.wait(left):
                    return version()
        return current

    def _followers(self, game_id: str) -> Condition:
        with self._lock:
            return self._followed.setdefault(game_id, Condition())
