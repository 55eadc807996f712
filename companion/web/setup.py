"""``/setup/check``: shows the installer of the companion how requests arrive, and the settings to change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import Blueprint, Flask, abort, current_app, request
from werkzeug.wrappers import Response

from companion.settings import SETTINGS, Network
from companion.web.core.access import ANYBODY, allow
from companion.web.core.current import seal_dated, unseal_dated
from companion.web.core.rendering import respond
from companion.web.core.request import ARRIVED, is_within
from companion.web.core.security import answers_any_host, is_same_origin, takes_any_origin

GOOD_FOR_SECONDS = 3600
_USE = "setup check"


def make_token(key: str) -> str:
    """A part of an address that only the holder of the key can make."""
    return seal_dated(_USE, "", key)


def is_good(key: str, token: str) -> bool:
    """Return True if it was made with this key, less than an hour ago."""
    try:
        unseal_dated(_USE, token, GOOD_FOR_SECONDS, key)
    except ValueError:
        return False
    return True


@dataclass(frozen=True)
class Arrival:
    """A request as it arrived, before any header was trusted."""

    peer: str
    """The address of the connection: the browser, or the proxy nearest to the companion."""
    host: str
    scheme: str
    forwarded: Mapping[str, str]
    """The headers of proxies, by the names of WSGI."""
    origin: str = ""
    """The address of the page whose form was sent, as the browser knows it; empty where none was sent."""

    @property
    def headers(self) -> list[tuple[str, str]]:
        """The headers by their usual names."""
        return [(name.removeprefix("HTTP_").replace("_", "-").title(), value) for name, value in self.forwarded.items()]


@dataclass(frozen=True)
class Advice:
    """A sentence, and the line that puts it right."""

    says: str
    line: str


def advise(arrival: Arrival, url: str, proxies: Sequence[Network]) -> list[Advice]:
    """The settings still to change; empty if all is well."""
    return [*_of_proxy(arrival, proxies), *_of_address(arrival, url, proxies)]


def _of_proxy(arrival: Arrival, proxies: Sequence[Network]) -> Iterator[Advice]:
    trusted = is_within(arrival.peer, proxies)
    if arrival.forwarded and not trusted:
        yield Advice(
            f"{arrival.peer} sends forwarding headers, but is not a trusted proxy. If that is your proxy, all phones "
            "now count as one.",
            f"COMPANION_TRUSTED_PROXIES={arrival.peer}",
        )
    elif trusted and "HTTP_X_FORWARDED_FOR" not in arrival.forwarded:
        yield Advice(
            "Your proxy does not say which phone a request comes from, so all phones count as one. Let it send the "
            "header X-Forwarded-For; Caddy does so by default.",
            "",
        )


def _of_address(arrival: Arrival, url: str, proxies: Sequence[Network]) -> Iterator[Advice]:
    used = arrival.origin if arrival.origin not in ("", "null") else _forwarded_address(arrival, proxies)
    if not url and used and (arrival.forwarded or urlsplit(used).netloc != arrival.host):
        yield Advice("The companion does not know its public address.", f"COMPANION_URL={used}")
    elif url and used and urlsplit(used)[:2] != urlsplit(url)[:2]:
        yield Advice(
            f"Your browser is at {used}, and the public address is {url}. Codes and links lead to the latter. If "
            "yours is the right one, set it.",
            f"COMPANION_URL={used}",
        )


def _forwarded_address(arrival: Arrival, proxies: Sequence[Network]) -> str:
    """The address as the proxy gives it; for a form the browser itself gives it."""
    scheme = arrival.forwarded.get("HTTP_X_FORWARDED_PROTO", "") if is_within(arrival.peer, proxies) else ""
    host = arrival.forwarded.get("HTTP_X_FORWARDED_HOST", "") or arrival.host
    return f"{scheme}://{host}" if scheme in ("http", "https") and host else ""


GONE = "This address is good for one hour. On the machine that runs the companion, “companion setup” prints a new one."

ASKED = ("URL", "TRUSTED_PROXIES")

pages = Blueprint("setup", __name__, url_prefix="/setup")


@dataclass(frozen=True)
class Tried:
    """The result of the trial form."""

    origin: str
    passes: bool


def init_app(app: Flask) -> None:
    """Serve the page for the person who sets up ``app``."""
    app.register_blueprint(pages)


@pages.get("/check/<token>")
@answers_any_host
@allow(ANYBODY)
def check(token: str) -> Response:
    """The arrival of this very request, and the settings to change."""
    return _page(token, None)


@pages.post("/check/<token>")
@answers_any_host
@takes_any_origin
@allow(ANYBODY)
def try_form(token: str) -> Response:
    """The result for a form, which browsers send with the address of its page; nothing is written."""
    return _page(token, Tried(request.headers.get("Origin", ""), is_same_origin()))


def _page(token: str, tried: Tried | None) -> Response:
    if not is_good(current_app.config["SECRET_KEY"], token):
        abort(404, GONE)
    arrived: dict[str, str] = request.environ[ARRIVED]
    arrival = Arrival(
        peer=arrived.get("REMOTE_ADDR", ""),
        host=arrived.get("HTTP_HOST", ""),
        scheme=arrived["wsgi.url_scheme"],
        forwarded={name: value for name, value in arrived.items() if name.startswith(("HTTP_X_", "HTTP_FORWARDED"))},
        origin=tried.origin if tried else "",
    )
    return respond(
        "setup/check.html",
        arrival=arrival,
        seen_as=f"{request.scheme}://{request.host}{request.script_root}",
        client=request.remote_addr,
        tried=tried,
        advice=advise(arrival, current_app.config["URL"], current_app.config["TRUSTED_PROXIES"]),
        settings=[
            (each.variable, each.shown(current_app.config[each.name])) for each in SETTINGS if each.name in ASKED
        ],
    )
