"""Which player a phone sits for: its own choice, kept in a cookie of that game alone."""

from __future__ import annotations

from flask import Flask, g, request, url_for
from werkzeug.wrappers import Response

from companion.web.base.device import LIFETIME_SECONDS
from companion.web.base.game import OpenGame, open_game
from companion.web.base.security import SAFE_METHODS


def init_app(app: Flask) -> None:
    """Let every write to a game of ``app`` say which player it comes from."""
    app.before_request(name_writer)


def seat_of(table: OpenGame) -> int | None:
    """The seat that this phone has taken at a game; None if it only looks on, or never said."""
    chosen = request.cookies.get(_cookie(table.game), "")
    if len(chosen) != 1 or chosen not in "0123456789":
        return None
    seat = int(chosen)
    return seat if seat < table.state.players else None


def take_seat(response: Response, game: str, seat: int | None) -> Response:
    """Let the phone that gets ``response`` sit at a seat of a game, or stand up; the same response."""
    path = url_for("table.show", game=game)
    if seat is None:
        response.delete_cookie(_cookie(game), path=path)
    else:
        response.set_cookie(
            _cookie(game),
            str(seat),
            max_age=LIFETIME_SECONDS,
            path=path,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure,
        )
    return response


def name_writer() -> None:
    """Fill ``g.player`` for a write to a game from a phone that sits at it, so that the log says who wrote."""
    game = (request.view_args or {}).get("game")
    if game is None or request.method in SAFE_METHODS:
        return
    table = open_game(game)
    seat = seat_of(table)
    if seat is not None:
        g.player = table.state.names[seat]


def _cookie(game: str) -> str:
    return f"seat-{game}"
