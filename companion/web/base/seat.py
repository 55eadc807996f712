"""Who a phone is at a game, as the store has it: a player, the scorer, a watcher, and whether the game is its own."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask, g

from companion.store.audit import Action
from companion.store.membership import Member, NewOwner, Role
from companion.store.moments import now
from companion.web.base.actor import audit_entry
from companion.web.base.current import current_store
from companion.web.base.game import OpenGame
from companion.web.base.homes import is_club


@dataclass(frozen=True)
class Joined:
    """Who a phone says it is at a game."""

    role: Role | None = None
    """None as long as it has not said; in an open house it may write all the same, for somebody has to begin."""
    seat: int | None = None
    """A player's."""
    owns: bool = False

    @property
    def looks_on(self) -> bool:
        """Whether it writes nothing."""
        return self.role is Role.WATCHER

    @property
    def word(self) -> str:
        """How forms spell it; empty as long as nothing was said."""
        return str(self.seat) if self.role is Role.PLAYER else self.role.value if self.role else ""


NOT_SAID = Joined()
OWNER = Joined(Role.SCORER, owns=True)
"""Whoever begins a game: it keeps the score until it says otherwise."""


def init_app(app: Flask) -> None:
    """Let templates ask whether a phone only looks on."""
    app.jinja_env.globals["looks_on"] = looks_on


def read_joined(word: str, players: int) -> Joined | None:
    """Who this word says that a phone is, at a table of so many; None where it says nobody."""
    if word in (Role.SCORER.value, Role.WATCHER.value):
        return Joined(Role(word))
    return Joined(Role.PLAYER, int(word)) if word in {str(seat) for seat in range(players)} else None


def member_here(game: str) -> Member | None:
    """This phone's place at a game; the store is asked once a request."""
    known: dict[str, Member | None] = g.setdefault("places", {})
    if game not in known:
        known[game] = current_store().members.find(game, g.device)
    return known[game]


def joined(table: OpenGame) -> Joined:
    """Who this phone says it is at a game."""
    member = member_here(table.game)
    if member is None or (member.seat is not None and member.seat >= table.state.players):
        return NOT_SAID
    return Joined(member.role, member.seat, member.owns)


def seat_of(table: OpenGame) -> int | None:
    """The seat that this phone has taken at a game; None if it has none, or never said."""
    return joined(table).seat


def looks_on(game: str) -> bool:
    """Whether this phone is view-only at a game.

    A phone that was removed from it is, until it has a place there again; in a club, everybody without a place.
    """
    member = member_here(game)
    if member is not None:
        return member.role is Role.WATCHER
    return is_club() or was_removed(game)


def was_removed(game: str) -> bool:
    """Whether this phone was removed from a game at some time; the store is asked once a request."""
    known: dict[str, bool] = g.setdefault("removed", {})
    if game not in known:
        known[game] = current_store().members.removed_at(game, g.device) is not None
    return known[game]


def new_owner(who: Joined) -> NewOwner:
    """This phone as the owner of a game that it begins, where it is what ``who`` says."""
    return NewOwner(g.device, who.role or Role.SCORER, who.seat, now())


def join(game: str, who: Joined, *, takes_over: bool = False, detail: str = "") -> None:
    """Let this phone be ``who`` from now on at a game; whose the game is does not change.

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
