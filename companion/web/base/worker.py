"""The service worker, which only a safe line has, and for whom each page of a game was made."""

from __future__ import annotations

import hashlib

from flask import Blueprint, Flask, current_app, g, request
from werkzeug.wrappers import Response

from companion.web.base.game import open_game
from companion.web.base.htmx import respond
from companion.web.base.seat import joined

FOR = "Companion-For"
"""The header that says for whom a page of a game was made: another word once the phone is somebody else there."""

pages = Blueprint("worker", __name__)


def init_app(app: Flask) -> None:
    """Serve the worker of ``app``, and say with each page of a game for whom it is."""
    app.register_blueprint(pages)
    app.after_request(say_for_whom)


@pages.get("/sw.js")
def script() -> Response:
    """The worker, at the top so that every page is within its reach."""
    return current_app.send_static_file("js/worker.js")


@pages.get("/away")
def away() -> Response:
    """What a phone shows that can't reach the companion and has kept no copy of the page."""
    return respond("errors/away.html")


def say_for_whom(response: Response) -> Response:
    """Mark a game's page with the phone and what it is at this game; neither can be read off the mark."""
    game, device = (request.view_args or {}).get("game"), g.get("device")
    if game and device and response.status_code < 400 and response.mimetype == "text/html":
        who = f"{device}|{game}|{joined(open_game(game)).word}"
        response.headers[FOR] = hashlib.sha256(who.encode()).hexdigest()[:16]
    return response
