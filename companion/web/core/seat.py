"""A phone's part in a game, as stored: player, scorer or watcher, and the game's ownership.

Which phones were heard of in the last half minute is kept by this process alone: it is true now or it is nothing. A
page that follows a game is heard of as long as its stream is open, and one without a stream each time it asks.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from time import monotonic

from flask import Flask, current_app, g, request
from werkzeug.wrappers import Response

from companion.store.audit import Action
from companion.store.membership import Member, NewOwner, Role
from companion.store.moments import now
from companion.web.core.current import current_store
from companion.web.core.forms import seat_in
from companion.web.core.game import OpenGame, open_game
from companion.web.core.identity import audit_entry, is_club


@dataclass(frozen=True)
class Joined:
    """A phone's part in a game."""

    role: Role | None = None
    """None until it has chosen; in an open house it may write all the same, to let anyone begin."""
    seat: int | None = None
    """A player's."""
    owns: bool = False

    @property
    def looks_on(self) -> bool:
        """Return True if it is view-only."""
        return self.role is Role.WATCHER

    @property
    def word(self) -> str:
        """Return its word in forms; empty until it has chosen."""
        return str(self.seat) if self.role is Role.PLAYER else self.role.value if self.role else ""


NOT_SAID = Joined()
OWNER = Joined(Role.SCORER, owns=True)
"""The phone that begins a game: it keeps the score until it says otherwise."""


def init_app(app: Flask) -> None:
    """Offer templates ``looks_on``, and note every request for a page of a game."""
    app.jinja_env.globals["looks_on"] = looks_on
    app.before_request(notice)
    app.after_request(say_for_whom)


def open_games(app: Flask) -> None:
    """Remember the recent phones of ``app``."""
    app.extensions["presence"] = Presence()


def read_joined(word: str, players: int) -> Joined | None:
    """Return the part that this word names at a table of this many; None if it names none."""
    if word in (Role.SCORER.value, Role.WATCHER.value):
        return Joined(Role(word))
    seat = seat_in(word, players)
    return None if seat is None else Joined(Role.PLAYER, seat)


def member_here(game: str) -> Member | None:
    """This phone's place at a game; the store is asked once a request."""
    known: dict[str, Member | None] = g.setdefault("places", {})
    if game not in known:
        known[game] = current_store().members.find(game, g.device)
    return known[game]


def joined(table: OpenGame) -> Joined:
    """Return this phone's part in a game."""
    member = member_here(table.game)
    if member is None or (member.seat is not None and member.seat >= table.state.players):
        return NOT_SAID
    return Joined(member.role, member.seat, member.owns)


def seat_of(table: OpenGame) -> int | None:
    """The seat that this phone has taken at a game; None if it has none, or never said."""
    return joined(table).seat


def looks_on(game: str) -> bool:
    """Return True if this phone is view-only at a game.

    A phone that was removed from it is, until it has a place there again; in a club, everybody without a place.
    """
    member = member_here(game)
    if member is not None:
        return member.role is Role.WATCHER
    return is_club() or was_removed(game)


def was_removed(game: str) -> bool:
    """Return True if this phone was ever removed from a game; read from the store once a request."""
    known: dict[str, bool] = g.setdefault("removed", {})
    if game not in known:
        known[game] = current_store().members.removed_at(game, g.device) is not None
    return known[game]


def new_owner(who: Joined) -> NewOwner:
    """This phone as the owner of the game it begins, with the part ``who``."""
    return NewOwner(g.device, who.role or Role.SCORER, who.seat, now())


def join(game: str, who: Joined, *, takes_over: bool = False, detail: str = "") -> None:
    """Make this phone ``who`` at a game from now on; its owner does not change.

    :param takes_over: whether it may take a seat that another phone holds.
    :param detail: the place in words, for the audit log.
    :raises NotFound: if there is no such game.
    :raises SeatHeld: if another phone holds the seat, and it may not be taken over.
    """
    if who.role is None:
        return
    entry = audit_entry(game, Action.JOINED, detail or who.word)
    current_store().members.join(game, g.device, who.role, who.seat, now(), takes_over=takes_over, entry=entry)
    g.setdefault("places", {}).pop(game, None)


FOR = "Companion-For"
"""The header that names a game page's recipient: another word once the phone has another part there."""
HERE_SECONDS = 30.0
"""A little longer than the pause between two questions of a page that has no stream."""


class Presence:
    """The time each member of a game was last seen; after a while members, and then their game, are forgotten."""

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
        """Drop the games without activity for long; the games are in order of activity."""
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


def presence() -> Presence:
    """Return the presence of members at the application's tables."""
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


def say_for_whom(response: Response) -> Response:
    """Mark a game's page with the phone and what it is at this game; neither can be read off the mark."""
    game, device = (request.view_args or {}).get("game"), g.get("device")
    if game and device and response.status_code < 400 and response.mimetype == "text/html":
        who = f"{device}|{game}|{joined(open_game(game)).word}"
        response.headers[FOR] = hashlib.sha256(who.encode()).hexdigest()[:16]
    return response
