"""What is asked by whatever watches over a server: whether it answers, and whether a score would be written."""

from __future__ import annotations

from flask import Blueprint, Flask
from werkzeug.wrappers import Response

from companion.store.errors import StoreError, Unavailable
from companion.web.base.current import current_store

pages = Blueprint("health", __name__)


def init_app(app: Flask) -> None:
    """Answer those who watch over ``app``."""
    app.register_blueprint(pages)


@pages.get("/healthz")
def alive() -> Response:
    """The process answers; the database is not asked, for a new process would mend nothing there."""
    return Response("ok\n", mimetype="text/plain")


@pages.get("/readyz")
def ready() -> Response:
    """A score would be written down: so much was, and taken away again, as a tap writes; else 503 and the reason."""
    try:
        current_store().beat()
    except StoreError as fault:
        reason = fault.reason if isinstance(fault, Unavailable) else "the games can’t be written"
        return Response(f"{reason}\n", 503, mimetype="text/plain")
    return Response("ok\n", mimetype="text/plain")
