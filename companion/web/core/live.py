"""Notifies the phones around the table that the score has changed: a signal, and the page fetches the rest.

A stream sends ``event: changed`` with the game's mark, at once when it opens and then whenever something is written or
somebody has another place, so that a missed signal repairs itself. While nothing changes it sends ``event: beat``, so
that a page notices when it is cut off. A phone that only watches by a link gets the changes with the signal
(``pushed``), which saves a request each. Where all streams are taken, and where a browser has none, the
page polls every few seconds and gets 204 while nothing changed.
"""

from __future__ import annotations

import threading
import zlib
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from flask import Blueprint, Flask, current_app, request
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.wrappers import Response

from companion.web.core.access import MEMBERS, allow, still_sees
from companion.web.core.game import find_mark
from companion.web.core.identity import account_here
from companion.web.core.rendering import Renderings
from companion.web.core.request import live_refused, this_app
from companion.web.core.seat import hearing

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


BEAT = "event: beat\ndata: 1\n\n"
EVENTS_KEPT = 128
"""The number of events kept compressed for followers."""
GZIP_HEAD = bytes((0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF))
"""Deflated, no name, no time, on no system in particular (RFC 1952); what comes before the first part."""


def signal(mark: int) -> str:
    """The event with a game's mark."""
    return f"event: changed\ndata: {mark}\n\n"


@lru_cache(maxsize=EVENTS_KEPT)
def packed(event: str) -> bytes:
    """An event compressed by itself, so that an event for many followers is compressed once."""
    # A full flush ends at a byte and refers to nothing before it: such parts make one stream in any order (RFC 1951).
    part = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return part.compress(event.encode()) + part.flush(zlib.Z_FULL_FLUSH)


A_READERS_OWN = ("HTTP_COOKIE", "HTTP_ACCEPT_ENCODING")
"""The request headers that differ between readers."""


@dataclass(frozen=True)
class News:
    """The event for all viewers of one page, made from the game's mark."""

    key: Hashable
    """Equal for all viewers who are sent equal events."""
    make: Callable[[int], str]


def pushed(path: str) -> News:
    """Makes the event with the page at ``path`` as a stranger sees it, out of the mark; for the stream asked for now.

    It is made once for all who follow it at this mark. If the page is gone or cannot be made at present, the event is
    the signal alone, and each phone asks for itself.
    """
    app, asked = this_app(), _as_a_stranger(request.environ, path)
    renderings: Renderings = app.extensions["renderings"]
    follows = "pushed", request.host_url, path, request.query_string

    def news(mark: int) -> str:
        return renderings.once((*follows, mark), lambda: _event(app, asked, mark))

    return News(follows, news)


def _as_a_stranger(environ: WSGIEnvironment, path: str) -> WSGIEnvironment:
    """The request for another page, by an unknown phone with htmx."""
    kept = {name: value for name, value in environ.items() if name not in A_READERS_OWN}
    return kept | {"PATH_INFO": path, "HTTP_HX_REQUEST": "true"}


def _event(app: Flask, asked: WSGIEnvironment, mark: int) -> str:
    with app.request_context(dict(asked)):
        answer = app.full_dispatch_request()
        if answer.status_code != 200:
            return signal(mark)
        lines = answer.get_data(as_text=True).splitlines()
    return "".join(("event: page\n", *(f"data: {line}\n" for line in lines), "\n"))


OFFER = "companion.streams"
"""The key in a request's scope for the server's continued stream (companion/web/streams.py)."""
RETRY_SECONDS = 20

pages = Blueprint("live", __name__, url_prefix="/live")


class Places:
    """The current followers of games, limited in total and for each address."""

    def __init__(self, most: int, most_each: int) -> None:
        self._most, self._most_each = most, most_each
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    @property
    def taken(self) -> int:
        """Return the number of followers."""
        with self._lock:
            return self._taken.total()

    def take(self, address: str) -> bool:
        """Take a place for this address; false if there is none for them."""
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


def init_app(app: Flask) -> None:
    """Serve the signals of ``app``."""
    app.register_blueprint(pages)


def open_games(app: Flask) -> None:
    """Admit up to ``WATCHERS`` followers of the games of ``app`` at once."""
    app.extensions["places"] = Places(app.config["WATCHERS"], app.config["WATCHERS_EACH"])


def unchanged(mark: int | str) -> bool:
    """Return True if the page asked with ``?since=`` for something newer than ``mark``: then answer 204."""
    return request.args.get("since") == str(mark)


@dataclass
class Following:
    """An opened stream: its game, and its phone's events."""

    game: str
    mark: int
    """The last one sent."""
    news: News | None
    """The maker of the events after the first; None for the signal alone."""
    packs: bool
    """True if events are sent compressed."""
    may_follow: Callable[[], bool] | None
    """Asked before each change is sent; the stream ends where it says no."""
    is_signed_in: bool
    """True if the right is checked before each beat, too: signing out changes no game."""
    hear: Callable[[], None]
    """Called as long as the phone is there."""
    leave: Callable[[], None]
    """Gives the place back; harmless when repeated."""


@pages.get("/<game>")
@allow(MEMBERS)
def stream(game: str) -> Response:
    """The signals of one game, as long as this device may see it."""
    return open_stream(game, None, still_sees(game), is_signed_in=account_here() is not None)


def open_stream(
    game: str, news: News | None, may_follow: Callable[[], bool] | None = None, *, is_signed_in: bool = False
) -> Response:
    """The signals of one game as server-sent events; a server that does not support them sends the first alone.

    :raise 503: where all live places are taken.
    """
    mark = find_mark(game)
    places: Places = current_app.extensions["places"]
    address = request.remote_addr or ""
    if not places.take(address):
        live_refused.send(this_app())
        says = "Too many phones follow games just now. The page tries again by itself."
        raise ServiceUnavailable(says, retry_after=RETRY_SECONDS)
    packs = news is not None and bool(request.accept_encodings["gzip"])
    leave = _once(partial(places.leave, address))
    following = Following(game, mark, news, packs, may_follow, is_signed_in, hearing(game), leave)
    event = signal(mark)
    first = GZIP_HEAD + packed(event) if packs else event.encode()
    headers = {"X-Accel-Buffering": "no", "Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    headers |= {"Content-Encoding": "gzip"} if packs else {}
    response = Response(iter((first,)), mimetype="text/event-stream", headers=headers)
    offered: list[Following] | None = request.environ.get("asgi.scope", {}).get(OFFER)
    if offered is None:
        response.call_on_close(following.leave)
    else:
        offered.append(following)
    return response


def _once(leave: Callable[[], None]) -> Callable[[], None]:
    left = [leave]
    return lambda: left.pop()() if left else None


@pages.get("/<game>/poll")
@allow(MEMBERS)
def poll(game: str) -> Response:
    """204 while the game is at the mark ``since``; else its mark, and htmx gets the event ``changed``."""
    mark = find_mark(game)
    if unchanged(mark):
        return Response(status=204)
    return Response(str(mark), mimetype="text/plain", headers={"HX-Trigger": "changed"})
