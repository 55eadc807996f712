"""A request before any page sees it: its public address, its client, its id, and the signals sent about it.

``COMPANION_URL`` is the one public address. A request from a trusted proxy, or one that names its host, was made there:
scheme, host and base path are then those of the setting, and no header's. What any other proxy says is dropped.

Each request has an id and is reported once it is answered, by its route, for addresses hold tokens and names. Signals
are sent by the application, ``answered.send(app, route=…)``; the pages know nothing of who listens.
"""

from __future__ import annotations

import hashlib
import ipaddress
import re
import secrets
from collections.abc import Iterable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from blinker import Signal
from flask import Flask, current_app, g, request
from werkzeug.wrappers import Response

from companion.cards import CardNames, speak
from companion.settings import Network

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


SAID_BY_PROXIES = (
    "HTTP_FORWARDED",
    "HTTP_X_FORWARDED_FOR",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PORT",
    "HTTP_X_FORWARDED_PREFIX",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_FORWARDED_SERVER",
    "HTTP_X_REAL_IP",
    "HTTP_X_REQUEST_ID",
)
_ARRIVES = ("REMOTE_ADDR", "HTTP_HOST", "wsgi.url_scheme", *SAID_BY_PROXIES)
ARRIVED = "companion.arrived"
"""Under this name a request keeps what arrived, before anything of it was believed or dropped."""


def init_app(app: Flask) -> None:
    """Give each request to ``app`` its public address and an id."""
    app.wsgi_app = PublicAddress(  # type: ignore[method-assign]  # so Flask's own documentation says
        app.wsgi_app, app.config["URL"], app.config["TRUSTED_PROXIES"]
    )
    app.before_request(begin)
    app.after_request(finish)


class PublicAddress:
    """Corrects a request's address and client, and passes it on."""

    def __init__(self, app: WSGIApplication, url: str, proxies: Sequence[Network]) -> None:
        self._app, self._proxies = app, proxies
        self._url = urlsplit(url) if url else None

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        environ[ARRIVED] = {name: environ[name] for name in _ARRIVES if name in environ}
        by_proxy = is_within(environ.get("REMOTE_ADDR", ""), self._proxies)
        said = {name: environ.pop(name) for name in SAID_BY_PROXIES if name in environ}
        if by_proxy:
            self._believe(environ, said)
        if self._url and (by_proxy or environ.get("HTTP_HOST", "").lower() == self._url.netloc.lower()):
            _as_asked_at(environ, self._url.scheme, self._url.netloc, self._url.path)
        return self._app(environ, start_response)

    def _believe(self, environ: WSGIEnvironment, said: dict[str, str]) -> None:
        environ["REMOTE_ADDR"] = client_of(environ["REMOTE_ADDR"], said.get("HTTP_X_FORWARDED_FOR", ""), self._proxies)
        if "HTTP_X_REQUEST_ID" in said:
            environ["HTTP_X_REQUEST_ID"] = said["HTTP_X_REQUEST_ID"]
        scheme = _last(said.get("HTTP_X_FORWARDED_PROTO", ""))
        host = _last(said.get("HTTP_X_FORWARDED_HOST", "")) or environ.get("HTTP_HOST", "")
        if self._url is None and scheme in ("http", "https"):
            _as_asked_at(environ, scheme, host, said.get("HTTP_X_FORWARDED_PREFIX", "").rstrip("/"))


def client_of(peer: str, forwarded_for: str, proxies: Sequence[Network]) -> str:
    """The address of a client: the nearest that is not our proxy, since earlier ones may be forged."""
    if not is_within(peer, proxies):
        return peer
    chain = [each.strip() for each in forwarded_for.split(",") if each.strip()]
    client = next((each for each in reversed(chain) if not is_within(each, proxies)), "")
    try:
        return str(ipaddress.ip_address(client))
    except ValueError:
        return peer


def is_within(address: str, networks: Sequence[Network]) -> bool:
    """Return True if an address belongs to one of these networks."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in networks)


def _last(header: str) -> str:
    """The entry of the nearest proxy."""
    return header.rpartition(",")[2].strip()


def _as_asked_at(environ: WSGIEnvironment, scheme: str, host: str, base: str) -> None:
    environ["wsgi.url_scheme"], environ["HTTP_HOST"] = scheme, host
    if base:
        environ["SCRIPT_NAME"] = base
        path = environ.get("PATH_INFO", "")
        # Some proxies take the base path off, and some hand it on.
        if path == base or path.startswith(f"{base}/"):
            environ["PATH_INFO"] = path[len(base) :] or "/"


HEADER = "X-Request-Id"
_ID = re.compile(r"[\w-]{8,64}")


def begin() -> None:
    """Take the id that a trusted proxy gave the request, or draw one; name cards in English until a table is known."""
    speak(CardNames.ENGLISH)
    given = request.headers.get(HEADER, "")
    g.request_id = given if _ID.fullmatch(given) else secrets.token_hex(8)
    g.begun_at = perf_counter()


def finish(response: Response) -> Response:
    """Name the request in its answer, and signal that it was answered."""
    if "request_id" not in g:  # refused by Flask before anything of ours was asked
        begin()
    response.headers[HEADER] = g.request_id
    answered.send(
        this_app(),
        route=route(),
        method=request.method,
        status=response.status_code,
        seconds=perf_counter() - g.begun_at,
        request_id=g.request_id,
        game=_hash((request.view_args or {}).get("game")),
    )
    return response


def route() -> str:
    """The URL rule of the request, without its parameters' values."""
    return request.url_rule.rule if request.url_rule else "none"


def _hash(game: object) -> str:
    """A hash that identifies a game; its id would let a reader write to it."""
    return hashlib.sha256(game.encode()).hexdigest()[:8] if isinstance(game, str) else ""


answered = Signal("A request was answered: route, method, status, seconds, request_id, game.")
command_done = Signal("A command was judged: command, outcome (written, refused, stale, replayed, unwritten), seconds.")
game_written = Signal("Something was written to a game: game.")
live_refused = Signal("Somebody who wanted to follow a game found no place.")
sign_in_tried = Signal("Somebody wanted to sign in to the club: way (passkey, link), outcome (ok, refused).")
phone_notified = Signal("A follower was notified of a write: seconds since this process learned of it.")
work_done = Signal("A photo was read, or a deck learned: kind, seconds, failed (why, or nothing).")


def this_app() -> Flask:
    """The application itself, for listeners that compare it, rather than Flask's proxy."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]  # as Flask's documentation does it
    return app
