"""Capability links: whoever holds a game's link has its role, and nobody else gets in."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from enum import Enum

from companion.store.errors import NotFound
from companion.store.sqlite.database import Sqlite


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

    def __init__(self, sqlite: Sqlite) -> None:
        self._sqlite = sqlite

    def make_link(self, game_id: str, role: Role, at: str) -> str:
        """A new token for a game; links made earlier stay good.

        :raises NotFound: if there is no such game.
        """
        token = secrets.token_urlsafe(16)
        with self._sqlite.write() as db:
            if not db.table("game").count_where("id = ?", [game_id]):
                raise NotFound(game_id)
            db.table("link").insert({"hash": _hashed(token), "game_id": game_id, "role": role.value, "created_at": at})
        return token

    def find_link(self, token: str) -> Link | None:
        """What a token opens, or nothing if it was never made or has been revoked."""
        with self._sqlite.read() as db:
            sql = "select game_id, role from link where hash = ? and revoked_at is null"
            for row in db.query(sql, [_hashed(token)]):
                return Link(row["game_id"], Role(row["role"]))
        return None

    def revoke(self, game_id: str, role: Role, at: str) -> int:
        """Close every link that a game has for a role; how many there were."""
        with self._sqlite.write() as db:
            sql = "update link set revoked_at = ? where game_id = ? and role = ? and revoked_at is null"
            return db.execute(sql, [at, game_id, role.value]).rowcount


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
