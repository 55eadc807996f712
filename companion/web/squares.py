"""A game as QR codes, which the pages call squares: one phone shows them, the camera of another reads them."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import zlib

import segno
from flask import Blueprint, Flask, abort, current_app, url_for
from werkzeug.wrappers import Response

from companion.store.files import export_game
from companion.web.core.access import MEMBERS, PLACES, allow
from companion.web.core.assets import shared_address
from companion.web.core.current import journal
from companion.web.core.rendering import respond

PART = 480
"""Bytes in a square: small enough for an old phone's camera, from another phone's screen."""
MOST_PARTS = 60
"""A game of more is saved as a file; nobody would hold still that long."""

pages = Blueprint("squares", __name__)


def init_app(app: Flask) -> None:
    """Serve the squares of each game, and the page that reads squares."""
    app.register_blueprint(pages)


@pages.get("/game/<game>/squares")
@allow(MEMBERS)
def squares_page(game: str) -> Response:
    """All squares of a game, one below the other; a script shows them by turns."""
    parts = squares(game)
    mark = parts[0].partition("#square.")[2].partition(".")[0]  # in all of them, until the game changes
    return respond("squares/squares.html", game=game, mark=mark, count=len(parts), most=MOST_PARTS)


@pages.get("/game/<game>/squares/<int:number>.svg")
@allow(MEMBERS)
def picture(game: str, number: int) -> Response:
    """One square of a game, counted from 1."""
    parts = squares(game)
    if not 1 <= number <= len(parts) <= MOST_PARTS:
        abort(404, "This game has no such square.")
    drawn = io.BytesIO()
    segno.make(parts[number - 1], error="l", micro=False, boost_error=False).save(
        drawn, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, svgns=True, omitsize=True
    )
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


@pages.get("/games/squares")
@allow(PLACES)
def read() -> Response:
    """The page that reads squares, by its own camera or by an address from a phone's camera."""
    return respond("squares/read.html")


def squares(game: str) -> list[str]:
    """The text of each square of a game: an address with a part of the game, which opens :func:`read`.

    The part comes after the ``#``, so that no host sees it.
    """
    text = json.dumps(export_game(journal(), game), ensure_ascii=False, separators=(",", ":"))
    packed = zlib.compress(text.encode(), 9)
    mark = hashlib.sha256(packed).hexdigest()[:8]
    count = -(-len(packed) // PART)
    # A static host has only the first page; the script there goes on to this one.
    address = shared_address(url_for("home.home_page" if current_app.config["ALONE"] else "squares.read"))
    return [f"{address}#square.{mark}.{number + 1}.{count}.{_part(packed, number)}" for number in range(count)]


def _part(packed: bytes, number: int) -> str:
    part = packed[number * PART : (number + 1) * PART]
    return base64.urlsafe_b64encode(part).decode().rstrip("=")
