"""The first page: a new game, the games so far, and how other phones join."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from flask import Blueprint, Flask, url_for
from werkzeug.routing import BuildError
from werkzeug.wrappers import Response

from companion.cards import parse_cards
from companion.web.assets import shared_address
from companion.web.htmx import respond
from companion.web.shelf import journal

GAMES_SHOWN = 8
WELCOME = parse_cards("AH KC QS JD 10C")

pages = Blueprint("home", __name__)


def init_app(app: Flask) -> None:
    """Serve the first page of ``app``."""
    app.register_blueprint(pages)
    app.jinja_env.filters["day"] = day
    app.jinja_env.globals["url_or_none"] = url_or_none


@pages.get("/")
def show() -> Response:
    """The first page."""
    games = journal().list_games()
    return respond("home/home.html", games=games[:GAMES_SHOWN], address=shared_address("/"), welcome=WELCOME)


@pages.get("/healthz")
def health() -> Response:
    """Says that the process answers, for whatever watches over it."""
    return Response("ok\n", mimetype="text/plain")


def day(at: str) -> str:
    """A stored time as people say a day: ``20 November 2026``."""
    moment = datetime.fromisoformat(at)
    return f"{moment.day} {moment:%B %Y}"


def url_or_none(endpoint: str, **values: Any) -> str | None:
    """The address of a page, None where this application has no such page."""
    try:
        return url_for(endpoint, **values)
    except BuildError:
        return None
