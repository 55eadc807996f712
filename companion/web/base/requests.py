"""Each request has an id and is told of once it is answered: by its route, for addresses hold tokens and names."""

from __future__ import annotations

import hashlib
import re
import secrets
from time import perf_counter

from flask import Flask, g, request
from werkzeug.wrappers import Response

from companion.web.base.told import answered, this_app

HEADER = "X-Request-Id"
_ID = re.compile(r"[\w-]{8,64}")


def init_app(app: Flask) -> None:
    """Give every request of ``app`` an id, and tell of it when it is answered."""
    app.before_request(begin)
    app.after_request(tell)


def begin() -> None:
    """Take the id that a trusted proxy gave the request, or draw one."""
    given = request.headers.get(HEADER, "")
    g.request_id = given if _ID.fullmatch(given) else secrets.token_hex(8)
    g.begun_at = perf_counter()


def tell(response: Response) -> Response:
    """Name the request in its answer, and tell whoever listens."""
    if "request_id" not in g:  # refused by Flask before anything of ours was asked
        begin()
    response.headers[HEADER] = g.request_id
    answered.send(
        this_app(),
        route=route(),
        method=request.method,
        status=response.status_code,
        seconds=perf_counter() - g.begun_at,
        request_id=g.request_id,
        game=_hash((request.view_args or {}).get("game")),
    )
    return response


def route() -> str:
    """The rule by which the request was found, without what stands in the place of its parts."""
    return request.url_rule.rule if request.url_rule else "none"


def _hash(game: object) -> str:
    """Tells one game from another, and nobody which: whoever knows its id may write to it."""
    return hashlib.sha256(game.encode()).hexdigest()[:8] if isinstance(game, str) else ""
