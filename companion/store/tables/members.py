"""The devices at each game, and the games that are locked (``membership.py`` says what that means)."""

from __future__ import annotations

from dataclasses import replace

from typing_extensions import override

from companion.store.audit import AuditEntry
from companion.store.database import Database, Row, Rows
from companion.store.errors import NotFound, SeatHeld
from companion.store.membership import Member, Membership, NewOwner, Role, hashed
from companion.store.tables.audit import write_entry


class Members(Membership):
    """Who belongs to which game."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
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
        mine = hashed(device)
        with self._database.write(_members_of(game_id)) as rows:
            had = rows.first(f"{_SELECT} and device = ?", game_id, mine)
            if had or seat is not None:  # who only comes to look on, or to write, changes nobody's page
                _changed(rows, game_id)
            else:
                _ask_for(rows, game_id)
            if seat is not None:
                holder = rows.first(f"{_SELECT} and seat = ? and device != ?", game_id, seat, mine)
                if holder is not None and not takes_over:
                    raise SeatHeld(game_id, seat, holder["device"])
                rows.run(_UNSEAT, Role.WATCHER.value, game_id, seat, mine)
            rows.run(_JOIN, game_id, mine, role.value, seat, False, at)
            write_entry(rows, entry)

    @override
    def own(self, game_id: str, member_id: str, entry: AuditEntry | None = None) -> bool:
        with self._database.write(_members_of(game_id)) as rows:
            if rows.first(f"{_SELECT} and device = ?", game_id, member_id) is None:
                return False
            _changed(rows, game_id)
            # One statement after the other: a game never has two owners, not even for a moment.
            rows.run("update member set owns = ? where game_id = ? and device != ?", False, game_id, member_id)
            rows.run("update member set owns = ? where game_id = ? and device = ?", True, game_id, member_id)
            write_entry(rows, entry)
        return True

    @override
    def disown(self, game_id: str, entry: AuditEntry | None = None) -> None:
        with self._database.write(_members_of(game_id)) as rows:
            _changed(rows, game_id)
            rows.run("update member set owns = ? where game_id = ?", False, game_id)
            write_entry(rows, entry)

    @override
    def let_out(self, game_id: str, member_id: str, at: str, entry: AuditEntry | None = None) -> bool:
        with self._database.write(_members_of(game_id)) as rows:
            _changed(rows, game_id)
            if not rows.count(_LET_OUT, game_id, member_id):
                return False
            rows.run(_REMOVED, game_id, member_id, at)
            rows.run(_REVOKE, at, game_id, Role.WATCHER.value)
            write_entry(rows, entry)
        return True

    @override
    def removed_at(self, game_id: str, device: str) -> str | None:
        with self._database.read() as rows:
            row = rows.first("select at from removed where game_id = ? and device = ?", game_id, hashed(device))
        return None if row is None else str(row["at"])

    @override
    def find(self, game_id: str, device: str) -> Member | None:
        with self._database.read() as rows:
            row = rows.first(f"{_SELECT} and device = ?", game_id, hashed(device))
        return None if row is None else _to_member(row)

    @override
    def carry_over(self, device: str, to: str, entry: AuditEntry | None = None) -> None:
        with self._database.write() as rows:
            if entry is not None:
                for row in rows.all(_CARRIED, hashed(device), hashed(to), hashed(to)):
                    write_entry(rows, replace(entry, game_id=row["game_id"]))
            rows.run(_CARRY_OVER, hashed(to), hashed(device), hashed(to), hashed(to))
            rows.run(_CARRY_REMOVALS_OVER, hashed(to), hashed(device))

    @override
    def members_of(self, game_id: str) -> list[Member]:
        with self._database.read() as rows:
            return [_to_member(row) for row in rows.all(f"{_SELECT} order by owns desc, joined_at, device", game_id)]

    @override
    def games_of(self, device: str) -> frozenset[str]:
        with self._database.read() as rows:
            found = rows.all("select game_id from member where device = ?", hashed(device))
        return frozenset(row["game_id"] for row in found)

    @override
    def writes_somewhere(self, device: str) -> bool:
        with self._database.read() as rows:
            sql = "select 1 from member where device = ? and (owns or role != ?) limit 1"
            return rows.first(sql, hashed(device), Role.WATCHER.value) is not None

    @override
    def lock(self, game_id: str, at: str, entry: AuditEntry | None = None) -> None:
        with self._database.write() as rows:
            _changed(rows, game_id)
            rows.run("insert into locked (game_id, at) values (?, ?) on conflict do nothing", game_id, at)
            write_entry(rows, entry)

    @override
    def unlock(self, game_id: str, entry: AuditEntry | None = None) -> None:
        with self._database.write() as rows:
            _changed(rows, game_id)
            rows.run("delete from locked where game_id = ?", game_id)
            write_entry(rows, entry)

    @override
    def is_locked(self, game_id: str) -> bool:
        with self._database.read() as rows:
            return rows.first("select 1 from locked where game_id = ?", game_id) is not None


def insert_owner(rows: Rows, game_id: str, owner: NewOwner) -> None:
    """Let a game that is being written down belong to a device."""
    rows.run(_JOIN, game_id, owner.id or hashed(owner.device), owner.role.value, owner.seat, True, owner.at)


_UNSEAT = "update member set role = ?, seat = null where game_id = ? and seat = ? and device != ?"
_JOIN = (
    "insert into member (game_id, device, role, seat, owns, joined_at) values (?, ?, ?, ?, ?, ?) "
    "on conflict (game_id, device) do update set role = excluded.role, seat = excluded.seat, "
    "joined_at = excluded.joined_at"
)
_WHERE_CARRIED = (
    "where device = ? and game_id not in (select game_id from member where device = ?) "
    "and game_id not in (select game_id from removed where device = ?)"
)
_CARRIED = f"select game_id from member {_WHERE_CARRIED}"  # noqa: S608 - all ours
_CARRY_OVER = f"update member set device = ? {_WHERE_CARRIED}"  # noqa: S608 - all ours
_CARRY_REMOVALS_OVER = (
    "insert into removed (game_id, device, at) select game_id, ?, at from removed where device = ? "
    "on conflict do nothing"
)
_REMOVED = (
    "insert into removed (game_id, device, at) values (?, ?, ?) "
    "on conflict (game_id, device) do update set at = excluded.at"
)
_REVOKE = "update link set revoked_at = ? where game_id = ? and role != ? and revoked_at is null"
_LET_OUT = "delete from member where game_id = ? and device = ? and not owns"
_SELECT = "select device, role, seat, owns, joined_at from member where game_id = ?"


def _members_of(game_id: str) -> str:
    """What is held while a game's members change: of two who take one seat, the second finds the first in it."""
    return f"members of {game_id}"


def _changed(rows: Rows, game_id: str) -> None:
    """Let the pages that follow a game be renewed, since somebody has another place there.

    The game's row comes before those of its members, as where a game is thrown away: so neither waits for the other.

    :raises NotFound: if there is no such game.
    """
    if not rows.count("update game set places = places + 1 where id = ?", game_id):
        raise NotFound(game_id)
    rows.ring(game_id)


def _ask_for(rows: Rows, game_id: str) -> None:
    if rows.first("select 1 from game where id = ?", game_id) is None:
        raise NotFound(game_id)


def _to_member(row: Row) -> Member:
    return Member(row["device"], Role(row["role"]), row["seat"], bool(row["owns"]), row["joined_at"])
