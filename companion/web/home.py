"""The first page: the game to go on with, a new one, what was played lately, and how other phones join."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import islice

from flask import Blueprint, Flask, abort, g, request, url_for
from werkzeug.wrappers import Response

from companion.cards import parse_cards
from companion.notices import carried
from companion.store.entries import GameRow, Shelf
from companion.web.core.access import ANYBODY, allow, find_seen, seen_here
from companion.web.core.assets import https_address, shared_address
from companion.web.core.current import current_store, evening, journal, this_evening
from companion.web.core.identity import account_here
from companion.web.core.rendering import respond
from companion.web.shelf import ListedGame, by_evening, kept_until, listed, shelf_named

GAMES_SHOWN = 8
"""Games on the first page: those that were written to last. The others are one tap away."""
TABLES_ASKED = 100
"""Games written to last, among which those of other tables are looked for."""
WELCOME = parse_cards("AH KC QS JD 10C")


pages = Blueprint("home", __name__)


def init_app(app: Flask) -> None:
    """Serve the first page of ``app``."""
    app.register_blueprint(pages)


@pages.get("/")
@allow(ANYBODY)
def home_page() -> Response:
    """The first page; ``?laid=`` names the game just archived, deleted or restored."""
    own = current_store().members.games_of(g.device)
    lately = journal().list_games(Shelf.OPEN, own if account_here() else seen_here(), most=GAMES_SHOWN)
    running = _running(journal().list_games(Shelf.OPEN, own, most=1)) or _running(lately)
    laid = _laid()
    return respond(
        "home/home.html",
        running=running,
        again=None if running else _played_last(lately),
        any_played=bool(lately) or bool(journal().list_games(Shelf.OPEN, seen_here(), most=1)),
        tables_now=_tables_now(own) if account_here() else [],
        evenings=by_evening(row for row in lately if running is None or row.id != running.row.id),
        tonight=this_evening(),
        laid=laid,
        laid_title=listed(laid).title if laid else "",
        was=shelf_named(request.args.get("was", "")) or Shelf.OPEN,
        Shelf=Shelf,
        kept_until=kept_until,
        path=url_for("home.home_page"),
        address=shared_address(url_for("home.home_page")),
        welcome=WELCOME,
    )


@pages.get("/first-game")
@allow(ANYBODY)
def first_game() -> Response:
    """A first game, step by step."""
    return respond("home/first_game.html")


@pages.get("/https")
@allow(ANYBODY)
def https() -> Response:
    """The benefits of https, and the way to it."""
    return respond("home/https.html", address=https_address())


@pages.get("/licenses")
@allow(ANYBODY)
def licenses() -> Response:
    """The parts of this installation, and their licenses."""
    return respond("home/licenses.html", notices=carried())


@pages.get("/licenses/<name>")
@allow(ANYBODY)
def license_of(name: str) -> Response:
    """The license of one part, in its own words."""
    notice = next((each for each in carried() if each.name == name), None)
    if notice is None:
        abort(404)
    return respond("home/license.html", notice=notice)


def _tables_now(own: frozenset[str]) -> list[tuple[date | None, list[ListedGame]]]:
    """The open games of others in the club, played this evening."""
    rows = journal().list_games(Shelf.OPEN, most=TABLES_ASKED)
    others = (row for row in rows if row.id not in own and evening(row.updated_at) == this_evening())
    found = (each for each in map(listed, others) if each.goes_on)
    return by_evening(each.row for each in islice(found, GAMES_SHOWN))


def _running(lately: Sequence[GameRow]) -> ListedGame | None:
    """The game to continue: the last of all, or one of this evening; never one left unfinished earlier."""
    found = next((each for each in map(listed, lately) if each.goes_on), None)
    if found is None or (found.row.id != lately[0].id and evening(found.row.updated_at) != this_evening()):
        return None
    return found


def _played_last(lately: Sequence[GameRow]) -> ListedGame | None:
    """The game that was played last and is over: its people may want another, by the same rules."""
    last = listed(lately[0]) if lately else None
    return last if last and last.winner else None


def _laid() -> GameRow | None:
    """The game just moved to another shelf, to offer an undo."""
    row = find_seen(request.args.get("laid", ""))
    return row if row and row.shelf is not Shelf.SAMPLE else None
