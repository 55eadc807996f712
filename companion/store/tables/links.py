"""Capability links: whoever holds a game's link has its role, and nobody else gets in."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from enum import Enum

from companion.store.database import Database
from companion.store.errors import NotFound


class Role(str, Enum):
    """What a link lets its holder do, from most to least."""

    OWNER = "owner"
    SCORER = "scorer"
    VIEWER = "viewer"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Link:
    """What a token opens."""

    game_id: str
    role: Role


class Links:
    """The links of every game. A token is shown once, when it is made; only its SHA-256 is kept."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def make_link(self, game_id: str, role: Role, at: str) -> str:
        """A new token for a game; links made earlier stay good.

        :raises NotFound: if there is no such game.
        """
        token = secrets.token_urlsafe(16)
        with self._database.write() as rows:
            if rows.first("select 1 from game where id = ?", game_id) is None:
                raise NotFound(game_id)
            rows.run(_INSERT, _hashed(token), game_id, role.value, at)
        return token

    def find_link(self, token: str) -> Link | None:
        """What a token opens, or nothing if it was never made or has been revoked."""
        with self._database.read() as rows:
            row = rows.first("select game_id, role from link where hash = ? and revoked_at is null", _hashed(token))
        return None if row is None else Link(row["game_id"], Role(row["role"]))

    def revoke(self, game_id: str, role: Role, at: str) -> int:
        """Close every link that a game has for a role; how many there were."""
        with self._database.write() as rows:
            sql = "update link set revoked_at = ? where game_id = ? and role = ? and revoked_at is null"
            return rows.count(sql, at, game_id, role.value)


_INSERT = "insert into link (hash, game_id, role, created_at) values (?, ?, ?, ?)"


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
