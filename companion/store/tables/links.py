"""Links that were handed out: whoever holds one has its role at its game."""

from __future__ import annotations

import secrets

from companion.store.audit import AuditEntry
from companion.store.database import Database
from companion.store.errors import NotFound
from companion.store.membership import HandedOut, Link, Role, hashed
from companion.store.tables.audit import write_entry


class Links:
    """The links of every game. A token is shown once, when it is made; only its SHA-256 is kept."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def make_link(
        self, game_id: str, role: Role, at: str, seat: int | None = None, entry: AuditEntry | None = None
    ) -> str:
        """A new token for a game, for a player's seat too; links made earlier stay good.

        :raises NotFound: if there is no such game.
        """
        token = secrets.token_urlsafe(16)
        with self._database.write() as rows:
            if rows.first("select 1 from game where id = ?", game_id) is None:
                raise NotFound(game_id)
            rows.run(_INSERT, hashed(token), game_id, role.value, seat, at)
            write_entry(rows, entry)
        return token

    def find_link(self, token: str) -> Link | None:
        """What a token opens, or nothing if it was never made or has been taken back."""
        with self._database.read() as rows:
            row = rows.first(_FIND, hashed(token))
        return None if row is None else Link(row["game_id"], Role(row["role"]), row["seat"], row["created_at"])

    def links_of(self, game_id: str) -> list[HandedOut]:
        """A game's links that are still good, in the order in which they were made."""
        with self._database.read() as rows:
            return [
                HandedOut(game_id, Role(row["role"]), row["seat"], row["created_at"], row["hash"])
                for row in rows.all(_GOOD, game_id)
            ]

    def take_back(self, game_id: str, link_id: str, at: str, entry: AuditEntry | None = None) -> bool:
        """Close one link of a game; false if it has none of this id that is still good."""
        with self._database.write() as rows:
            sql = "update link set revoked_at = ? where game_id = ? and hash = ? and revoked_at is null"
            if not rows.count(sql, at, game_id, link_id):
                return False
            write_entry(rows, entry)
        return True

    def revoke(self, game_id: str, role: Role, at: str, entry: AuditEntry | None = None) -> int:
        """Close every link that a game has for a role; how many there were."""
        with self._database.write() as rows:
            sql = "update link set revoked_at = ? where game_id = ? and role = ? and revoked_at is null"
            closed = rows.count(sql, at, game_id, role.value)
            write_entry(rows, entry if closed else None)
        return closed


_INSERT = "insert into link (hash, game_id, role, seat, created_at) values (?, ?, ?, ?, ?)"
_FIND = "select game_id, role, seat, created_at from link where hash = ? and revoked_at is null"
_GOOD = (
    "select hash, role, seat, created_at from link where game_id = ? and revoked_at is null order by created_at, hash"
)
