"""Help with the cards waits until the deal is over: no advice for a phone that has a place in a game that goes on."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import g, url_for
from werkzeug.wrappers import Response

from companion.rules.clauses import clauses_of
from companion.store.entries import Shelf
from companion.store.membership import Role
from companion.web.core.current import current_store, journal
from companion.web.core.game import OpenGame, open_game
from companion.web.core.rendering import respond
from companion.web.core.seat import member_here

CLAUSE = "conduct.bid-words"
"""In the bidding nothing is said but numbers, and no hints are taken; a machine's are hints too."""


def game_going_on() -> OpenGame | None:
    """A game with a deal on the table at which this phone plays or keeps score; None if there is none."""
    own = current_store().members.games_of(g.device)
    for row in journal().list_games(Shelf.OPEN, own):
        member = member_here(row.id)
        if row.fault or member is None or member.role is Role.WATCHER:
            continue
        table = open_game(row.id)
        if table.state.deal is not None:
            return table
    return None


def away_from_the_table(view: Callable[..., Response]) -> Callable[..., Response]:
    """Refuse the decorated view, by the clause on conduct, to a phone with a place in a game that goes on."""

    @wraps(view)
    def judged(*args: Any, **kwargs: Any) -> Response:
        table = game_going_on()
        if table is None:
            return view(*args, **kwargs)
        back = url_for("table.show", game=table.game)
        return respond("practice/refused.html", status=403, back=back, clauses=clauses_of(CLAUSE))

    return judged
