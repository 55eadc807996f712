"""The audit log: every change to people's rights at a game or in a club, and who made it.

``tests/store/test_audit.py`` is its contract. Entries are added and never changed; those of a game are deleted together
with the game. What the sides sign is in the game’s journal, with who did it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.store.database import Database, InDatabase, Rows, Value, next_turn, random_id
from companion.store.errors import NotFound
from companion.store.tables import Records, insert


class Action(str, Enum):
    """The kind of a change. Each value is stored, so it is never renamed or removed."""

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
    NIGHT_DELETED = "night-deleted"
    NIGHT_RESTORED = "night-restored"

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
    """The person or thing it was done to, as a person reads it."""


class Audit(InDatabase):
    """The audit log of every game and of the club."""

    def record(self, entry: AuditEntry) -> None:
        """Add an entry, for a change that writes nothing else to the database.

        A change that does write adds its entry in the same transaction, with :func:`write_entry`.

        :raises NotFound: if there is no such game.
        """
        with self._database.write() as rows:
            if entry.game_id is not None and rows.first("select 1 from game where id = ?", entry.game_id) is None:
                raise NotFound(entry.game_id)
            write_entry(rows, entry)

    def of_game(self, game_id: str) -> list[AuditEntry]:
        """A game's entries, oldest first."""
        return _ENTRIES.all(self._database, "game_id = ? order by turn, at, id", game_id)

    def of_club(self, most: int) -> list[AuditEntry]:
        """The latest entries that belong to no game, at most ``most`` of them, latest first."""
        return _ENTRIES.all(self._database, "game_id is null order by turn desc, at desc, id desc limit ?", most)


def change(database: Database, entry: AuditEntry | None, sql: str, *values: Value) -> int:
    """Carry out a statement, and add an entry if it changed any rows; return how many these were."""
    with database.write() as rows:
        changed = rows.count(sql, *values)
        write_entry(rows, entry if changed else None)
    return changed


def write_entry(rows: Rows, entry: AuditEntry | None) -> None:
    """Add an entry within a transaction, after the row of its game is there; None adds nothing."""
    if entry is not None:
        insert(rows, "audit", id=random_id(), turn=next_turn(rows, "audit"), **_ENTRIES.values(entry))


_ENTRIES = Records("audit", AuditEntry)
