"""Links that were handed out: whoever holds one has its role at its game."""

from __future__ import annotations

import secrets

from companion.store.errors import NotFound
from companion.store.membership import HandedOut, Link, Role, hashed
from companion.store.sqlite.database import Sqlite


class Links:
    """The links of every game. A token is shown once, when it is made; only its SHA-256 is kept."""

    def __init__(self, sqlite: Sqlite) -> None:
        self._sqlite = sqlite

    def make_link(self, game_id: str, role: Role, at: str, seat: int | None = None) -> str:
        """A new token for a game, for a player's seat too; links made earlier stay good.

        :raises NotFound: if there is no such game.
        """
        token = secrets.token_urlsafe(16)
        with self._sqlite.write() as db:
            if not db.table("game").count_where("id = ?", [game_id]):
                raise NotFound(game_id)
            db.execute(_INSERT, [hashed(token), game_id, role.value, seat, at])
        return token

    def find_link(self, token: str) -> Link | None:
        """What a token opens, or nothing if it was never made or has been taken back."""
        with self._sqlite.read() as db:
            sql = "select game_id, role, seat from link where hash = ? and revoked_at is null"
            for row in db.query(sql, [hashed(token)]):
                return Link(row["game_id"], Role(row["role"]), row["seat"])
        return None

    def links_of(self, game_id: str) -> list[HandedOut]:
        """A game's links that are still good, in the order in which they were made."""
        with self._sqlite.read() as db:
            return [
                HandedOut(game_id, Role(row["role"]), row["seat"], row["hash"], row["created_at"])
                for row in db.query(_GOOD, [game_id])
            ]

    def take_back(self, game_id: str, link_id: str, at: str) -> bool:
        """Close one link of a game; false if it has none of this id that is still good."""
        with self._sqlite.write() as db:
            sql = "update link set revoked_at = ? where game_id = ? and hash = ? and revoked_at is null"
            return db.execute(sql, [at, game_id, link_id]).rowcount > 0

    def revoke(self, game_id: str, role: Role, at: str) -> int:
        """Close every link that a game has for a role; how many there were."""
        with self._sqlite.write() as db:
            sql = "update link set revoked_at = ? where game_id = ? and role = ? and revoked_at is null"
            return db.execute(sql, [at, game_id, role.value]).rowcount


_INSERT = "insert into link (hash, game_id, role, seat, created_at) values (?, ?, ?, ?, ?)"
_GOOD = (
    "select hash, role, seat, created_at from link where game_id = ? and revoked_at is null order by created_at, hash"
)
