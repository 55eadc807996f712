"""The audit log: who changed what others may do at a game, or in a club.

``tests/store/test_audit.py`` is the contract that each back end must pass. Entries are added and never changed; those
of a game are deleted together with the game. What the sides sign is in the game’s journal, with who did it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Action(str, Enum):
    """What was done. Each value is stored, so it is never renamed or removed."""

    # at a game
    JOINED = "joined"
    LEFT = "left"
    REMOVED = "removed"
    HANDED_OVER = "handed-over"
    DISOWNED = "disowned"
    LINK_MADE = "link-made"
    LINK_REVOKED = "link-revoked"
    LOCKED = "locked"
    UNLOCKED = "unlocked"
    CARRIED_OVER = "carried-over"
    DELETED = "deleted"
    RESTORED = "restored"
    # in a club
    INVITED = "invited"
    INVITATION_REVOKED = "invitation-revoked"
    LET_IN = "let-in"
    ACCOUNT_MADE = "account-made"
    ACCOUNT_RENAMED = "account-renamed"
    ACCOUNT_REMOVED = "account-removed"
    OFFICE_CHANGED = "office-changed"
    SIGNED_IN = "signed-in"
    SIGNED_OUT = "signed-out"
    PERSON_CLAIMED = "person-claimed"
    PERSON_RELEASED = "person-released"
    PERSON_LEFT_OUT = "person-left-out"
    PERSON_TAKEN_IN = "person-taken-in"

    __hash__ = str.__hash__

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class AuditEntry:
    """One change."""

    game_id: str | None
    """The game at which it was made; None for the house or the club."""
    at: str
    who: str
    """The account or the device that made it, as a person reads it."""
    action: Action | str
    """A plain string if a newer companion wrote it."""
    detail: str = ""
    """To whom or to what it was done, as a person reads it."""
