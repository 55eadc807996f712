"""Tells the phones around the table that the score has moved: a signal, and the page fetches the rest.

A stream says ``event: changed`` with the game's mark, at once when it opens and then whenever something is written or
somebody has another place, so that a missed signal repairs itself. While nothing changes it says ``event: beat``, so
that a page notices when it is cut off. Whoever only looks on by a link is sent what changed along with the signal
(``pushed``), which saves each of many phones a request. Where the streams are all taken, and where a browser has none,
the page asks every few seconds and is answered 204 while nothing changed.
"""

from __future__ import annotations

import threading
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from time import monotonic

from flask import Blueprint, Flask, abort, current_app, request
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.wrappers import Response

from companion.store.bell import Bell
from companion.store.errors import NotFound, StoreError
from companion.store.journal import Journal
from companion.web.base.current import current_store, journal
from companion.web.base.errors import no_such_table
from companion.web.base.presence import heard_of
from companion.web.base.told import live_refused, phone_told, this_app

HEARTBEAT_SECONDS = 2.0
"""So often a stream says that it is still there; ``static/js/line.js`` waits a little longer than that."""
GLANCE_SECONDS = 2.0
"""So often it is looked whether a phone that follows is still there."""
BEAT = "event: beat\ndata: 1\n\n"
RETRY_SECONDS = 20
EVENTS_KEPT = 128
"""So many events are kept compressed, for those who are still to be sent them."""
GZIP_HEAD = bytes((0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF))
"""Deflated, no name, no time, on no system in particular (RFC 1952)."""

pages = Blueprint("live", __name__, url_prefix="/live")


def signal(mark: int) -> str:
    """The event that says at which mark a game is."""
    return f"event: changed\ndata: {mark}\n\n"


class Places:
    """Who follows a game just now: so many in all, and so many of one address."""

    def __init__(self, most: int, most_each: int) -> None:
        self._most, self._most_each = most, most_each
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    @property
    def taken(self) -> int:
        """How many are taken."""
        with self._lock:
            return self._taken.total()

    def take(self, address: str) -> bool:
        """Take a place for whoever is at this address; false if there is none for them."""
        with self._lock:
            free = self._taken.total() < self._most and self._taken[address] < self._most_each
            if free:
                self._taken[address] += 1
            return free

    def leave(self, address: str) -> None:
        """Give a place back."""
        with self._lock:
            self._taken[address] -= 1
            if not self._taken[address]:
                del self._taken[address]


class Watch(Iterator[str]):
    """Server-sent events of one game; calls ``leave`` when closed, whether it was ever read or not."""

    def __init__(
        self,
        journal: Journal,
        game: str,
        leave: Callable[[], None],
        heartbeat: float,
        is_gone: Callable[[], bool] = lambda: False,
        on_told: Callable[[], object] = lambda: None,
        news: Callable[[int], str] = signal,
    ) -> None:
        """``is_gone`` says whether whoever follows has gone away; it is asked every few seconds.

        ``on_told`` is called at each write that is told, and ``news`` makes the event that tells of it, out of the
        mark; neither is asked for the mark with which a stream opens.
        """
        self._journal, self._game, self._heartbeat = journal, game, heartbeat
        self._leave: Callable[[], None] | None = leave
        self._is_gone, self._on_told, self._news = is_gone, on_told, news
        self._told = -1

    def __next__(self) -> str:
        mark, beats_at = self._told, monotonic() + self._heartbeat
        while mark == self._told and (left := beats_at - monotonic()) > 0:
            if self._is_gone():
                raise StopIteration
            try:
                mark = self._journal.wait_for_change(self._game, self._told, min(left, GLANCE_SECONDS))
            except StoreError:  # the store is closing, or its file is gone: the page asks by itself
                raise StopIteration from None
        if mark == self._told:
            return BEAT
        opens, self._told = self._told < 0, mark
        if opens:
            return signal(mark)
        self._on_told()
        return self._news(mark)

    def close(self) -> None:
        """Give the place back; harmless when repeated."""
        leave, self._leave = self._leave, None
        if leave is not None:
            leave()


class Packed(Iterator[bytes]):
    """The events of a stream compressed, each by itself, so that what many are sent is compressed once."""

    def __init__(self, events: Watch) -> None:
        self._events = events
        self._head = GZIP_HEAD

    def __next__(self) -> bytes:
        event, head, self._head = next(self._events), self._head, b""
        return head + _packed(event)

    def close(self) -> None:
        """Close what is compressed."""
        self._events.close()


@lru_cache(maxsize=EVENTS_KEPT)
def _packed(event: str) -> bytes:
    # A full flush ends at a byte and refers to nothing before it: such parts make one stream in any order (RFC 1951).
    part = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return part.compress(event.encode()) + part.flush(zlib.Z_FULL_FLUSH)


def init_app(app: Flask) -> None:
    """Serve the signals of ``app`` to as many phones at once as ``WATCHERS`` says."""
    app.extensions["places"] = Places(app.config["WATCHERS"], app.config["WATCHERS_EACH"])
    app.register_blueprint(pages)


def unchanged(mark: int | str) -> bool:
    """Whether the page asked with ``?since=`` for something newer than ``mark``: then answer 204."""
    return request.args.get("since") == str(mark)


@pages.get("/<game>")
def stream(game: str, news: Callable[[int], str] = signal) -> Response:
    """The signals of one game as server-sent events; ``news`` makes those after the first out of the game's mark."""
    _mark_or_404(game)
    places: Places = current_app.extensions["places"]
    address = request.remote_addr or ""
    if not places.take(address):
        live_refused.send(this_app())
        raise ServiceUnavailable("All live places are taken; the page asks again by itself.", retry_after=RETRY_SECONDS)
    is_gone = heard_of(game, request.environ.get("waitress.client_disconnected", lambda: False))
    on_told = partial(_tell_delay, this_app(), current_store().bell, game)
    leave = partial(places.leave, address)
    watch = Watch(journal(), game, leave, HEARTBEAT_SECONDS, is_gone, on_told, news)
    packs = news is not signal and bool(request.accept_encodings["gzip"])
    headers = {"X-Accel-Buffering": "no", "Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    headers |= {"Content-Encoding": "gzip"} if packs else {}
    return Response(Packed(watch) if packs else watch, mimetype="text/event-stream", headers=headers)


def _tell_delay(app: Flask, bell: Bell, game: str) -> None:
    phone_told.send(app, seconds=monotonic() - bell.rung_at(game))


@pages.get("/<game>/poll")
def poll(game: str) -> Response:
    """204 while the game is at the mark ``since``; else its mark, and htmx is told ``changed``."""
    mark = _mark_or_404(game)
    if unchanged(mark):
        return Response(status=204)
    return Response(str(mark), mimetype="text/plain", headers={"HX-Trigger": "changed"})


def _mark_or_404(game: str) -> int:
    try:
        return journal().mark(game)
    except NotFound as fault:
        abort(404, no_such_table(fault))
