"""The small public things around the pages: manifest, icons, QR code, service worker, health checks.

Addresses are built here: those of static files, of this server as other phones reach it, and those with a query.
"""

from __future__ import annotations

import io
import re
import socket
import unicodedata
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import segno
from flask import Blueprint, Flask, current_app, jsonify, request, url_for
from werkzeug.wrappers import Response

from companion.settings import address_of
from companion.store.errors import StoreError, Unavailable
from companion.web.core.access import ANYBODY, allow
from companion.web.core.current import current_store
from companion.web.core.rendering import respond
from companion.web.core.security import LOOPBACK, host_for_phones, local_path

_READABLE = "!$'()*,/:;?@"
"""Signs that a query may hold as they are."""


def url_with_query(endpoint: str, said: Mapping[str, Sequence[str]], **place: Any) -> str:
    """The address of an endpoint at its ``place``, with everything ``said`` as its query.

    What is said is never handed to ``url_for``, which takes ``_anchor``, ``_scheme`` or the name of a part of the
    path for its own.
    """
    query = urlencode(said, doseq=True, safe=_READABLE)
    return url_for(endpoint, **place) + (f"?{query}" if query else "")


A_DAY = 24 * 3600
HERE_ONLY = (
    "No phone can open this address: the companion was started for this computer alone. "
    "To let phones in, start it with: companion serve"
)
NO_NETWORK = "No phone can open this address: this computer is in no network. Join the Wi-Fi, and look here again."

pages = Blueprint("assets", __name__)


def init_app(app: Flask) -> None:
    """Serve the manifest, the icons, the QR code, the service worker and the health checks of ``app``."""
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = A_DAY
    app.register_blueprint(pages)
    app.jinja_env.globals.update(asset=asset, out_of_reach=out_of_reach, is_safe=is_safe)


def asset(name: str) -> str:
    """The address of a static file, changed with its content so that browsers may cache it for long."""
    sums: dict[str, str] = current_app.extensions.setdefault("asset_sums", {})
    if name not in sums or current_app.debug:
        content = Path(current_app.static_folder or "", name).read_bytes()
        sums[name] = f"{zlib.crc32(content):08x}"
    return url_for("static", filename=name, v=sums[name])


def file_name(*parts: str) -> str:
    """``pinochle-ann-ben-2026-11-20``: what a file to take away is called, in plain letters."""
    plain = unicodedata.normalize("NFKD", "-".join(parts)).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


@pages.get("/favicon.ico")
@allow(ANYBODY)
def favicon() -> Response:
    """The icon where old browsers look for it."""
    return current_app.send_static_file("icons/icon-32.png")


@pages.get("/manifest.webmanifest")
@allow(ANYBODY)
def manifest() -> Response:
    """The manifest for a phone's home screen."""
    icons = [
        {"src": asset("icons/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
        {"src": asset("icons/icon-192.png"), "sizes": "192x192", "type": "image/png"},
        {"src": asset("icons/icon-512.png"), "sizes": "512x512", "type": "image/png"},
        {"src": asset("icons/maskable-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ]
    answer = jsonify(
        name="Pinochle companion",
        short_name="Pinochle",
        description="Keeps the score, reads the meld, settles the argument.",
        id=url_for("home.home_page"),
        start_url=url_for("home.home_page"),
        scope=url_for("home.home_page"),
        lang="en",
        display="standalone",
        background_color="#f4efe2",
        theme_color="#14432f",
        icons=icons,
    )
    answer.mimetype = "application/manifest+json"
    return answer


@pages.get("/qr.svg")
@allow(ANYBODY)
def qr() -> Response:
    """The address under which other phones reach ``?path=`` on this server, as a QR code."""
    picture = io.BytesIO()
    segno.make(shared_address(request.args.get("path", "")), error="m").save(
        picture, kind="svg", scale=6, border=3, dark="#10231a", light="#ffffff", xmldecl=False, svgns=True
    )
    return Response(picture.getvalue(), mimetype="image/svg+xml")


def shared_address(path: str) -> str:
    """``path`` on this server as another phone must type it: never ``localhost``, which is each phone's own.

    Anything that is not a path of ours becomes the home page. Where there is a public address, it is that one.
    """
    path = local_path(path) or url_for("home.home_page")
    if path.startswith(f"{request.root_path}/"):
        path = path[len(request.root_path) :]
    if current_app.config["URL"]:
        return address_of(current_app.config["URL"], path)
    scheme, host = request.scheme, request.host
    if _asked_by_own_name() and not current_app.config["HERE_ONLY"]:
        network = network_address()
        certified = host_for_phones(current_app.config["CERTIFIED"], network)
        scheme = "https" if certified else "http" if current_app.config["CERTIFIED"] else scheme
        host = (certified or network or "127.0.0.1") + _port(scheme)
    return address_of(f"{scheme}://{host}{request.root_path}", path)


def home_address() -> str:
    """The first page as other phones must type it; empty where none can open it."""
    return "" if out_of_reach() else shared_address(url_for("home.home_page"))


def out_of_reach() -> str:
    """Return why phones can't open this server's address, and what to do; empty if they can.

    With ``HERE_ONLY`` the server listens at an address of this machine alone.
    """
    if current_app.config["URL"] or not _asked_by_own_name():
        return ""
    if current_app.config["HERE_ONLY"]:
        return HERE_ONLY
    return NO_NETWORK if network_address() is None else ""


def is_safe() -> bool:
    """Return True if the browser treats our address as secure, and so allows functions reserved for https."""
    return request.is_secure or _asked_by_own_name()


def https_address() -> str:
    """The first page over https, if the server's own certificate covers a name of this machine; otherwise empty."""
    certified = host_for_phones(current_app.config["CERTIFIED"], network_address())
    return f"https://{certified}{_port('https')}{request.root_path}/" if certified else ""


def _port(scheme: str) -> str:
    """The end of a host of this server: http and https have each their own port."""
    port: int | None = current_app.config["PORTS"].get(scheme, urlsplit(f"//{request.host}").port)
    return f":{port}" if port else ""


def _asked_by_own_name() -> bool:
    """Return True if the browser used an address that always means its own machine."""
    return urlsplit(f"//{request.host}").hostname in LOOPBACK


def network_address() -> str | None:
    """This machine's address on the local network, or nothing if it is on none; sends nothing."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # An address kept for documentation: connecting a datagram socket only makes the system choose the way out.
        probe.connect(("192.0.2.1", 9))
        address = str(probe.getsockname()[0])
        return None if address.startswith(("127.", "0.")) else address
    return None


@pages.get("/sw.js")
@allow(ANYBODY)
def script() -> Response:
    """The service worker, served at the top so that it controls every page."""
    return current_app.send_static_file("js/worker.js")


@pages.get("/away")
@allow(ANYBODY)
def away() -> Response:
    """The page for a phone that can't reach the companion and has no copy of a page."""
    return respond("errors/away.html")


@pages.get("/healthz")
@allow(ANYBODY)
def alive() -> Response:
    """The process answers; the database is not asked, since a new process would change nothing there."""
    return Response("ok\n", mimetype="text/plain")


@pages.get("/readyz")
@allow(ANYBODY)
def ready() -> Response:
    """Test that a score can be saved by a trial write, then undo it; otherwise answer 503 with the reason."""
    try:
        current_store().beat()
    except StoreError as fault:
        reason = fault.reason if isinstance(fault, Unavailable) else "the games can’t be written"
        return Response(f"{reason}\n", 503, mimetype="text/plain")
    return Response("ok\n", mimetype="text/plain")
