"""Other phones at a game: links, watchers, and what the owner may do."""

from __future__ import annotations

from flask import Blueprint, Flask, abort, g, request, url_for
from werkzeug.wrappers import Response

from companion.game.view.board import board_of
from companion.store.audit import Action
from companion.store.errors import SeatHeld
from companion.store.membership import Link, Role
from companion.store.moments import now
from companion.web.core import live
from companion.web.core.access import (
    ANYBODY,
    FOR_DIRECTORS_ONLY,
    JOIN,
    MANAGE,
    PLACE_BY_LINK,
    allow,
    by_invitation,
    enter_as_director,
    may_manage,
    refuse_alone,
    runs_tables,
)
from companion.web.core.current import current_store
from companion.web.core.forms import Form
from companion.web.core.game import OpenGame, open_game, rematch_of
from companion.web.core.identity import audit_entry
from companion.web.core.live import pushed, unchanged
from companion.web.core.rendering import made_once, respond, see_other
from companion.web.core.seat import Joined, join, joined, member_here, read_joined, seat_of
from companion.web.core.security import JOINING, limited
from companion.web.rules import card_parts
from companion.web.share import keepers
from companion.web.share.phones import (
    handed_to_said,
    member_said,
    phones_parts,
    place_said,
    place_taken,
    show_page,
    stays_said,
    who_choices,
)
from companion.web.sheet.pages import sheet_parts

pages = Blueprint("share", __name__)

NO_SUCH_LINK = "This link doesn’t exist, or has been taken back. Ask the game’s owner for a new one."


REMOVED = (
    "This phone was removed from this game, so this link gives it no place there. "
    "The game’s owner can make a new link for it, under “Other phones” in the game’s menu."
)


@pages.post("/game/<game>/share/link")
@allow(ANYBODY, MANAGE)
def hand_out(game: str) -> Response:
    """Make a link for a place, and show it: only now, since the store keeps just its hash."""
    table, form = open_game(game), Form(request.form)
    place = read_joined(form.value("place"), table.state.players)
    if place is None or place.role is None:
        form.refuse("place", "Please say for whom the link is.")
        return show_page(table, form)
    handed = place_said(table.state, place.role, place.seat)
    entry = audit_entry(game, Action.LINK_MADE, handed)
    token = current_store().links.make_link(game, place.role, now(), place.seat, entry)
    return show_page(table, Form(), handed=(handed, url_for("share.look_at_link", token=token)))


@pages.post("/game/<game>/share/back")
@allow(ANYBODY, MANAGE)
def take_back(game: str) -> Response:
    """Revoke a link: nobody can join by it any more; anyone who did stays until removed."""
    table, links = open_game(game), current_store().links
    gone = next((each for each in links.links_of(game) if each.id == request.form.get("link")), None)
    if gone is not None:
        entry = audit_entry(game, Action.LINK_REVOKED, place_said(table.state, gone.role, gone.seat))
        links.take_back(game, gone.id, now(), entry)
    return see_other(url_for("share.share_page", game=game))


@pages.get("/link/<token>")
@allow(ANYBODY)
@limited(JOINING)
def look_at_link(token: str) -> Response:
    """A link's purpose, and the button that uses it: programs that preview links take nobody's seat."""
    link, table = _opened(token)
    place = place_said(table.state, link.role, link.seat)
    return respond("share/link.html", token=token, link=link, place=place, who=joined(table), names=table.state.names)


@pages.post("/link/<token>")
@allow(ANYBODY, JOIN)
@limited(JOINING)
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


NOT_OVER = "This game goes on, so it isn’t locked. It can be locked as soon as somebody has won it."


@pages.post("/game/<game>/share/keep-score")
@allow(ANYBODY, JOIN)
def keep_score(game: str) -> Response:
    """Let a club director write to a game without a seat there; the club's log records it.

    :raise 403: for everybody else.
    """
    table = open_game(game)
    if not runs_tables():
        abort(403, FOR_DIRECTORS_ONLY)
    mine = joined(table)
    if mine.role is not Role.SCORER:
        enter_as_director(game, "", f"keeps the score of {' & '.join(table.state.names)}", owns=mine.owns)
    return see_other(url_for("table.show", game=game))


@pages.post("/game/<game>/share/let_out")
@allow(ANYBODY, MANAGE)
def let_out(game: str) -> Response:
    """Remove a phone from this game."""
    table, members = open_game(game), current_store().members
    gone = next((each for each in members.members_of(game) if each.id == request.form.get("member")), None)
    if gone is not None:
        entry = audit_entry(game, Action.REMOVED, member_said(table.state, gone))
        members.let_out(game, gone.id, now(), entry)
    return _back(game)


@pages.post("/game/<game>/share/hand_over")
@allow(ANYBODY, MANAGE)
def hand_over(game: str) -> Response:
    """Ask once before the game is handed to another phone at it, and then do so."""
    table, members = open_game(game), current_store().members
    to = next((each for each in members.members_of(game) if each.id == request.form.get("member")), None)
    if to is None:  # let out meanwhile
        return _back(game)
    if request.form.get("sure"):
        members.own(game, to.id, audit_entry(game, Action.HANDED_OVER, member_said(table.state, to)))
        return _back(game)
    mine = joined(table)
    named = handed_to_said(table.state, to.role, to.seat)
    stays = stays_said(table.state, mine.role, mine.seat)
    return respond("share/hand_over.html", game=game, member=to.id, to=named, stays=stays)


@pages.post("/game/<game>/share/lock")
@allow(ANYBODY, MANAGE)
def lock(game: str) -> Response:
    """Lock a finished game against every phone, or unlock it.

    :raise 422: if it goes on.
    """
    if request.form.get("lock") != "1":
        current_store().members.unlock(game, audit_entry(game, Action.UNLOCKED))
    elif open_game(game).state.won is None:
        abort(422, NOT_OVER)
    else:
        current_store().members.lock(game, now(), audit_entry(game, Action.LOCKED))
    return _back(game)


def _back(game: str) -> Response:
    return see_other(url_for("share.share_page", game=game))


LIVE = "/live"
MOST_REMATCHES = 50
"""The number of rematches up to which a link is followed; an evening has fewer."""
NO_REMATCH = "No rematch of this game has begun. Go back to see how it ended."
NO_SUCH_WATCH_LINK = (
    "This link to watch a game doesn’t exist, or has been closed. Ask somebody at the table for a new one."
)


@pages.get("/watch/<token>")
@allow(ANYBODY)
def watch(token: str) -> Response:
    """The view-only page of a game, without any word that would let its readers write; 204 if unchanged.

    ``?rematch=1`` shows the rematch of the link's own game, ``?rematch=2`` the rematch of that.
    """
    table = _watched(token)
    goes_on = table.state.won is not None and rematch_of(table.game) is not None
    # A rematch changes the page of a game that is over, and not its mark.
    mark = f"{table.mark}.1" if goes_on else str(table.mark)
    if live.unchanged(mark):
        return Response(status=204)

    def make() -> Response:
        parts = {**sheet_parts(table), "game": "", "mark": mark, "board": board_of(table.state)}
        parts |= {"token": token, "rematch": _rematches_on() or None, "goes_on": goes_on}
        return respond("share/watch.html", "share/_watched.html", **parts)

    return made_once((token, _rematches_on(), table.game, mark, seat_of(table)), make)


@pages.get(f"/watch/<token>{LIVE}")
@allow(ANYBODY)
def watch_live(token: str) -> Response:
    """The signals of a link's game, with changes for a phone without a seat at it."""
    table = _watched(token)
    page = request.path.removesuffix(LIVE)
    # After the link is revoked a signal brings the page to ask, and to say so.
    return live.open_stream(table.game, pushed(page) if seat_of(table) is None else None)


@pages.get("/watch/<token>/rules")
@allow(ANYBODY)
def watch_rules(token: str) -> Response:
    """The rule card of the game that a link watches."""
    parts = card_parts(_watched(token).state.variant)
    back = url_for("share.watch", token=token, rematch=_rematches_on() or None)
    return respond("rules/card.html", back=back, back_label="The score", **parts)


def _watched(token: str) -> OpenGame:
    link = current_store().links.find_link(token)
    if link is None or link.role is not Role.WATCHER:
        abort(404, NO_SUCH_WATCH_LINK)
    game: str | None = link.game_id
    for _ in range(_rematches_on()):
        game = rematch_of(game) if game else None
    return open_game(game) if game else abort(404, NO_REMATCH)


def _rematches_on() -> int:
    """The number of rematches after the link's own game that the page asks for."""
    return max(0, min(request.args.get("rematch", 0, int), MOST_REMATCHES))


HELD = (
    "{place}’s place is held by {holder}. That phone can leave it here, by choosing another place; "
    "or the game’s owner makes a link for it, under “Other phones”."
)
WATCHING = "those who only watch"

ON_A_PHONE = {"share.share_page", "share.ask_who", "share.sit", "share.lock"}


@pages.before_request
def refuse_others() -> None:
    """Refuse functions a phone by itself can't offer: to admit other phones, and to list those here.

    :raise 404: then.
    """
    if request.endpoint not in ON_A_PHONE:
        refuse_alone()


def init_app(app: Flask) -> None:
    """Serve the sharing of games of ``app``, and who looks after the house and its nights."""
    app.register_blueprint(pages)
    app.register_blueprint(keepers.pages)


@pages.get("/game/<game>/share")
@allow(ANYBODY)
def share_page(game: str) -> Response:
    """The ways for other phones to join, the phones here, and this phone's player."""
    return show_page(open_game(game), Form())


@pages.get("/game/<game>/here")
@allow(ANYBODY)
def here(game: str) -> Response:
    """The phones of a game and their presence; 204 if ``?since=`` already has it."""
    parts = phones_parts(open_game(game))
    if unchanged(parts["mark"]):
        return Response(status=204)
    return respond("share/here.html", "share/_here.html", **parts)


@pages.get("/game/<game>/join")
@allow(ANYBODY)
def ask_who(game: str) -> Response:
    """Ask a joining phone for its player; one that has chosen goes to the table."""
    table = open_game(game)
    if joined(table).role:
        return see_other(url_for("table.show", game=game))
    return respond("share/join.html", game=game, form=Form(), choices=who_choices(table.state), who=joined(table))


@pages.post("/game/<game>/share/seat")
@allow(ANYBODY, JOIN)
def sit(game: str) -> Response:
    """Choose this phone's part: a player, the scorer, or a watcher.

    :raise 403: where places come by links, and this phone doesn't hand them out.
    """
    table, form = open_game(game), Form(request.form)
    who = read_joined(form.value("seat"), table.state.players)
    if who is None:
        form.refuse("seat", "Please tap your name, or say that you keep the score or are just watching.")
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
@allow(ANYBODY, MANAGE)
def watch_link(game: str) -> Response:
    """Make a link that only watches, and show it: only now, since the store keeps just its hash."""
    entry = audit_entry(game, Action.LINK_MADE, WATCHING)
    token = current_store().links.make_link(game, Role.WATCHER, now(), entry=entry)
    return show_page(open_game(game), Form(), made=url_for("share.watch", token=token))


@pages.post("/game/<game>/share/watch/close")
@allow(ANYBODY, MANAGE)
def close_watch_links(game: str) -> Response:
    """Close every link that only watches this game."""
    entry = audit_entry(game, Action.LINK_REVOKED, WATCHING)
    return show_page(open_game(game), Form(), closed=current_store().links.revoke(game, Role.WATCHER, now(), entry))
