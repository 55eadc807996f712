"""While the companion stops it takes nothing new, and says when to ask again."""

from __future__ import annotations

from threading import Event

from flask import Flask, current_app
from werkzeug.exceptions import ServiceUnavailable

BACK_SECONDS = 3
"""So soon a companion that is only started anew is there again."""
STOPPING = "The companion is being stopped. Nothing of this was written; it can be sent again once it is back."


def init_app(app: Flask) -> None:
    """Let ``app`` turn requests away from when :func:`stop_taking` is called."""
    app.extensions["stopping"] = Event()
    app.before_request(turn_away)


def stop_taking(app: Flask) -> None:
    """From now on answer everything with 503; what is being answered already is finished."""
    app.extensions["stopping"].set()


def turn_away() -> None:
    """Refuse a request that comes too late.

    :raise 503: with the seconds after which to ask again.
    """
    if current_app.extensions["stopping"].is_set():
        raise ServiceUnavailable(STOPPING, retry_after=BACK_SECONDS)
