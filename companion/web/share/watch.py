"""The score for whoever has a watcher's link and joins nothing: a television, somebody far away."""

from __future__ import annotations

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from companion.game.view.board import board_of
from companion.store.membership import Role
from companion.web.base import live
from companion.web.base.current import current_store
from companion.web.base.game import OpenGame, open_game, rematch_of
from companion.web.base.htmx import respond
from companion.web.base.pushed import pushed
from companion.web.base.renderings import made_once
from companion.web.base.seat import seat_of
from companion.web.rules.card import card_parts
from companion.web.sheet.pages import sheet_parts

LIVE = "/live"
MOST_REMATCHES = 50
"""So many rematches on a link is followed; an evening has fewer."""
NO_REMATCH = "No rematch of this game has begun. Go back to see how it ended."
NO_SUCH_LINK = "This link to watch a game doesn’t exist, or has been closed. Ask somebody at the table for a new one."


def add_to(pages: Blueprint) -> None:
    """Serve these pages with the others."""
    pages.add_url_rule("/watch/<token>", "watch", watch)
    pages.add_url_rule(f"/watch/<token>{LIVE}", "watch_live", watch_live)
    pages.add_url_rule("/watch/<token>/rules", "watch_rules", watch_rules)


def watch(token: str) -> Response:
    """The game as somebody sees it who may not write, without a word that would let them; 204 if unchanged.

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


def watch_live(token: str) -> Response:
    """The signals of the game that a link watches, with what changed for whoever has no seat at it."""
    table = _watched(token)
    page = request.path.removesuffix(LIVE)
    # After the link is revoked a signal brings the page to ask, and to say so.
    return live.open_stream(table.game, pushed(page) if seat_of(table) is None else None)


def watch_rules(token: str) -> Response:
    """The rule card of the game that a link watches."""
    parts = card_parts(_watched(token).state.variant)
    back = url_for("share.watch", token=token, rematch=_rematches_on() or None)
    return respond("rules/card.html", back=back, back_label="The score", **parts)


def _watched(token: str) -> OpenGame:
    link = current_store().links.find_link(token)
    if link is None or link.role is not Role.WATCHER:
        abort(404, NO_SUCH_LINK)
    game: str | None = link.game_id
    for _ in range(_rematches_on()):
        game = rematch_of(game) if game else None
    return open_game(game) if game else abort(404, NO_REMATCH)


def _rematches_on() -> int:
    """How many rematches after the link's own game the page asks for."""
    return max(0, min(request.args.get("rematch", 0, int), MOST_REMATCHES))
