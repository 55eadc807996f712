"""What one phone that follows a game is told, and how a thread of its own waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic

from companion.store.errors import StoreError
from companion.store.journal import Journal
from companion.web.base.events import BEAT, GZIP_HEAD, packed, signal

HEARTBEAT_SECONDS = 2.0
"""So often a stream says that it is still there; ``static/js/line.js`` waits a little longer than that."""
GLANCE_SECONDS = 2.0
"""So often it is looked whether a phone that follows is still there."""


class Following:
    """One phone's stream: which event comes next; it calls ``leave`` when closed, whatever was ever sent."""

    def __init__(
        self,
        leave: Callable[[], None],
        *,
        is_gone: Callable[[], bool] = lambda: False,
        on_told: Callable[[], object] = lambda: None,
        news: Callable[[int], str] = signal,
        packs: bool = False,
        may_follow: Callable[[], bool] = lambda: True,
        is_signed_in: bool = False,
    ) -> None:
        """``is_gone`` says whether whoever follows has gone away; it is asked every few seconds.

        ``on_told`` is called at each write that is told, and ``news`` makes the event that tells of it, out of the
        mark; neither is asked for the mark with which a stream opens. With ``packs`` everything is sent compressed.
        ``may_follow`` is asked before each change is sent; the stream ends where it says no. Signing out changes no
        game, so for a device that ``is_signed_in`` it is asked before each beat, too.
        """
        self.is_gone = is_gone
        self._may_follow, self._is_signed_in = may_follow, is_signed_in
        self.told = -1
        """The mark that was told last."""
        self._leave: Callable[[], None] | None = leave
        self._on_told, self._news = on_told, news
        self._packs, self._head = packs, GZIP_HEAD

    def at(self, mark: int) -> bytes:
        """What to send of a game at this mark: that it is there, or if that was told, that the line still stands."""
        event = self._event(mark)
        if not self._packs:
            return event.encode()
        head, self._head = self._head, b""
        return head + packed(event)

    def may_hear(self, mark: int) -> bool:
        """Whether it may be sent what :meth:`at` makes of this mark; asking reads the database."""
        return (mark == self.told and not self._is_signed_in) or self._may_follow()

    def _event(self, mark: int) -> str:
        if mark == self.told:
            return BEAT
        opens, self.told = self.told < 0, mark
        if opens:
            return signal(mark)
        self._on_told()
        return self._news(mark)

    def close(self) -> None:
        """Give the place back; harmless when repeated."""
        leave, self._leave = self._leave, None
        if leave is not None:
            leave()


class Watch(Iterator[bytes]):
    """The stream of one phone for a server that gives each a thread, which waits in ``next``."""

    def __init__(self, journal: Journal, game: str, following: Following, heartbeat: float) -> None:
        self._journal, self._game, self._following, self._heartbeat = journal, game, following, heartbeat

    def __next__(self) -> bytes:
        told = self._following.told
        mark, beats_at = told, monotonic() + self._heartbeat
        try:
            while mark == told and (left := beats_at - monotonic()) > 0:
                if self._following.is_gone():
                    raise StopIteration
                mark = self._journal.wait_for_change(self._game, told, min(left, GLANCE_SECONDS))
            if not self._following.may_hear(mark):
                raise StopIteration
        except StoreError:  # the store is closing, or its file is gone: the page asks by itself
            raise StopIteration from None
        return self._following.at(mark)

    def close(self) -> None:
        """Give the place back."""
        self._following.close()
