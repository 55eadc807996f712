"""A club's accounts, each with its office, sign-ins, passkeys and the ways in that were given to it.

Of the token of a sign-in and of a way in only the SHA-256 is kept (``membership.hashed``), so that a copy of the store
signs nobody in.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from enum import Enum

from companion.store.audit import AuditEntry, change, write_entry
from companion.store.database import InDatabase, Rows, random_id
from companion.store.membership import hashed, stop_scoring
from companion.store.tables import Records, insert, insert_new


class Office(str, Enum):
    """The office of an account in its club; each includes the rights of the later ones."""

    OWNER = "owner"
    """Runs the club and looks after its members."""
    DIRECTOR = "director"
    """Looks after the tables: every game, the house rules, and who is a member."""
    MEMBER = "member"
    """Begins games, and sees those of the others."""

    def __str__(self) -> str:
        return self.value

    @property
    def said(self) -> str:
        """Its name within a sentence."""
        return "an owner" if self is Office.OWNER else f"a {self}"

    def reaches(self, other: Office) -> bool:
        """Return True if this office is the same as ``other`` or higher."""
        return _ORDER.index(self) <= _ORDER.index(other)

    def looks_after(self, other: Office) -> bool:
        """Return True if it may invite to ``other``, appoint to it, and remove its holders.

        Owners do so with everybody, directors with members.
        """
        return self is Office.OWNER or (self is Office.DIRECTOR and other is Office.MEMBER)


_ORDER = (Office.OWNER, Office.DIRECTOR, Office.MEMBER)


@dataclass(frozen=True)
class Account:
    """A person who signs in."""

    id: str
    name: str
    office: Office
    at: str
    """The time it was made."""
    seen_at: str = ""
    """The time a device of theirs was last active; empty if none is signed in."""


@dataclass(frozen=True)
class SignIn:
    """A device on which an account is signed in."""

    id: str
    """The hash of its token: by it the sign-in is ended; it opens nothing."""
    account: str
    device: str
    """The kind of device, by its own account."""
    at: str
    seen_at: str


@dataclass(frozen=True)
class WayIn:
    """The result of using a token, once: an office for a new person, or access to an existing account."""

    id: str
    office: Office | None
    """The office of an invitation."""
    account: str | None
    """Its account; None for an open invitation."""
    made_by: str
    """The account that handed it out; empty if it was made on the machine itself."""
    at: str
    ends_at: str


@dataclass(frozen=True)
class Passkey:
    """A key pair on a person's device; the store has the public half."""

    id: str
    """The device's own id for it, in base64url."""
    account: str
    public_key: bytes
    uses: int
    """The number of uses, if the device counts them."""
    device: str
    at: str
    used_at: str = ""


ACCOUNTS = "accounts"
"""The lock held while an office changes, so that two owners cannot remove each other."""


class Accounts(InDatabase):
    """The accounts and their sign-ins."""

    def list_accounts(self) -> list[Account]:
        """Every account, by office and name; empty if this is no club yet."""
        found = _ACCOUNTS.all(self._database, "true")
        return sorted(found, key=lambda each: (list(Office).index(each.office), each.name.casefold(), each.id))

    def find_account(self, account: str) -> Account | None:
        """The account of this id."""
        return _ACCOUNTS.first(self._database, "id = ?", account)

    def appoint(self, account: str, office: Office, by: str, entry: AuditEntry | None = None) -> bool:
        """Give an account another office, and void the ways in that are not good any more with it.

        A former director becomes view-only at the games of others.

        :param by: the account that appoints; empty for the machine itself.
        :param entry: added to the audit log in the same transaction, if it is done; as in the methods below.
        :return: False if the account is not there, no owner would be left, or ``by`` may not do it at this moment.
        """
        with self._database.write(ACCOUNTS) as rows:
            if not _may_change(rows, by, account, office):
                return False
            if office is not Office.OWNER and _is_last_owner(rows, account):
                return False
            was = office_of(rows, account)
            if was is office:
                return True
            rows.run("update account set office = ? where id = ?", office.value, account)
            void_ways_in(rows)
            if was and was.reaches(Office.DIRECTOR) and not office.reaches(Office.DIRECTOR):
                stop_scoring(rows, device_of(account))
            write_entry(rows, entry)
            return True

    def rename(self, account: str, name: str, entry: AuditEntry | None = None) -> bool:
        """Rename an account; return False if it does not exist."""
        return change(self._database, entry, "update account set name = ? where id = ?", name, account) > 0

    def remove(self, account: str, by: str, entry: AuditEntry | None = None) -> bool:
        """Remove an account with its sign-ins, its passkeys and the ways in that it made.

        :param by: the account that removes it; empty for the machine itself.
        :return: False if it is not there, no owner would be left, or ``by`` may not do it at this moment.
        """
        with self._database.write(ACCOUNTS) as rows:
            if not _may_change(rows, by, account) or _is_last_owner(rows, account):
                return False
            rows.run("delete from way_in where account_id = ? or made_by = ?", account, account)
            for table in ("sign_in", "passkey"):
                rows.run(f"delete from {table} where account_id = ?", account)  # noqa: S608 - all ours
            rows.run("delete from account where id = ?", account)
            write_entry(rows, entry)
            return True

    def sign_in(self, account: str, device: str, at: str) -> str | None:
        """Sign a device in; return its token, which only that device sees; None if there is no such account."""
        with self._database.write(ACCOUNTS) as rows:
            return sign_in(rows, account, device, at)

    def find_sign_in(self, token: str, since: str) -> tuple[Account, SignIn] | None:
        """Return the account and sign-in of a token used at ``since`` or later."""
        with self._database.read() as rows:
            found = _SIGN_INS.first(rows, "id = ? and seen_at >= ?", hashed(token), since)
            account = found and _ACCOUNTS.first(rows, "id = ?", found.account)
        return (account, found) if account and found else None

    def see(self, sign_in_id: str, at: str) -> None:
        """Note that a device was heard of."""
        self._database.run("update sign_in set seen_at = ? where id = ?", at, sign_in_id)

    def sign_ins_of(self, account: str) -> list[SignIn]:
        """An account's sign-ins, the most recently active first."""
        return _SIGN_INS.all(self._database, "account_id = ? order by seen_at desc, id", account)

    def end(self, account: str, sign_in_id: str) -> bool:
        """Sign one of an account's devices out; false if it is signed in there no more.

        Links that the account made for more of its devices are void, for this one may have made them.
        """
        with self._database.write(ACCOUNTS) as rows:
            rows.run("delete from way_in where account_id = ? and made_by = ?", account, account)
            return rows.count("delete from sign_in where account_id = ? and id = ?", account, sign_in_id) > 0

    def end_all(self, account: str, entry: AuditEntry | None = None) -> None:
        """Sign all of an account's devices out, and void the links that were to sign in more of them."""
        with self._database.write(ACCOUNTS) as rows:
            rows.run("delete from way_in where account_id = ?", account)
            if rows.count("delete from sign_in where account_id = ?", account):
                write_entry(rows, entry)

    def forget_unseen(self, since: str) -> int:
        """Sign out the devices that were not heard of since then; how many."""
        return self._database.count("delete from sign_in where seen_at < ?", since)


def device_of(account: str) -> str:
    """The device id of an account; no cookie can hold this value."""
    return f"account:{account}"


def add_account(rows: Rows, name: str, office: Office, at: str) -> str:
    """Add a person within a transaction; return the account's id."""
    account = random_id()
    insert(rows, "account", id=account, name=name, office=office.value, created_at=at)
    return account


def sign_in(rows: Rows, account: str, device: str, at: str) -> str | None:
    """Sign in as :meth:`Accounts.sign_in` does, within a transaction that holds the accounts."""
    if rows.first("select 1 from account where id = ?", account) is None:
        return None
    token = secrets.token_urlsafe(32)
    insert(rows, "sign_in", **_SIGN_INS.values(SignIn(hashed(token), account, device, at, at)))
    return token


_SEEN_AT = "(select coalesce(max(seen_at), '') from sign_in where account_id = account.id)"
_ACCOUNTS = Records("account", Account, at="created_at", seen_at=_SEEN_AT)
_SIGN_INS = Records("sign_in", SignIn, account="account_id", at="created_at")


def _is_good(rows: Rows, way_in: WayIn) -> bool:
    """Return True if the maker of a way in still has the right to make it.

    What the machine itself made is always good, and so is what an account makes for another device of its own.
    """
    if not way_in.made_by:
        return True
    maker, leads_to = office_of(rows, way_in.made_by), way_in.office or office_of(rows, way_in.account or "")
    if maker is None or leads_to is None:
        return False
    return way_in.made_by == way_in.account or maker.looks_after(leads_to)


def void_ways_in(rows: Rows) -> None:
    """Delete ways in whose makers have lost the right to make them; the transaction must hold the accounts."""
    for each in _WAYS_IN.all(rows, "true"):
        if not _is_good(rows, each):
            rows.run("delete from way_in where id = ?", each.id)


def office_of(rows: Rows, account: str) -> Office | None:
    """The office that an account has now; None if there is no such account."""
    row = rows.first("select office from account where id = ?", account)
    return None if row is None else Office(row["office"])


def _may_change(rows: Rows, by: str, account: str, office: Office | None = None) -> bool:
    """Return True if ``by`` currently looks after both an account and its intended office."""
    has, maker = office_of(rows, account), office_of(rows, by)
    if has is None or not by:
        return has is not None
    return maker is not None and maker.looks_after(has) and (office is None or maker.looks_after(office))


def _is_last_owner(rows: Rows, account: str) -> bool:
    owners = [row["id"] for row in rows.all("select id from account where office = ?", Office.OWNER.value)]
    return owners == [account]


class WaysIn(InDatabase):
    """Tokens that sign a device in, once and until their end. Each is shown once; only its SHA-256 is kept."""

    def invite(self, office: Office, made_by: str, at: str, ends_at: str, entry: AuditEntry | None = None) -> str:
        """Return a new token for a new person, in this office.

        :param entry: added to the audit log in the same transaction, as in the methods below.
        """
        return self._make(office, None, made_by, at, ends_at, entry)

    def let_in(self, account: str, made_by: str, at: str, ends_at: str, entry: AuditEntry | None = None) -> str:
        """A new token for another device of an account."""
        return self._make(None, account, made_by, at, ends_at, entry)

    def find(self, token: str, at: str) -> WayIn | None:
        """Return the way in of a token, or None if it is not valid at this moment.

        It is good until it is used, revoked or has ended, and as long as its maker may still make it.
        """
        with self._database.read() as rows:
            return _find_way_in(rows, token, at)

    def use_up(self, token: str, name: str, device: str, at: str, entry: AuditEntry | None = None) -> str | None:
        """Sign a device in with a token, which is good no more afterwards; the sign-in's token.

        :param name: what somebody new is called.
        :return: None if the way in is not good any more, as :meth:`find` says.
        """
        with self._database.write(ACCOUNTS) as rows:
            found = _find_way_in(rows, token, at)
            if found is None:
                return None
            rows.run("delete from way_in where id = ?", found.id)
            account = add_account(rows, name, found.office, at) if found.office else str(found.account)
            write_entry(rows, entry)
            return sign_in(rows, account, device, at)

    def list_ways_in(self, at: str) -> list[WayIn]:
        """Return the valid ways in, oldest first."""
        return _WAYS_IN.all(self._database, "ends_at > ? order by created_at, id", at)

    def take_back(self, way_in: str, entry: AuditEntry | None = None) -> bool:
        """Revoke a way in; return False if it does not exist."""
        return change(self._database, entry, "delete from way_in where id = ?", way_in) > 0

    def forget_ended(self, at: str) -> int:
        """Throw away those that have ended; how many."""
        return self._database.count("delete from way_in where ends_at <= ?", at)

    def _make(
        self, office: Office | None, account: str | None, made_by: str, at: str, ends_at: str, entry: AuditEntry | None
    ) -> str:
        token = secrets.token_urlsafe(16)
        with self._database.write() as rows:
            insert(rows, "way_in", **_WAYS_IN.values(WayIn(hashed(token), office, account, made_by, at, ends_at)))
            write_entry(rows, entry)
        return token


_WAYS_IN = Records("way_in", WayIn, account="account_id", at="created_at")


def _find_way_in(rows: Rows, token: str, at: str) -> WayIn | None:
    found = _WAYS_IN.first(rows, "id = ? and ends_at > ?", hashed(token), at)
    return found if found and _is_good(rows, found) else None


class Passkeys(InDatabase):
    """The public halves of key pairs that never leave their devices."""

    def add(self, key: Passkey) -> bool:
        """Keep one more; false if it is kept already."""
        return insert_new(self._database, "passkey", **_PASSKEYS.values(key))

    def find(self, key: str) -> Passkey | None:
        """The passkey of this id."""
        return _PASSKEYS.first(self._database, "id = ?", key)

    def list_passkeys(self, account: str) -> list[Passkey]:
        """Return an account's passkeys, oldest first."""
        return _PASSKEYS.all(self._database, "account_id = ? order by created_at, id", account)

    def use(self, key: str, uses: int, at: str) -> None:
        """Note a use of a passkey, and the count of uses that its device reports."""
        self._database.run("update passkey set uses = ?, used_at = ? where id = ?", uses, at, key)

    def remove(self, account: str, key: str) -> bool:
        """Remove one of an account's passkeys; return False if it has none of this id."""
        return self._database.count("delete from passkey where account_id = ? and id = ?", account, key) > 0

    def answer(self, question: str, at: str) -> bool:
        """Note that a question was answered; false if it was before."""
        return insert_new(self._database, "answered", question=hashed(question), at=at)

    def forget_answered(self, before: str) -> int:
        """Delete the notes about expired challenges; return how many."""
        return self._database.count("delete from answered where at < ?", before)


_PASSKEYS = Records("passkey", Passkey, account="account_id", at="created_at")
