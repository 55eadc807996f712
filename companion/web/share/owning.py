"""What the owner of a game does with it: let a phone out, hand the game over, lock it once it is over."""

from __future__ import annotations

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from companion.store.audit import Action
from companion.store.membership import Role
from companion.store.moments import now
from companion.web.base.actor import audit_entry
from companion.web.base.admission import FOR_DIRECTORS_ONLY, only_owner
from companion.web.base.current import current_store
from companion.web.base.game import open_game
from companion.web.base.htmx import respond, see_other
from companion.web.base.offices import runs_tables
from companion.web.base.seat import Joined, join, joined
from companion.web.base.signed_in import record_for_club
from companion.web.share.choices import handed_to_said, member_said, stays_said

NOT_OVER = "This game goes on, so it isn’t locked. It can be locked as soon as somebody has won it."


def add_to(pages: Blueprint) -> None:
    """Serve these forms with the pages."""
    for view in (let_out, hand_over, lock):
        pages.add_url_rule(f"/game/<game>/share/{view.__name__}", view.__name__, view, methods=["POST"])
    pages.add_url_rule("/game/<game>/share/keep-score", "keep_score", keep_score, methods=["POST"])


def keep_score(game: str) -> Response:
    """Let a director of the club write to a game at which they have no seat; the club's log says so.

    :raise 403: for everybody else.
    """
    table = open_game(game)
    if not runs_tables():
        abort(403, FOR_DIRECTORS_ONLY)
    join(game, Joined(Role.SCORER, owns=joined(table).owns))
    record_for_club(Action.JOINED, f"keeps the score of {' & '.join(table.state.names)}")
    return see_other(url_for("table.show", game=game))


def let_out(game: str) -> Response:
    """Remove a phone from this game."""
    only_owner(game)
    table, members = open_game(game), current_store().members
    gone = next((each for each in members.members_of(game) if each.id == request.form.get("member")), None)
    if gone is not None:
        entry = audit_entry(game, Action.REMOVED, member_said(table.state, gone))
        members.let_out(game, gone.id, now(), entry)
    return _back(game)


def hand_over(game: str) -> Response:
    """Ask once whether the game shall belong to another phone that is at it, and then let it."""
    only_owner(game)
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


def lock(game: str) -> Response:
    """Let nobody write to a finished game any more, or let them again.

    :raise 422: if it goes on.
    """
    only_owner(game)
    if request.form.get("lock") != "1":
        current_store().members.unlock(game, audit_entry(game, Action.UNLOCKED))
    elif open_game(game).state.won is None:
        abort(422, NOT_OVER)
    else:
        current_store().members.lock(game, now(), audit_entry(game, Action.LOCKED))
    return _back(game)


def _back(game: str) -> Response:
    return see_other(url_for("share.show", game=game))
