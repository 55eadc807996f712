"""Who belongs to a game: links that were handed out, the devices that came, which of them owns it, and its lock.

This module says what every back end does; ``tests/store/test_membership.py`` is the contract that each must pass.
Of a link's token and of a device's id only the SHA-256 is kept, so that a copy of the store opens no game.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from companion.store.audit import AuditEntry


class Role(str, Enum):
    """What a device does at a game."""

    SCORER = "scorer"
    PLAYER = "player"
    WATCHER = "watcher"
    """Looks on, and writes nothing."""

    __hash__ = str.__hash__

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Link:
    """What a token opens."""

    game_id: str
    role: Role
    seat: int | None = None
    """A player's."""
    at: str = field(default="", compare=False)
    """When it was made."""


@dataclass(frozen=True)
class HandedOut(Link):
    """A link that is still good, as its game's owner sees it."""

    id: str = ""
    """By which it is taken back; it opens nothing."""


@dataclass(frozen=True)
class Member:
    """A device at a game."""

    id: str
    """The hash of the device's own id."""
    role: Role
    seat: int | None
    owns: bool
    at: str
    """When it came, or last changed its place."""


@dataclass(frozen=True)
class NewOwner:
    """The device to which a game belongs from the moment that it is written down, and its place there."""

    device: str
    """Its own id; empty where only ``id`` is known."""
    role: Role
    seat: int | None
    at: str
    id: str = ""
    """The hash of the device's own id, as in :class:`Member`; by default it is computed from ``device``."""


def hashed(secret: str) -> str:
    """What is kept of a token or of a device's id."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


class Membership(Protocol):
    """The devices that belong to games, each told by its own id; safe for many threads and processes."""

    def join(
        self,
        game_id: str,
        device: str,
        role: Role,
        seat: int | None,
        at: str,
        *,
        takes_over: bool = False,
        entry: AuditEntry | None = None,
    ) -> None:
        """Give a device this place at a game, instead of the one that it had; it owns the game as much as before.

        :param takes_over: whether it may take a seat that another device holds, which is a watcher afterwards.
        :param entry: added to the audit log in the same transaction, as in the methods below.
        :raises NotFound: if there is no such game.
        :raises SeatHeld: if another device holds the seat, and the seat may not be taken over.
        """

    def own(self, game_id: str, member_id: str, entry: AuditEntry | None = None) -> bool:
        """Let one of a game's members own it, and nobody else; false if it is no member."""

    def disown(self, game_id: str, entry: AuditEntry | None = None) -> None:
        """Let a game belong to nobody in particular; its members stay."""

    def let_out(self, game_id: str, member_id: str, at: str, entry: AuditEntry | None = None) -> bool:
        """Remove a device from a game, which is remembered; false if it is no member, or owns it.

        Links by which one writes there are revoked: the device may have kept one, and be another one when it uses it.
        """

    def removed_at(self, game_id: str, device: str) -> str | None:
        """When a device was last removed from a game; None if it never was."""

    def find(self, game_id: str, device: str) -> Member | None:
        """A device's place at a game; None if it has none."""

    def carry_over(self, device: str, to: str, entry: AuditEntry | None = None) -> None:
        """Give one device's places and removals to another device.

        :param entry: added to the audit log of each game at which a place changes hands.

        At a game where the other device has a place of its own, or was removed, its places stay as they are.
        """

    def members_of(self, game_id: str) -> list[Member]:
        """A game's members: the owner first, then as they came."""

    def games_of(self, device: str) -> frozenset[str]:
        """The games to which a device belongs."""

    def writes_somewhere(self, device: str) -> bool:
        """Whether a device is the owner, a scorer or a player of any game."""

    def lock(self, game_id: str, at: str, entry: AuditEntry | None = None) -> None:
        """Let nobody write to a game any more, whatever they are there; harmless when repeated.

        :raises NotFound: if there is no such game.
        """

    def unlock(self, game_id: str, entry: AuditEntry | None = None) -> None:
        """Let a game be written to again."""

    def is_locked(self, game_id: str) -> bool:
        """Whether a game is locked."""
