"""Links that give a phone its place: handed out by the owner, opened by a look and used by a tap, taken back."""

from __future__ import annotations

from flask import Blueprint, abort, g, request, url_for
from werkzeug.wrappers import Response

from companion.store.audit import Action
from companion.store.membership import Link
from companion.store.moments import now
from companion.web.base.actor import audit_entry
from companion.web.base.admission import only_owner
from companion.web.base.current import current_store
from companion.web.base.forms import Form
from companion.web.base.game import OpenGame, open_game
from companion.web.base.htmx import respond, see_other
from companion.web.base.seat import Joined, join, joined, read_joined
from companion.web.share.choices import place_said, place_taken
from companion.web.share.page import show_page

NO_SUCH_LINK = "This link doesn’t exist, or has been taken back. Ask whoever the game belongs to for a new one."


REMOVED = (
    "This phone was removed from this game, so this link gives it no place there. "
    "The game’s owner can make a new link for it, under “Other phones” in the game’s menu."
)


def add_to(pages: Blueprint) -> None:
    """Serve these pages with the others."""
    pages.add_url_rule("/game/<game>/share/link", "hand_out", hand_out, methods=["POST"])
    pages.add_url_rule("/game/<game>/share/back", "take_back", take_back, methods=["POST"])
    pages.add_url_rule("/link/<token>", "look_at_link", look_at_link)
    pages.add_url_rule("/link/<token>", "use_link", use_link, methods=["POST"])


def hand_out(game: str) -> Response:
    """Make a link for a place, and show it: only now, since the store keeps no more than its hash."""
    only_owner(game)
    table, form = open_game(game), Form(request.form)
    place = read_joined(form.value("place"), table.state.players)
    if place is None or place.role is None:
        form.refuse("place", "Please say for whom the link is.")
        return show_page(table, form)
    handed = place_said(table.state, place.role, place.seat)
    entry = audit_entry(game, Action.LINK_MADE, handed)
    token = current_store().links.make_link(game, place.role, now(), place.seat, entry)
    return show_page(table, Form(), handed=(handed, url_for("share.look_at_link", token=token)))


def take_back(game: str) -> Response:
    """Close a link, so that nobody comes by it any more; who came by it stays until let out."""
    only_owner(game)
    table, links = open_game(game), current_store().links
    gone = next((each for each in links.links_of(game) if each.id == request.form.get("link")), None)
    if gone is not None:
        entry = audit_entry(game, Action.LINK_REVOKED, place_said(table.state, gone.role, gone.seat))
        links.take_back(game, gone.id, now(), entry)
    return see_other(url_for("share.show", game=game))


def look_at_link(token: str) -> Response:
    """What a link is for, and the button that uses it: programs that look at links beforehand take nobody's seat."""
    link, table = _opened(token)
    place = place_said(table.state, link.role, link.seat)
    return respond("share/link.html", token=token, link=link, place=place, who=joined(table), names=table.state.names)


def use_link(token: str) -> Response:
    """Give this phone the place that the link is for, and show it the table."""
    link, table = _opened(token)
    removed_at = current_store().members.removed_at(table.game, g.device)
    if removed_at is not None and link.at <= removed_at:
        abort(403, REMOVED)
    who = Joined(link.role, link.seat)
    join(table.game, who, takes_over=True, detail=f"{place_taken(table, who)}, by a link")
    return see_other(url_for("table.show", game=table.game))


def _opened(token: str) -> tuple[Link, OpenGame]:
    link = current_store().links.find_link(token)
    if link is None:
        abort(404, NO_SUCH_LINK)
    return link, open_game(link.game_id)
