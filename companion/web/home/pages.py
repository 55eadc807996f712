"""The first page: a new game, the games so far, and how other phones join."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, Flask
from werkzeug.wrappers import Response

from companion.cards import parse_cards
from companion.game.record.state import GameState
from companion.store.errors import StoreError, Unavailable
from companion.store.journal import GameRow
from companion.web.base.assets import shared_address
from companion.web.base.current import current_store, journal
from companion.web.base.game import open_game
from companion.web.base.htmx import respond

GAMES_SHOWN = 8
"""Games listed with their scores; older ones by their players and day alone, which needs no reading of them."""
WELCOME = parse_cards("AH KC QS JD 10C")


@dataclass(frozen=True)
class BegunGame:
    """A game as the first page lists it."""

    row: GameRow
    scores: tuple[tuple[str, int], ...]
    """Each side's names and score; none where the game can't be read."""
    now: str
    """Which deal is on the table; empty once the game is over."""
    winner: str | None
    plays: str = ""
    """What the table calls its game."""


pages = Blueprint("home", __name__)


def init_app(app: Flask) -> None:
    """Serve the first page of ``app``."""
    app.register_blueprint(pages)
    app.jinja_env.filters["day"] = day


@pages.get("/")
def show() -> Response:
    """The first page."""
    rows = journal().list_games()
    return respond(
        "home/home.html",
        games=[_begun(row) for row in rows[:GAMES_SHOWN]],
        older=rows[GAMES_SHOWN:],
        address=shared_address("/"),
        welcome=WELCOME,
    )


@pages.get("/healthz")
def health() -> Response:
    """Says that the process answers and that a score would be written down, for whatever watches over it; else 503."""
    try:
        current_store().beat()
    except StoreError as fault:
        reason = fault.reason if isinstance(fault, Unavailable) else "the games can’t be written"
        return Response(f"{reason}\n", 503, mimetype="text/plain")
    return Response("ok\n", mimetype="text/plain")


def _begun(row: GameRow) -> BegunGame:
    try:
        state = open_game(row.id).state
    except StoreError:
        # One game that can't be read must not hide the others; its own page says what is wrong.
        return BegunGame(row, (), "Can’t be shown", None)
    if state.won:
        return BegunGame(row, _standings(state), "", " & ".join(state.winners), state.variant.name)
    now = f"Deal {state.deal.number}, {state.names[state.deal.dealer]} dealt" if state.deal else ""
    return BegunGame(row, _standings(state), now, None, state.variant.name)


def _standings(state: GameState) -> tuple[tuple[str, int], ...]:
    return tuple((state.side_name(side), score) for side, score in state.scores().items())


def day(at: str) -> str:
    """A stored time as people say a day: ``20 November 2026``; of a damaged one, that it is none."""
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return "some day"
    return f"{moment.day} {moment:%B %Y}"
