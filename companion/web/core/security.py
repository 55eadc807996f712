"""The checks of every request before its view, and the headers of every answer.

How often one address may try what others could try without end is limited: ways in, links, photos, imports, house
rules, nights. Scoring is not limited: a whole club may share one address. Each process counts for itself, in its own
memory.
"""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from time import monotonic
from typing import Any, TypeVar
from urllib.parse import urlsplit

from flask import Flask, abort, current_app, request
from werkzeug.exceptions import TooManyRequests
from werkzeug.wrappers import Response

View = TypeVar("View", bound=Callable[..., Any])

LONGEST_PATH = 1500
"""Long enough for a question about two hands of twenty cards."""
STRANGE_HOST = (
    "The companion doesn’t answer to this address. Use the one that it printed when it started. "
    "If this is the name that you gave it, start it with COMPANION_URL=https://the.name (docs/hosting.md)."
)
FOR_EVERYBODY = {"static", "assets.favicon"}
"""The views of files that any cache may keep."""
KEPT_FOR_BACK = frozenset(("table", "sheet", "tricks", "photo"))
"""Views this phone's browser may cache, so that Back works while the server is away; they contain no link's token."""
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; "
    "base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    # Not `no-referrer`: with it a plain form posts `Origin: null` and would be refused as foreign.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=(), payment=(), usb=(), screen-wake-lock=(self)",
}
OF_SERVER = {**HEADERS, "Cache-Control": "no-store"}
"""The headers of an answer that a server makes by itself, without asking the application."""


def init_app(app: Flask) -> None:
    """Guard every request of ``app`` and set the headers of every answer."""
    app.before_request(refuse_strange_host)
    app.before_request(refuse_unbounded_body)
    app.before_request(refuse_other_origin)
    app.before_request(hold)
    app.after_request(set_headers)


def open_games(app: Flask) -> None:
    """Count the requests to ``app`` that are limited."""
    app.extensions["meter"] = Meter()


def marking(name: str, value: object) -> Callable[[View], View]:
    """Return a decorator that puts a plain mark on a view, to be looked up by the name of the view."""

    def mark(view: View) -> View:
        setattr(view, name, value)
        return view

    return mark


def accepts_body(limit: int) -> Callable[[View], View]:
    """Accept a body of up to ``limit`` bytes in the decorated view instead of ``MAX_CONTENT_LENGTH``."""
    return marking("body_limit", limit)


def limited(limit: Limit) -> Callable[[View], View]:
    """Count how often one address asks for the decorated view."""
    return marking("limit", limit)


waits_for_reader: Callable[[View], View] = marking("waits_for_reader", True)
"""Runs the decorated view in the threads that may wait for the reader of photos."""
answers_any_host: Callable[[View], View] = marking("answers_any_host", True)
"""Allows requests to the decorated view under other names than ours: it checks more than that itself."""
takes_any_origin: Callable[[View], View] = marking("takes_any_origin", True)
"""Accepts forms from any site in the decorated view: it changes nothing."""


def _mark(name: str, default: Any) -> Any:
    """Return a mark that a decorator put on the requested view."""
    return getattr(current_app.view_functions.get(request.endpoint or ""), name, default)


def refuse_strange_host() -> None:
    """Refuse a Host other than an address of this machine, so that a rebound DNS name reaches nothing.

    The host of ``COMPANION_URL`` is accepted too, and a name covered by our own certificate.
    """
    host = request.host
    certified = is_certified(host.partition(":")[0], current_app.config["CERTIFIED"])
    ours = host.lower() == _public_host() or certified or is_local_host(host)
    if not ours and not _mark("answers_any_host", False):
        abort(400, STRANGE_HOST)


def _public_host() -> str | None:
    """The host of the public address, with its port unless it is the usual one; None without a public address."""
    url: str = current_app.config["URL"]
    return urlsplit(url).netloc.lower() or None


@lru_cache(maxsize=64)
def is_local_host(host: str) -> bool:
    """True of an IP address, a name without a dot (``localhost``, ``kitchen-pc``) and ``*.local``, any port.

    What can be no name at all, such as one with a label of more than 63 letters, is none of these.

    >>> is_local_host("192.168.1.7:8700"), is_local_host("[::1]"), is_local_host("evil.example")
    (True, True, False)
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
        name.encode("idna")
    except ValueError:
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return bool(name) and ("." not in name or name.endswith((".local", ".localhost")))
    return True


def refuse_unbounded_body() -> None:
    """Refuse a write without a stated length, or longer than its page accepts."""
    if request.method in SAFE_METHODS:
        return
    if request.content_length is None:
        abort(411)
    # A companion in a browser is sent nothing by others, and takes back whatever copy it has made.
    alone = current_app.config["ALONE"]
    limit: int = request.content_length if alone else _mark("body_limit", current_app.config["MAX_CONTENT_LENGTH"])
    request.max_content_length = limit
    if request.content_length > limit:
        abort(413)


def refuse_other_origin() -> None:
    """Refuse a write that another site's page sent with this browser's cookies."""
    if request.method not in SAFE_METHODS and not is_same_origin() and not _mark("takes_any_origin", False):
        abort(403, "That form came from another site, so nothing was changed.")


def is_same_origin() -> bool:
    """Return True if this write comes from a page of ours, or from a program without cookies.

    ``Sec-Fetch-Site`` decides where the browser sends it; over plain http on a LAN address no browser does, and
    ``Origin`` is compared with ``Host`` instead.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in {"same-origin", "none"}
    origin = request.headers.get("Origin")
    if origin is not None:
        # A proxy that is not known here as one may have put its own name in the place of the host.
        return urlsplit(origin).netloc.lower() in (request.host.lower(), _public_host())
    return not request.cookies


def local_path(path: str) -> str:
    """``path`` if it is an address on this server, else nothing: no link may send a table's cards elsewhere."""
    fits = (
        path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() and len(path) <= LONGEST_PATH
    )
    return path if fits else ""


def set_headers(response: Response) -> Response:
    """Add the security headers, and keep out of every cache all but the files that are the same for everybody.

    A page of a game is cached by its own browser alone, and checked again each time.
    """
    response.headers.extend(HEADERS)
    if request.endpoint not in FOR_EVERYBODY:
        response.headers["Cache-Control"] = "private, no-cache" if _is_for_back(response) else "no-store"
        response.headers.pop("Expires", None)
    return response


def _is_for_back(response: Response) -> bool:
    is_page = request.method == "GET" and response.status_code == 200 and response.mimetype == "text/html"
    return is_page and request.blueprint in KEPT_FOR_BACK


LOOPBACK = frozenset(("localhost", "127.0.0.1", "::1"))


def is_certified(host: str, names: Iterable[str]) -> bool:
    """Return True if a certificate for these names covers a host; ``*`` is any first part of a name.

    >>> is_certified("cards.example.org", ["*.example.org"]), is_certified("a.b.example.org", ["*.example.org"])
    (True, False)
    """
    host = host.lower().rstrip(".")
    _, dot, parent = host.partition(".")
    return any(host == name.lower() or (dot and name.lower() == f"*.{parent}") for name in names)


def host_for_phones(names: Iterable[str], network: str | None) -> str | None:
    """The name or address for phones to reach this machine over https; None if the certificate has none.

    >>> host_for_phones(["localhost", "cards.example.org"], "192.168.1.20")
    'cards.example.org'
    """
    known = [name for name in names if "*" not in name and name not in LOOPBACK]
    return network if network in known else next(iter(known), None)


MINUTE = 60.0
MOST_KEPT = 20_000
TOO_OFTEN = "That was tried too often from your network. Wait {wait}, then try again."


@dataclass(frozen=True)
class Limit:
    """A number of times at once, and then one more each time that a part of a minute has passed (token bucket)."""

    name: str
    times: int
    seconds: float = MINUTE

    @property
    def apart(self) -> float:
        """The seconds between two of them in the long run."""
        return self.seconds / self.times


COMING_IN = Limit("coming in", 120)
"""Sixty phones of a club behind one address: each views its link and then uses it, within a minute.

A token has 128 random bits. At 120 tries a minute (6.3 × 10^7 a year) an address that tries for a year, while a
thousand links are valid, finds one with a chance of 6.3 × 10^10 / 3.4 × 10^38, or 2 in 10^28.
"""
INVITING = Limit("inviting", 30)
JOINING = Limit("joining", 120)
"""Thirty tables of four that sit down within a minute."""
PHOTOS = Limit("photos", 60)
IMPORTS = Limit("imports", 10)
KEEPING = Limit("house rules and nights", 240)
"""A director who signs forty people in and marks each as paid, while two others enter totals behind one address."""
BEGINNING = Limit("beginning games", 20)
"""The limit for new games in an invited home, where a stranger may begin one too."""


class Meter:
    """Counts, for each key, when the times that were taken will all be given back; that one moment is all it keeps."""

    def __init__(self, clock: Callable[[], float] = monotonic, most: int = MOST_KEPT) -> None:
        self._clock, self._most = clock, most
        self._free_at: dict[tuple[Limit, Hashable], float] = {}
        self._lock = Lock()

    def take(self, limit: Limit, key: Hashable) -> float:
        """Take one of the times: 0.0, or if none is left the seconds until there is one, and nothing is taken."""
        now = self._clock()
        with self._lock:
            free_at = max(self._free_at.get((limit, key), now), now) + limit.apart
            wait = free_at - now - limit.seconds
            # Sums of fractions may lie a little above what they stand for.
            if wait > limit.apart / 1000:
                return wait
            self._free_at[limit, key] = free_at
            if len(self._free_at) > self._most:
                self._forget(now)
        return 0.0

    def _forget(self, now: float) -> None:
        """Drop every address whose bucket is full again; if none is, the one nearest to it."""
        kept = {each: at for each, at in self._free_at.items() if at > now}
        latest = sorted(kept, key=lambda each: kept[each])[-self._most :]
        self._free_at = {each: kept[each] for each in latest}


def hold() -> None:
    """Refuse what was tried too often from this address; a companion in a browser has no others to guard against.

    :raise 429: saying when to try again, in words and in ``Retry-After``.
    """
    limit = None if current_app.config["ALONE"] else _mark("limit", None)
    if limit is not None:
        count(limit)


def count(limit: Limit) -> None:
    """Count one request of this address against a limit.

    :raise 429: as :func:`hold`.
    """
    meter: Meter = current_app.extensions["meter"]
    wait = math.ceil(meter.take(limit, network_of(request.remote_addr or "")))
    if wait:
        said = "a second" if wait == 1 else f"{wait} seconds"
        raise TooManyRequests(TOO_OFTEN.format(wait=said), retry_after=wait)


def network_of(address: str) -> str:
    """The network of an address: of IPv6 the first half, since one network holds all addresses with it.

    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:3::4"), network_of("")
    ('192.0.2.7', '2001:db8:1:2::/64', '')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None:
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(getattr(found, "ipv4_mapped", None) or found)
