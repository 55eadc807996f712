"""``/setup/check``: shows whoever sets the companion up what arrived, and says what to set."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Flask, abort, current_app, request
from werkzeug.wrappers import Response

from companion.settings import SETTINGS
from companion.web.base.htmx import respond
from companion.web.base.public import ARRIVED
from companion.web.base.security import answers_any_host, is_same_origin, takes_any_origin
from companion.web.setup.advice import Arrival, advise
from companion.web.setup.token import is_good

GONE = "This address is good for one hour. On the machine that runs the companion, “companion setup” prints a new one."

ASKED = ("URL", "TRUSTED_PROXIES")

pages = Blueprint("setup", __name__, url_prefix="/setup")


@dataclass(frozen=True)
class Tried:
    """What came of the form that was sent for a trial."""

    origin: str
    passes: bool


def init_app(app: Flask) -> None:
    """Serve the page for whoever sets up ``app``."""
    app.register_blueprint(pages)


@pages.get("/check/<token>")
@answers_any_host
def check(token: str) -> Response:
    """What arrived with this very request, and what to set."""
    return _page(token, None)


@pages.post("/check/<token>")
@answers_any_host
@takes_any_origin
def try_form(token: str) -> Response:
    """The same for a form, which no browser sends without the address of its page; nothing is written."""
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
