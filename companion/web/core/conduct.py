"""No help with the cards during a deal: a phone with a place in an open game gets no advice."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from functools import wraps
from typing import Any

from flask import g, url_for
from werkzeug.wrappers import Response

from companion.rules.clauses import clauses_of
from companion.store.entries import GameRow, Shelf
from companion.store.errors import StoreError, Unavailable
from companion.store.games import stand_of
from companion.store.moments import at
from companion.web.core.current import current_store, journal
from companion.web.core.rendering import respond

CLAUSE = "conduct.bid-words"
"""In the bidding nothing is said but numbers, and no hints are taken; a machine's are hints too."""
AFTERWARDS = timedelta(hours=1)
"""The time for which a phone still counts as playing after it left a game, or after the game was put away."""


def game_going_on() -> GameRow | None:
    """A game with a deal on the table at which this phone plays or keeps score, or did within the hour; else None.

    The phone of an account counts as itself, too, so that signing out or in as somebody else changes nothing.
    """
    since, members = at(datetime.now(timezone.utc) - AFTERWARDS), current_store().members
    own = members.games_written_since(g.device, since) | members.games_written_since(g.phone, since)
    for row in journal().list_games(among=own):
        played_lately = row.shelf is Shelf.OPEN or max(row.shelved_at, row.updated_at) >= since
        if played_lately and row.shelf is not Shelf.SAMPLE and _has_deal(row):
            return row
    return None


def _has_deal(row: GameRow) -> bool:
    try:
        return stand_of(journal().read(row.id))[1].deal is not None
    except Unavailable:
        raise
    except StoreError:  # its own page says what is wrong with it
        return False


def away_from_the_table(view: Callable[..., Response]) -> Callable[..., Response]:
    """Refuse the decorated view, by the clause on conduct, to a phone with a place in an open game."""

    @wraps(view)
    def judged(*args: Any, **kwargs: Any) -> Response:
        row = game_going_on()
        if row is None:
            return view(*args, **kwargs)
        back = url_for("home.home_page") if row.shelf is Shelf.BIN else url_for("table.show", game=row.id)
        return respond("practice/refused.html", status=403, back=back, clauses=clauses_of(CLAUSE))

    return judged
