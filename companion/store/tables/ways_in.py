"""The ways into a club that were handed out: invitations, and for a time those to an account that is there."""

from __future__ import annotations

import secrets

from companion.store.audit import AuditEntry
from companion.store.club import Office, WayIn
from companion.store.database import Database, Row, Rows
from companion.store.membership import hashed
from companion.store.tables.accounts import ACCOUNTS, add_account, is_good, sign_in
from companion.store.tables.audit import write_entry


class WaysIn:
    """Tokens that sign a device in, once and until their end. Each is shown once; only its SHA-256 is kept."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def invite(self, office: Office, made_by: str, at: str, ends_at: str, entry: AuditEntry | None = None) -> str:
        """A new token for somebody who is new, in this office.

        :param entry: added to the audit log in the same transaction, as in the methods below.
        """
        return self._make(office.value, None, made_by, at, ends_at, entry)

    def let_in(self, account: str, made_by: str, at: str, ends_at: str, entry: AuditEntry | None = None) -> str:
        """A new token for another device of an account."""
        return self._make(None, account, made_by, at, ends_at, entry)

    def find(self, token: str, at: str) -> WayIn | None:
        """What a token leads to; nothing if it is not good at this moment.

        It is good until it is used, revoked or has ended, and as long as its maker may still make it.
        """
        with self._database.read() as rows:
            return _find(rows, token, at)

    def use_up(self, token: str, name: str, device: str, at: str, entry: AuditEntry | None = None) -> str | None:
        """Sign a device in with a token, which is good no more afterwards; the sign-in's token.

        :param name: what somebody new is called.
        :return: None if the way in is not good any more, as :meth:`find` says.
        """
        with self._database.write(ACCOUNTS) as rows:
            found = _find(rows, token, at)
            if found is None:
                return None
            rows.run("delete from way_in where id = ?", found.id)
            account = add_account(rows, name, found.office, at) if found.office else str(found.account)
            write_entry(rows, entry)
            return sign_in(rows, account, device, at)

    def list_ways_in(self, at: str) -> list[WayIn]:
        """Those that are still good, in the order in which they were made."""
        with self._database.read() as rows:
            return [_to_way_in(row) for row in rows.all(f"{_SELECT} where ends_at > ? order by created_at, id", at)]

    def take_back(self, way_in: str, entry: AuditEntry | None = None) -> bool:
        """Let nobody come by it any more; false if it is not there."""
        with self._database.write() as rows:
            if not rows.count("delete from way_in where id = ?", way_in):
                return False
            write_entry(rows, entry)
            return True

    def forget_ended(self, at: str) -> int:
        """Throw away those that have ended; how many."""
        with self._database.write() as rows:
            return rows.count("delete from way_in where ends_at <= ?", at)

    def _make(
        self, office: str | None, account: str | None, made_by: str, at: str, ends_at: str, entry: AuditEntry | None
    ) -> str:
        token = secrets.token_urlsafe(16)
        with self._database.write() as rows:
            rows.run(_INSERT, hashed(token), office, account, made_by, at, ends_at)
            write_entry(rows, entry)
        return token


_INSERT = "insert into way_in (id, office, account_id, made_by, created_at, ends_at) values (?, ?, ?, ?, ?, ?)"
_SELECT = "select id, office, account_id, made_by, created_at, ends_at from way_in"


def _find(rows: Rows, token: str, at: str) -> WayIn | None:
    row = rows.first(f"{_SELECT} where id = ? and ends_at > ?", hashed(token), at)
    found = None if row is None else _to_way_in(row)
    return found if found and is_good(rows, found.office, found.account, found.made_by) else None


def _to_way_in(row: Row) -> WayIn:
    office = Office(row["office"]) if row["office"] else None
    return WayIn(row["id"], office, row["account_id"], row["made_by"], row["created_at"], row["ends_at"])
