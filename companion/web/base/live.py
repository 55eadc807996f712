"""Tells the phones around the table that the score has moved: a signal, and the page fetches the rest.

A stream says ``event: changed`` with the game's mark, at once when it opens and then whenever something is written or
somebody has another place, so that a missed signal repairs itself. While nothing changes it says ``event: beat``, so
that a page notices when it is cut off. Whoever only looks on by a link is sent what changed along with the signal
(``pushed``), which saves each of many phones a request. Where the streams are all taken, and where a browser has none,
the page asks every few seconds and is answered 204 while nothing changed.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from time import monotonic

from flask import Blueprint, Flask, abort, current_app, request
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.wrappers import Response

from companion.store.bell import Bell
from companion.store.errors import NotFound
from companion.web.base.admission import still_sees
from companion.web.base.current import current_store, journal
from companion.web.base.errors import no_such_table
from companion.web.base.events import signal
from companion.web.base.following import HEARTBEAT_SECONDS, Following, Watch
from companion.web.base.presence import heard_of
from companion.web.base.signed_in import account_here
from companion.web.base.streams import OFFER, Opening
from companion.web.base.told import live_refused, phone_told, this_app

RETRY_SECONDS = 20

pages = Blueprint("live", __name__, url_prefix="/live")


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


def init_app(app: Flask) -> None:
    """Serve the signals of ``app`` to as many phones at once as ``WATCHERS`` says."""
    app.extensions["places"] = Places(app.config["WATCHERS"], app.config["WATCHERS_EACH"])
    app.register_blueprint(pages)


def unchanged(mark: int | str) -> bool:
    """Whether the page asked with ``?since=`` for something newer than ``mark``: then answer 204."""
    return request.args.get("since") == str(mark)


@pages.get("/<game>")
def stream(game: str, news: Callable[[int], str] = signal, may_follow: Callable[[], bool] | None = None) -> Response:
    """The signals of one game as server-sent events; ``news`` makes those after the first out of the game's mark.

    :param may_follow: asked before each signal; by default whether this device may still see the game.
    """
    mark = _mark_or_404(game)
    places: Places = current_app.extensions["places"]
    address = request.remote_addr or ""
    if not places.take(address):
        live_refused.send(this_app())
        raise ServiceUnavailable("All live places are taken; the page asks again by itself.", retry_after=RETRY_SECONDS)
    packs = news is not signal and bool(request.accept_encodings["gzip"])
    following = Following(
        partial(places.leave, address),
        is_gone=heard_of(game, request.environ.get("waitress.client_disconnected", lambda: False)),
        on_told=partial(_tell_delay, this_app(), current_store().bell, game),
        news=news,
        packs=packs,
        may_follow=may_follow or still_sees(game),
        is_signed_in=may_follow is None and account_here() is not None,
    )
    streams = request.environ.get(OFFER)
    protocol = request.environ["SERVER_PROTOCOL"]
    events = (
        Opening(streams, game, following, mark, protocol)
        if streams
        else Watch(journal(), game, following, HEARTBEAT_SECONDS)
    )
    headers = {"X-Accel-Buffering": "no", "Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    headers |= {"Content-Encoding": "gzip"} if packs else {}
    return Response(events, mimetype="text/event-stream", headers=headers)


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
