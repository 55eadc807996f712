"""Other phones at a game: how they join, and which player each sits for."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Flask, abort, request, url_for
from werkzeug.wrappers import Response

from companion.store.membership import Role
from companion.store.moments import now
from companion.web.base.admission import PLACE_BY_LINK, by_invitation, may_manage, only_owner
from companion.web.base.current import current_store
from companion.web.base.forms import Form
from companion.web.base.game import open_game
from companion.web.base.htmx import respond, see_other
from companion.web.base.live import unchanged
from companion.web.base.seat import join, joined, read_joined
from companion.web.share import links, owning, watch
from companion.web.share.choices import who_choices
from companion.web.share.page import phones_parts, show_page

pages = Blueprint("share", __name__)
for _part in (links, owning, watch):
    _part.add_to(pages)


def init_app(app: Flask) -> None:
    """Serve the sharing of games of ``app``."""
    app.register_blueprint(pages)


@pages.get("/game/<game>/share")
def show(game: str) -> Response:
    """How other phones join, who is here, and whom this phone sits for."""
    return show_page(open_game(game), Form())


@pages.get("/game/<game>/here")
def here(game: str) -> Response:
    """The phones that belong to a game and which of them are here; 204 where ``?since=`` already has it."""
    parts = phones_parts(open_game(game))
    if unchanged(parts["mark"]):
        return Response(status=204)
    return respond("share/here.html", "share/_here.html", **parts)


@pages.get("/game/<game>/join")
def ask_who(game: str) -> Response:
    """Ask a phone that joins who it is; one that has said so finds the table."""
    table = open_game(game)
    if joined(table).role:
        return see_other(url_for("table.show", game=game))
    return respond("share/join.html", game=game, form=Form(), choices=who_choices(table.state), who=joined(table))


@pages.post("/game/<game>/share/seat")
def sit(game: str) -> Response:
    """Let this phone sit for a player from now on, keep the score, or only look on.

    :raise 403: where places come by links, and this phone doesn't hand them out.
    """
    table, form = open_game(game), Form(request.form)
    who = read_joined(form.value("seat"), table.state.players)
    if who is None:
        form.refuse("seat", "Please tap your name, or say that you keep the score or only look on.")
        return show_page(table, form)
    if by_invitation() and not may_manage(game):
        abort(403, PLACE_BY_LINK)
    join(game, replace(who, owns=joined(table).owns))
    return see_other(url_for("table.show", game=game))


@pages.post("/game/<game>/share/watch")
def watch_link(game: str) -> Response:
    """Make a link that only watches, and show it: only now, since the store keeps no more than its hash."""
    only_owner(game)
    token = current_store().links.make_link(game, Role.WATCHER, now())
    return show_page(open_game(game), Form(), made=url_for("share.watch", token=token))


@pages.post("/game/<game>/share/watch/close")
def close_watch_links(game: str) -> Response:
    """Close every link that only watches this game."""
    only_owner(game)
    return show_page(open_game(game), Form(), closed=current_store().links.revoke(game, Role.WATCHER, now()))
