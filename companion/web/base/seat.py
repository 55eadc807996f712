"""Who a phone is at a game: its own choice, kept in a cookie of that game alone; and that watchers write nothing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from flask import Flask, abort, g, request, url_for
from werkzeug.wrappers import Response

from companion.web.base.device import LIFETIME_SECONDS
from companion.web.base.game import OpenGame, open_game
from companion.web.base.security import SAFE_METHODS

LOOKS_ON = (
    "This phone only looks on at this game, so nothing was written. "
    "To write, say who you are under “Other phones” in the game’s menu."
)
ONLY_WRITES = {"sheet.names", "sheet.correct"}
"""Pages that are one form; a phone that only looks on has no use for them."""
SAYS_WHO_IT_IS = "share.sit"
"""The one form that a phone may send that only looks on: it writes nothing but its own cookie."""


class Role(str, Enum):
    """What a phone does at a game."""

    SCORER = "scorer"
    PLAYER = "player"
    WATCHER = "watcher"

    __hash__ = str.__hash__


@dataclass(frozen=True)
class Joined:
    """Who a phone says it is at a game."""

    role: Role | None = None
    """None as long as it has not said; then it may write, for somebody has to begin."""
    seat: int | None = None
    """A player's."""

    @property
    def looks_on(self) -> bool:
        """Whether it writes nothing."""
        return self.role is Role.WATCHER

    @property
    def word(self) -> str:
        """How forms and the cookie spell it; empty as long as nothing was said."""
        return str(self.seat) if self.role is Role.PLAYER else self.role.value if self.role else ""


NOT_SAID = Joined()
SCORER = Joined(Role.SCORER)


def init_app(app: Flask) -> None:
    """Let every write to a game of ``app`` say which player it comes from, and none come from a phone that looks on."""
    app.before_request(know_writer)
    app.jinja_env.globals["looks_on"] = looks_on


def read_joined(word: str, players: int) -> Joined | None:
    """Who this word says that a phone is, at a table of so many; None where it says nobody."""
    if word in (Role.SCORER.value, Role.WATCHER.value):
        return Joined(Role(word))
    return Joined(Role.PLAYER, int(word)) if word in {str(seat) for seat in range(players)} else None


def joined(table: OpenGame) -> Joined:
    """Who this phone says it is at a game."""
    return read_joined(request.cookies.get(_cookie(table.game), ""), table.state.players) or NOT_SAID


def seat_of(table: OpenGame) -> int | None:
    """The seat that this phone has taken at a game; None if it has none, or never said."""
    return joined(table).seat


def looks_on(game: str) -> bool:
    """Whether this phone only looks on at a game."""
    return request.cookies.get(_cookie(game)) == Role.WATCHER.value


def join(response: Response, game: str, who: Joined) -> Response:
    """Let the phone that gets ``response`` be this from now on at a game; the same response."""
    response.set_cookie(
        _cookie(game),
        who.word,
        max_age=LIFETIME_SECONDS,
        path=url_for("table.show", game=game),
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )
    return response


def know_writer() -> None:
    """Refuse a write from a phone that only looks on; of a player's fill ``g.player``, for the log says who wrote.

    :raise 403: with the way to say otherwise.
    """
    game = (request.view_args or {}).get("game")
    reads = request.method in SAFE_METHODS and request.endpoint not in ONLY_WRITES
    if game is None or reads or request.endpoint == SAYS_WHO_IT_IS:
        return
    if looks_on(game):
        abort(403, LOOKS_ON)
    table = open_game(game)
    seat = seat_of(table)
    if seat is not None:
        g.player = table.state.names[seat]


def _cookie(game: str) -> str:
    return f"seat-{game}"
