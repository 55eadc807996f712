"""The members of a game: its links, the joined devices, its owner, and its lock.

Also the keepers of a house and the directors of a night.

``tests/store/test_membership.py`` is its contract. Of a link's token and of a device's id only the SHA-256 is kept, so
that a copy of the store opens no game.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field, replace
from enum import Enum

from companion.store.audit import AuditEntry, change, write_entry
from companion.store.database import InDatabase, Rows, Statements
from companion.store.errors import NotFound, SeatHeld
from companion.store.tables import UNLESS_THERE, Records, insert, overwrite, put


class Role(str, Enum):
    """The part of a device in a game."""

    SCORER = "scorer"
    PLAYER = "player"
    WATCHER = "watcher"
    """Watches, and writes nothing."""

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Link:
    """A link's effect."""

    game_id: str
    role: Role
    seat: int | None = None
    """A player's."""
    at: str = field(default="", compare=False)
    """The time it was made."""


@dataclass(frozen=True)
class HandedOut(Link):
    """A link that is still good, as its game's owner sees it."""

    id: str = ""
    """The id to revoke it by; it opens nothing."""


@dataclass(frozen=True)
class Member:
    """A device at a game."""

    id: str
    """The hash of the device's own id."""
    role: Role
    seat: int | None
    owns: bool
    at: str
    """The time it joined, or last changed its seat."""


@dataclass(frozen=True)
class NewOwner:
    """The device that owns a new game from the start, and its seat there."""

    device: str
    """Its own id; empty where only ``id`` is known."""
    role: Role
    seat: int | None
    at: str
    id: str = ""
    """The hash of the device's own id, as in :class:`Member`; by default it is computed from ``device``."""


def hashed(secret: str) -> str:
    """Return the stored form of a token or of a device's id."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


class Links(InDatabase):
    """The links of every game. A token is shown once, when it is made; only its SHA-256 is kept."""

    def make_link(
        self, game_id: str, role: Role, at: str, seat: int | None = None, entry: AuditEntry | None = None
    ) -> str:
        """A new token for a game, for a player's seat too; links made earlier stay good.

        :raises NotFound: if there is no such game.
        """
        token = secrets.token_urlsafe(16)
        with self._database.write() as rows:
            _ask_for(rows, game_id)
            insert(rows, "link", **_HANDED_OUT.values(HandedOut(game_id, role, seat, at, hashed(token))))
            write_entry(rows, entry)
        return token

    def find_link(self, token: str) -> Link | None:
        """Return the link of a token, or None if it was never made or has been revoked."""
        return _LINKS.first(self._database, "hash = ? and revoked_at is null", hashed(token))

    def links_of(self, game_id: str) -> list[HandedOut]:
        """A game's valid links, oldest first."""
        return _HANDED_OUT.all(self._database, "game_id = ? and revoked_at is null order by created_at, hash", game_id)

    def take_back(self, game_id: str, link_id: str, at: str, entry: AuditEntry | None = None) -> bool:
        """Revoke one link of a game; return False if it has no valid link of this id."""
        sql = "update link set revoked_at = ? where game_id = ? and hash = ? and revoked_at is null"
        return change(self._database, entry, sql, at, game_id, link_id) > 0

    def revoke(self, game_id: str, role: Role, at: str, entry: AuditEntry | None = None) -> int:
        """Close every link that a game has for a role; how many there were."""
        sql = "update link set revoked_at = ? where game_id = ? and role = ? and revoked_at is null"
        return change(self._database, entry, sql, at, game_id, role.value)


_LINKS = Records("link", Link, at="created_at")
_HANDED_OUT = Records("link", HandedOut, at="created_at", id="hash")


class Members(InDatabase):
    """The devices that belong to games, each identified by its own id."""

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

        :param takes_over: True if it may take another device's seat, which makes that one a watcher.
        :param entry: added to the audit log in the same transaction, as in the methods below.
        :raises NotFound: if there is no such game.
        :raises SeatHeld: if another device holds the seat, and the seat may not be taken over.
        """
        mine = hashed(device)
        with self._database.write(_members_of(game_id)) as rows:
            had = _find_member(rows, game_id, mine)
            if had and (had.role, had.seat) == (role, seat):
                return
            if had or seat is not None:  # who only comes to look on, or to write, changes nobody's page
                renew_pages(rows, game_id)
            else:
                _ask_for(rows, game_id)
            if seat is not None:
                holder = _MEMBERS.first(rows, "game_id = ? and seat = ? and device != ?", game_id, seat, mine)
                if holder is not None and not takes_over:
                    raise SeatHeld(game_id, seat, holder.id)
                if holder is not None:
                    put(rows, "was_here", game_id=game_id, device=holder.id, at=at)
                rows.run(_UNSEAT, Role.WATCHER.value, game_id, seat, mine)
            if had and had.role is not Role.WATCHER and role is Role.WATCHER:
                put(rows, "was_here", game_id=game_id, device=mine, at=at)
            joined = _MEMBERS.values(Member(mine, role, seat, False, at))
            insert(rows, "member", _OWNS_AS_BEFORE, game_id=game_id, **joined)
            write_entry(rows, entry)

    def own(self, game_id: str, member_id: str, entry: AuditEntry | None = None) -> bool:
        """Make a member the only owner of a game; return False if it is no member."""
        with self._database.write(_members_of(game_id)) as rows:
            if _find_member(rows, game_id, member_id) is None:
                return False
            renew_pages(rows, game_id)
            # One statement after the other: a game never has two owners, not even for a moment.
            rows.run("update member set owns = ? where game_id = ? and device != ?", False, game_id, member_id)
            rows.run("update member set owns = ? where game_id = ? and device = ?", True, game_id, member_id)
            write_entry(rows, entry)
        return True

    def disown(self, game_id: str, entry: AuditEntry | None = None) -> None:
        """Remove a game's owner; its members stay."""
        with self._database.write(_members_of(game_id)) as rows:
            renew_pages(rows, game_id)
            rows.run("update member set owns = ? where game_id = ?", False, game_id)
            write_entry(rows, entry)

    def let_out(self, game_id: str, member_id: str, at: str, entry: AuditEntry | None = None) -> bool:
        """Remove a device from a game, which is remembered; false if it is no member, or owns it.

        Links by which one writes there are revoked: the device may have kept one, and be another one when it uses it.
        """
        with self._database.write(_members_of(game_id)) as rows:
            renew_pages(rows, game_id)
            if not rows.count(_LET_OUT, game_id, member_id):
                return False
            put(rows, "removed", game_id=game_id, device=member_id, at=at)
            put(rows, "was_here", game_id=game_id, device=member_id, at=at)
            rows.run(_REVOKE, at, game_id, Role.WATCHER.value)
            write_entry(rows, entry)
        return True

    def removed_at(self, game_id: str, device: str) -> str | None:
        """Return the time a device was last removed from a game; None if never."""
        row = self._database.first("select at from removed where game_id = ? and device = ?", game_id, hashed(device))
        return None if row is None else str(row["at"])

    def find(self, game_id: str, device: str) -> Member | None:
        """A device's place at a game; None if it has none."""
        return _find_member(self._database, game_id, hashed(device))

    def carry_over(self, device: str, to: str, entry: AuditEntry | None = None) -> None:
        """Give one device's places and removals to another device.

        :param entry: added to the audit log of each game at which a place changes hands.

        At a game where the other device has a place of its own, or was removed, its places stay as they are.
        """
        with self._database.write() as rows:
            if entry is not None:
                for row in rows.all(_CARRIED, hashed(device), hashed(to), hashed(to)):
                    write_entry(rows, replace(entry, game_id=row["game_id"]))
            rows.run(_CARRY_OVER, hashed(to), hashed(device), hashed(to), hashed(to))
            rows.run(_CARRY_REMOVALS_OVER, hashed(to), hashed(device))

    def members_of(self, game_id: str) -> list[Member]:
        """A game's members: the owner first, then as they came."""
        return _MEMBERS.all(self._database, "game_id = ? order by owns desc, joined_at, device", game_id)

    def leave_behind(self, device: str, other: str, at: str) -> None:
        """Note that one device was at every game the other writes at, as a phone was before its person signs out."""
        with self._database.write() as rows:
            for row in rows.all(_WRITES_AT, hashed(device), Role.WATCHER.value):
                put(rows, "was_here", game_id=row["game_id"], device=hashed(other), at=at)

    def games_written_since(self, device: str, at: str) -> frozenset[str]:
        """The games on any shelf at which a device may write, or did until this moment or later."""
        mine = hashed(device)
        with self._database.read() as rows:
            found = rows.all(_WRITES_AT, mine, Role.WATCHER.value)
            left = rows.all("select game_id from was_here where device = ? and at >= ?", mine, at)
        return frozenset(row["game_id"] for row in (*found, *left))

    def games_of(self, device: str) -> frozenset[str]:
        """The games to which a device belongs."""
        found = self._database.all("select game_id from member where device = ?", hashed(device))
        return frozenset(row["game_id"] for row in found)

    def writes_somewhere(self, device: str) -> bool:
        """Return True if a device is the owner, a scorer or a player of any game except samples."""
        return self._database.first(_WRITES_SOMEWHERE, hashed(device), Role.WATCHER.value) is not None

    def lock(self, game_id: str, at: str, entry: AuditEntry | None = None) -> None:
        """Lock a game against all writers, whatever their part; harmless when repeated.

        :raises NotFound: if there is no such game.
        """
        with self._database.write() as rows:
            if rows.first("select 1 from locked where game_id = ?", game_id) is None:
                renew_pages(rows, game_id)
                insert(rows, "locked", UNLESS_THERE, game_id=game_id, at=at)
                write_entry(rows, entry)

    def unlock(self, game_id: str, entry: AuditEntry | None = None) -> None:
        """Unlock a game."""
        with self._database.write() as rows:
            if rows.first("select 1 from locked where game_id = ?", game_id) is not None:
                renew_pages(rows, game_id)
                rows.run("delete from locked where game_id = ?", game_id)
                write_entry(rows, entry)

    def is_locked(self, game_id: str) -> bool:
        """Return True if a game is locked."""
        return self._database.first("select 1 from locked where game_id = ?", game_id) is not None


HOUSE = "house"
"""The part for everything that all games of a house share, in place of a night's id."""


@dataclass(frozen=True)
class Keeper:
    """A device that looks after the house, or directs a night."""

    id: str
    """The hash of the device's own id."""
    at: str


class Keepers(InDatabase):
    """The devices that look after a house or direct a night of it, and the links for further ones.

    What is kept is named by ``whose``: the id of a night, or ``HOUSE``.
    """

    def add(self, whose: str, device: str, at: str) -> None:
        """Make a device a keeper of this; harmless when repeated."""
        add_keeper(self._database, whose, device, at)

    def remove(self, whose: str, member_id: str) -> None:
        """Remove a keeper of this."""
        self._database.run("delete from keeper where whose = ? and device = ?", whose, member_id)

    def kept_by(self, device: str) -> frozenset[str]:
        """All that a device looks after."""
        return frozenset(row["whose"] for row in self._database.all(_KEPT_BY, hashed(device)))

    def keepers_of(self, whose: str) -> list[Keeper]:
        """The devices that look after this, in order of joining."""
        return _KEEPERS.all(self._database, "whose = ? order by at, device", whose)

    def make_link(self, whose: str, at: str) -> str:
        """A token that names one more keeper; earlier links end."""
        token = secrets.token_urlsafe(16)
        with self._database.write() as rows:
            rows.run("delete from keeper_link where whose = ?", whose)
            insert(rows, "keeper_link", hash=hashed(token), whose=whose, created_at=at)
        return token

    def find_link(self, token: str, since: str) -> str | None:
        """Return the house or night of a keeper's link; None if it was used, replaced, or made before ``since``."""
        row = self._database.first(_KEEPER_LINK, hashed(token), since)
        return None if row is None else str(row["whose"])

    def use_link(self, token: str, device: str, at: str, since: str) -> str | None:
        """Make a device a keeper with a link, once; return its house or night, or None as in :meth:`find_link`."""
        with self._database.write() as rows:
            row = rows.first(_KEEPER_LINK, hashed(token), since)
            if row is None or not rows.count("delete from keeper_link where hash = ?", hashed(token)):
                return None
            add_keeper(rows, row["whose"], device, at)
        return str(row["whose"])


def add_keeper(rows: Statements, whose: str, device: str, at: str) -> None:
    """Make a device a keeper, within a transaction."""
    insert(rows, "keeper", UNLESS_THERE, whose=whose, **_KEEPERS.values(Keeper(hashed(device), at)))


def insert_owner(rows: Rows, game_id: str, owner: NewOwner) -> None:
    """Record the owner of a new game, within its transaction."""
    member = Member(owner.id or hashed(owner.device), owner.role, owner.seat, True, owner.at)
    insert(rows, "member", game_id=game_id, **_MEMBERS.values(member))


def stop_scoring(rows: Rows, device: str) -> None:
    """Within a transaction, make a device view-only in other people's games that it scores."""
    mine = hashed(device)
    for row in rows.all(_SCORES, mine, Role.SCORER.value):
        renew_pages(rows, row["game_id"])
        rows.run(
            "update member set role = ? where game_id = ? and device = ?", Role.WATCHER.value, row["game_id"], mine
        )


_KEEPER_LINK = "select whose from keeper_link where hash = ? and created_at >= ?"
_KEPT_BY = "select whose from keeper where device = ?"
_WRITES_AT = "select game_id from member where device = ? and role != ?"
_WRITES_SOMEWHERE = (
    "select 1 from member join game on game.id = member.game_id "
    "where device = ? and (owns or role != ?) and game.shelf != 'sample' limit 1"
)
_SCORES = "select game_id from member where device = ? and role = ? and not owns order by game_id"
_UNSEAT = "update member set role = ?, seat = null where game_id = ? and seat = ? and device != ?"
_OWNS_AS_BEFORE = overwrite("member", ["role", "seat", "joined_at"])
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
_REVOKE = "update link set revoked_at = ? where game_id = ? and role != ? and revoked_at is null"
_LET_OUT = "delete from member where game_id = ? and device = ? and not owns"
_MEMBERS = Records("member", Member, id="device", at="joined_at")
_KEEPERS = Records("keeper", Keeper, id="device")


def _members_of(game_id: str) -> str:
    """The lock held while a game's members change: of two devices taking one seat, the second finds it taken."""
    return f"members of {game_id}"


def renew_pages(rows: Rows, game_id: str) -> None:
    """Refresh the pages of a game's followers: a seat there has changed, or a total of its night.

    The game's row comes before those of its members, as where a game is thrown away: so neither waits for the other.

    :raises NotFound: if there is no such game.
    """
    if not rows.count("update game set places = places + 1 where id = ?", game_id):
        raise NotFound(game_id)
    rows.ring(game_id)


def _ask_for(rows: Rows, game_id: str) -> None:
    if rows.first("select 1 from game where id = ?", game_id) is None:
        raise NotFound(game_id)


def _find_member(rows: Statements, game_id: str, member_id: str) -> Member | None:
    return _MEMBERS.first(rows, "game_id = ? and device = ?", game_id, member_id)
