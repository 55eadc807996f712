"""Other phones at a game: how they join, which player each sits for, and links that only watch."""

from __future__ import annotations

from flask import Blueprint, Flask, abort, request, url_for
from werkzeug.wrappers import Response

from companion.game.record.state import GameState
from companion.game.view.board import board_of
from companion.store.tables.links import Role as LinkRole
from companion.web.base import live
from companion.web.base.assets import shared_address
from companion.web.base.current import current_store
from companion.web.base.forms import Form
from companion.web.base.game import OpenGame, now, open_game, rematch_of
from companion.web.base.htmx import respond, see_other
from companion.web.base.renderings import made_once
from companion.web.base.seat import Role, join, joined, read_joined, seat_of
from companion.web.rules.card import card_parts
from companion.web.sheet.pages import sheet_parts

MOST_REMATCHES = 50
"""So many rematches on a link is followed; an evening has fewer."""
NO_REMATCH = "No rematch of this game has begun. Go back to see how it ended."
NO_SUCH_LINK = "This link to watch a game doesn’t exist, or has been closed. Ask somebody at the table for a new one."

pages = Blueprint("share", __name__)


def init_app(app: Flask) -> None:
    """Serve the sharing of games of ``app``."""
    app.register_blueprint(pages)


@pages.get("/game/<game>/share")
def show(game: str) -> Response:
    """How other phones join, and whom this phone sits for."""
    return _page(open_game(game), Form())


@pages.get("/game/<game>/join")
def ask_who(game: str) -> Response:
    """Ask a phone that joins who it is; one that has said so finds the table."""
    table = open_game(game)
    if joined(table).role:
        return see_other(url_for("table.show", game=game))
    return respond("share/join.html", game=game, form=Form(), choices=who_choices(table.state), who=joined(table))


@pages.post("/game/<game>/share/seat")
def sit(game: str) -> Response:
    """Let this phone sit for a player from now on, keep the score, or only look on."""
    table, form = open_game(game), Form(request.form)
    who = read_joined(form.value("seat"), table.state.players)
    if who is None:
        form.refuse("seat", "Please tap your name, or say that you keep the score or only look on.")
        return _page(table, form)
    return join(see_other(url_for("table.show", game=game)), game, who)


@pages.post("/game/<game>/share/watch")
def watch_link(game: str) -> Response:
    """Make a link that only watches, and show it: only now, since the store keeps no more than its hash."""
    table = open_game(game)
    token = current_store().links.make_link(game, LinkRole.VIEWER, now())
    return _page(table, Form(), made=url_for("share.watch", token=token))


@pages.post("/game/<game>/share/watch/close")
def close_watch_links(game: str) -> Response:
    """Close every link that only watches this game."""
    table = open_game(game)
    return _page(table, Form(), closed=current_store().links.revoke(game, LinkRole.VIEWER, now()))


@pages.get("/watch/<token>")
def watch(token: str) -> Response:
    """The game as somebody sees it who may not write, without a word that would let them; 204 if unchanged.

    ``?rematch=1`` shows the rematch of the link's own game, ``?rematch=2`` the rematch of that.
    """
    table = _watched(token)
    goes_on = table.state.won is not None and rematch_of(table.game) is not None
    # A rematch changes the page of a game that is over, and not its version.
    version = f"{table.version}.1" if goes_on else str(table.version)
    if live.unchanged(version):
        return Response(status=204)

    def make() -> Response:
        parts = {**sheet_parts(table), "game": "", "version": version, "board": board_of(table.state)}
        parts |= {"token": token, "rematch": _rematches_on() or None, "goes_on": goes_on}
        return respond("share/watch.html", "share/_watched.html", **parts)

    return made_once((token, _rematches_on(), table.game, version, seat_of(table)), make)


@pages.get("/watch/<token>/live")
def watch_live(token: str) -> Response:
    """The signals of the game that a link watches."""
    return live.stream(_watched(token).game)


@pages.get("/watch/<token>/rules")
def watch_rules(token: str) -> Response:
    """The rule card of the game that a link watches."""
    parts = card_parts(_watched(token).state.variant)
    back = url_for("share.watch", token=token, rematch=_rematches_on() or None)
    return respond("rules/card.html", back=back, back_label="The score", **parts)


def _watched(token: str) -> OpenGame:
    link = current_store().links.find_link(token)
    if link is None:
        abort(404, NO_SUCH_LINK)
    game: str | None = link.game_id
    for _ in range(_rematches_on()):
        game = rematch_of(game) if game else None
    return open_game(game) if game else abort(404, NO_REMATCH)


def _rematches_on() -> int:
    """How many rematches after the link's own game the page asks for."""
    return max(0, min(request.args.get("rematch", 0, int), MOST_REMATCHES))


def who_choices(state: GameState) -> list[tuple[str, str, str]]:
    """Who a phone may say it is: what its form sends, what it is called, and what that means."""
    seats = [(str(seat), name, _plays(state, seat)) for seat, name in enumerate(state.names)]
    return [
        *seats,
        (Role.SCORER.value, "I keep the score", "for everybody"),
        (Role.WATCHER.value, "I only look on", "without buttons that write"),
    ]


def _plays(state: GameState, seat: int) -> str:
    partners = [state.names[other] for other in state.seats_of(state.side_of(seat)) if other != seat]
    return f"plays with {' and '.join(partners)}" if partners else "plays alone"


def _page(table: OpenGame, form: Form, made: str | None = None, closed: int | None = None) -> Response:
    path = url_for("share.ask_who", game=table.game)
    return respond(
        "share/share.html",
        "share/_watchers.html",
        status=form.status,
        game=table.game,
        form=form,
        choices=who_choices(table.state),
        who=joined(table),
        path=path,
        address=shared_address(path),
        back=url_for("table.show", game=table.game),
        made=made,
        made_address=shared_address(made) if made else None,
        closed=closed,
    )
