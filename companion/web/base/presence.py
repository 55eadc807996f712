"""Who is here: the devices at each game that were heard of in the last half minute.

Kept by this process and nowhere else: it is true now or it is nothing. A page that follows a game is heard of as long
as its stream is open, and one without a stream each time it asks.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from time import monotonic

from flask import Flask, current_app, request

from companion.web.base.seat import member_here

HERE_SECONDS = 30.0
"""A little longer than the pause between two questions of a page that has no stream."""


class Presence:
    """When each member of a game was heard of last; whoever was not for a while is forgotten, and so is their game."""

    def __init__(self) -> None:
        # Whatever was heard of last stands last, here and within each game.
        self._heard: OrderedDict[str, OrderedDict[str, float]] = OrderedDict()
        self._lock = Lock()

    def hear(self, game: str, member: str) -> None:
        """Note that a member is here."""
        with self._lock:
            members = self._heard.setdefault(game, OrderedDict())
            members[member] = monotonic()
            members.move_to_end(member)
            self._heard.move_to_end(game)
            _forget_past(members)
            self._forget_games()

    def here(self, game: str) -> frozenset[str]:
        """The members of a game that are here."""
        with self._lock:
            return frozenset(each for each, then in self._heard.get(game, {}).items() if not _is_past(then))

    def _forget_games(self) -> None:
        """Drop the games in which nobody was heard of for long; behind one that has somebody all others have."""
        while self._heard:
            game, members = next(iter(self._heard.items()))
            _forget_past(members)
            if members:
                return
            del self._heard[game]


def _forget_past(members: OrderedDict[str, float]) -> None:
    while members and _is_past(next(iter(members.values()))):
        members.popitem(last=False)


def _is_past(then: float) -> bool:
    return monotonic() - then >= HERE_SECONDS


def init_app(app: Flask) -> None:
    """Notice who asks for the pages of a game of ``app``."""
    app.extensions["presence"] = Presence()
    app.before_request(notice)


def presence() -> Presence:
    """Who is at the tables of the current application."""
    found: Presence = current_app.extensions["presence"]
    return found


def notice() -> None:
    """Hear of the member that asks."""
    game = (request.view_args or {}).get("game", "")
    mine = member_here(game) if game else None
    if mine is not None:
        presence().hear(game, mine.id)


def hearing(game: str) -> Callable[[], None]:
    """Hears again, outside this request, of the member that asks now."""
    mine, everyone = member_here(game), presence()
    return lambda: everyone.hear(game, mine.id) if mine is not None else None
