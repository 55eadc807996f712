"""What every request must satisfy before a page sees it, and the headers every answer carries."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar
from urllib.parse import urlsplit

from flask import Flask, abort, current_app, request
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from companion.web.base.certified import is_certified

View = TypeVar("View", bound=Callable[..., ResponseReturnValue])

LONGEST_PATH = 1500
"""Long enough for a question about two hands of twenty cards."""
STRANGE_HOST = (
    "The companion doesn’t answer to this address. Use the one that it printed when it started. "
    "If this is the name that you gave it, start it with COMPANION_URL=https://the.name (docs/hosting.md)."
)
FOR_EVERYBODY = {"static", "assets.favicon"}
"""The views of files that any cache may keep."""
KEPT_FOR_BACK = frozenset(("table", "sheet", "tricks", "photo"))
"""Whose pages this phone's browser may keep, so that Back works while the server is away; they hold no link's token."""
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
    app.after_request(set_headers)


def accepts_body(limit: int) -> Callable[[View], View]:
    """Let the decorated view take a body of up to ``limit`` bytes instead of ``MAX_CONTENT_LENGTH``."""

    def mark(view: View) -> View:
        view.body_limit = limit  # type: ignore[attr-defined]  # a plain mark on the function, read below
        return view

    return mark


def waits_for_reader(view: View) -> View:
    """Let the decorated view wait for the reader of photos, in the threads that are there for it."""
    view.waits_for_reader = True  # type: ignore[attr-defined]  # a plain mark, as above
    return view


def answers_any_host(view: View) -> View:
    """Let the decorated view be asked under a name that is not ours: it asks for more than that itself."""
    view.answers_any_host = True  # type: ignore[attr-defined]  # a plain mark, as above
    return view


def takes_any_origin(view: View) -> View:
    """Let the decorated view take a form of any site: it changes nothing."""
    view.takes_any_origin = True  # type: ignore[attr-defined]  # a plain mark, as above
    return view


def _is_marked(mark: str) -> bool:
    return getattr(current_app.view_functions.get(request.endpoint or ""), mark, False)


def refuse_strange_host() -> None:
    """Refuse a Host that is no address of this machine, so that a rebound DNS name reaches nothing.

    The host of ``COMPANION_URL`` is answered to, too, and a name for which our own certificate stands.
    """
    host = request.host
    certified = is_certified(host.partition(":")[0], current_app.config["CERTIFIED"])
    ours = host.lower() == _public_host() or certified or is_local_host(host)
    if not ours and not _is_marked("answers_any_host"):
        abort(400, STRANGE_HOST)


def _public_host() -> str | None:
    """The host of the public address, with its port where that is not the usual one; None where there is none."""
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
    """Refuse a write that does not say how long it is, or that is longer than its page takes."""
    if request.method in SAFE_METHODS:
        return
    if request.content_length is None:
        abort(411)
    limit = _limit_of(current_app, request.endpoint)
    request.max_content_length = limit
    if request.content_length > limit:
        abort(413)


def _limit_of(app: Flask, endpoint: str | None) -> int:
    usual: int = app.config["MAX_CONTENT_LENGTH"]
    limit: int = getattr(app.view_functions.get(endpoint or ""), "body_limit", usual)
    return limit


def refuse_other_origin() -> None:
    """Refuse a write that another site's page sent with this browser's cookies."""
    if request.method not in SAFE_METHODS and not is_same_origin() and not _is_marked("takes_any_origin"):
        abort(403, "That form came from another site, so nothing was changed.")


def is_same_origin() -> bool:
    """Whether this write comes from a page of ours, or from a program that carries no cookie.

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

    A page of a game is kept by the browser that got it alone, which asks each time whether it still is so.
    """
    response.headers.extend(HEADERS)
    if request.endpoint not in FOR_EVERYBODY:
        response.headers["Cache-Control"] = "private, no-cache" if _is_for_back(response) else "no-store"
        response.headers.pop("Expires", None)
    return response


def _is_for_back(response: Response) -> bool:
    is_page = request.method == "GET" and response.status_code == 200 and response.mimetype == "text/html"
    return is_page and request.blueprint in KEPT_FOR_BACK
