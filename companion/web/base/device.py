"""Remembers a phone: a random id in a cookie. The key that signs what this server hands out is the store's."""

from __future__ import annotations

import re
import secrets

from flask import Flask, Request, g, request
from flask.sessions import SessionInterface
from typing_extensions import override
from werkzeug.wrappers import Response

from companion.store import Store
from companion.store.membership import hashed

COOKIE = "device"
LIFETIME_SECONDS = 400 * 24 * 3600  # the longest that browsers grant
_ID = re.compile(r"[\w-]{22}")


class NoSession(SessionInterface):
    """No cookie of Flask's: a device's id is all that is kept of it, and each request would make a signer for more."""

    @override
    def open_session(self, app: Flask, request: Request) -> None:
        """Nothing, for which Flask puts a session that cannot be written."""


def init_app(app: Flask) -> None:
    """Give every request of ``app`` its device's id as ``g.device``."""
    if not app.config["SECRET_KEY"]:
        store: Store = app.extensions["store"]
        app.config["SECRET_KEY"] = store.secret.key()
    app.session_interface = NoSession()
    app.before_request(recognise)
    app.after_request(remember)


def recognise() -> None:
    """Take the device's id from its cookie, or draw a new one.

    In a club ``g.device`` is afterwards whoever is signed in; ``g.phone`` stays what the cookie says.
    """
    known = request.cookies.get(COOKIE, "")
    g.device = g.phone = known if _ID.fullmatch(known) else secrets.token_urlsafe(16)


def remember(response: Response) -> Response:
    """Hand a new device its id, with the first page and never with a picture or a script."""
    device = g.get("phone")
    if device and device != request.cookies.get(COOKIE) and response.mimetype == "text/html":
        response.set_cookie(
            COOKIE, device, max_age=LIFETIME_SECONDS, httponly=True, samesite="Lax", secure=request.is_secure
        )
    return response


def this_phone() -> str:
    """How what is kept knows this phone: not by its id, or whoever has a copy of the store could be it."""
    return hashed(g.device)
