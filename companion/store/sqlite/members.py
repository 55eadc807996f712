"""The devices at each game, and the games that are locked (``membership.py`` says what that means)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlite_utils import Database

from companion.store.errors import NotFound
from companion.store.membership import Member, Role, hashed
from companion.store.sqlite.database import Sqlite


class Members:
    """Who belongs to which game."""

    def __init__(self, sqlite: Sqlite) -> None:
        self._sqlite = sqlite

    def join(self, game_id: str, device: str, role: Role, seat: int | None, at: str) -> None:
        """Give a device this place at a game, and whoever held the seat that of a watcher.

        :raises NotFound: if there is no such game.
        """
        with self._sqlite.write() as db:
            _ask_for(db, game_id)
            if seat is not None:
                db.execute(_UNSEAT, [Role.WATCHER.value, game_id, seat, hashed(device)])
            db.execute(_JOIN, [game_id, hashed(device), role.value, seat, at])

    def own(self, game_id: str, member_id: str) -> bool:
        """Let one of a game's members own it, and nobody else; false if it is no member."""
        with self._sqlite.write() as db:
            if not db.table("member").count_where("game_id = ? and device = ?", [game_id, member_id]):
                return False
            # One statement after the other: a game never has two owners, not even for a moment.
            db.execute("update member set owns = 0 where game_id = ? and device != ?", [game_id, member_id])
            db.execute("update member set owns = 1 where game_id = ? and device = ?", [game_id, member_id])
        return True

    def let_out(self, game_id: str, member_id: str) -> bool:
        """Let a device belong to a game no more; false if it is no member, or owns it."""
        with self._sqlite.write() as db:
            sql = "delete from member where game_id = ? and device = ? and owns = 0"
            return db.execute(sql, [game_id, member_id]).rowcount > 0

    def find(self, game_id: str, device: str) -> Member | None:
        """A device's place at a game; None if it has none."""
        with self._sqlite.read() as db:
            return next(_members(db, f"{_SELECT} and device = ?", game_id, hashed(device)), None)

    def members_of(self, game_id: str) -> list[Member]:
        """A game's members: the owner first, then as they came."""
        with self._sqlite.read() as db:
            return [*_members(db, f"{_SELECT} order by owns desc, joined_at, device", game_id)]

    def games_of(self, device: str) -> frozenset[str]:
        """The games to which a device belongs."""
        with self._sqlite.read() as db:
            rows = db.execute("select game_id from member where device = ?", [hashed(device)])
            return frozenset(game_id for (game_id,) in rows)

    def lock(self, game_id: str, at: str) -> None:
        """Let nobody write to a game any more.

        :raises NotFound: if there is no such game.
        """
        with self._sqlite.write() as db:
            _ask_for(db, game_id)
            db.execute("insert into locked (game_id, at) values (?, ?) on conflict do nothing", [game_id, at])

    def unlock(self, game_id: str) -> None:
        """Let a game be written to again."""
        with self._sqlite.write() as db:
            db.execute("delete from locked where game_id = ?", [game_id])

    def is_locked(self, game_id: str) -> bool:
        """Whether a game is locked."""
        with self._sqlite.read() as db:
            return db.execute("select 1 from locked where game_id = ?", [game_id]).fetchone() is not None


_UNSEAT = "update member set role = ?, seat = null where game_id = ? and seat = ? and device != ?"
_JOIN = (
    "insert into member (game_id, device, role, seat, owns, joined_at) values (?, ?, ?, ?, 0, ?) "
    "on conflict (game_id, device) do update set role = excluded.role, seat = excluded.seat, "
    "joined_at = excluded.joined_at"
)
_SELECT = "select device, role, seat, owns, joined_at from member where game_id = ?"


def _ask_for(db: Database, game_id: str) -> None:
    if not db.table("game").count_where("id = ?", [game_id]):
        raise NotFound(game_id)


def _members(db: Database, sql: str, *told: str) -> Iterator[Member]:
    return (_to_member(row) for row in db.query(sql, told))


def _to_member(row: Mapping[str, Any]) -> Member:
    return Member(row["device"], Role(row["role"]), row["seat"], bool(row["owns"]), row["joined_at"])
