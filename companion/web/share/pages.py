"""Other phones at a game: how they join, and which player each sits for."""

from __future__ import annotations

from flask import Blueprint, Flask, abort, request, url_for
from werkzeug.wrappers import Response

from companion.store.audit import Action
from companion.store.errors import SeatHeld
from companion.store.membership import Role
from companion.store.moments import now
from companion.web.base.actor import audit_entry
from companion.web.base.admission import PLACE_BY_LINK, by_invitation, may_manage, only_owner
from companion.web.base.current import current_store
from companion.web.base.forms import Form
from companion.web.base.game import open_game
from companion.web.base.htmx import respond, see_other
from companion.web.base.live import unchanged
from companion.web.base.offices import runs_tables
from companion.web.base.seat import join, joined, member_here, read_joined
from companion.web.share import links, owning, watch
from companion.web.share.choices import member_said, place_said, place_taken, who_choices
from companion.web.share.page import phones_parts, show_page

HELD = (
    "{place}’s place is held by {holder}. That phone can leave it here, by choosing another place; "
    "or the game’s owner makes a link for it, under “Other phones”."
)
WATCHING = "those who only watch"

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
    mine = member_here(game)
    takes_over = runs_tables() or (mine is not None and mine.owns)
    place = place_said(table.state, who.role or Role.WATCHER, who.seat)
    try:
        join(game, who, takes_over=takes_over, detail=place_taken(table, who))
    except SeatHeld as held:
        holder = next((each for each in current_store().members.members_of(game) if each.id == held.holder), None)
        named = member_said(table.state, holder) if holder else "another phone"
        form.refuse("seat", HELD.format(place=place, holder=named))
        return show_page(table, form)
    return see_other(url_for("table.show", game=game))


@pages.post("/game/<game>/share/watch")
def watch_link(game: str) -> Response:
    """Make a link that only watches, and show it: only now, since the store keeps no more than its hash."""
    only_owner(game)
    entry = audit_entry(game, Action.LINK_MADE, WATCHING)
    token = current_store().links.make_link(game, Role.WATCHER, now(), entry=entry)
    return show_page(open_game(game), Form(), made=url_for("share.watch", token=token))


@pages.post("/game/<game>/share/watch/close")
def close_watch_links(game: str) -> Response:
    """Close every link that only watches this game."""
    only_owner(game)
    entry = audit_entry(game, Action.LINK_REVOKED, WATCHING)
    return show_page(open_game(game), Form(), closed=current_store().links.revoke(game, Role.WATCHER, now(), entry))
