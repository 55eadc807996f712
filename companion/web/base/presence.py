"""Who is here: the devices at each game that were heard of in the last half minute.

Kept by this process and nowhere else: it is true now or it is nothing. A page that follows a game is heard of as long
as its stream is open, and one without a stream each time it asks.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from time import monotonic

from flask import Flask, current_app, request

from companion.web.base.seat import member_here

HERE_SECONDS = 30.0
"""A little longer than the pause between two questions of a page that has no stream."""


class Presence:
    """When each member of a game was heard of last."""

    def __init__(self) -> None:
        self._heard: dict[str, dict[str, float]] = {}
        self._lock = Lock()

    def hear(self, game: str, member: str) -> None:
        """Note that a member is here; whoever is not any more is forgotten."""
        at = monotonic()
        with self._lock:
            kept = {each: then for each, then in self._heard.get(game, {}).items() if at - then < HERE_SECONDS}
            self._heard[game] = kept | {member: at}

    def here(self, game: str) -> frozenset[str]:
        """The members of a game that are here."""
        at = monotonic()
        with self._lock:
            return frozenset(each for each, then in self._heard.get(game, {}).items() if at - then < HERE_SECONDS)


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


def heard_of(game: str, is_gone: Callable[[], bool]) -> Callable[[], bool]:
    """The same question; as long as the answer is no, the member that asks now is here."""
    mine, everyone = member_here(game), presence()

    def asked() -> bool:
        gone = is_gone()
        if mine is not None and not gone:
            everyone.hear(game, mine.id)
        return gone

    return asked
