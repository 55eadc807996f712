"""The passkeys of accounts, and the questions that were answered with one: each is answered once."""

from __future__ import annotations

from companion.store.club import Passkey
from companion.store.database import Database, Row
from companion.store.membership import hashed


class Passkeys:
    """The public halves of key pairs that never leave their devices."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, key: Passkey) -> bool:
        """Keep one more; false if it is kept already."""
        with self._database.write() as rows:
            sql = f"insert into passkey ({_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing"  # noqa: S608
            values = (key.id, key.account, key.public_key, key.uses, key.device, key.at, key.used_at)
            return rows.count(sql, *values) > 0

    def find(self, key: str) -> Passkey | None:
        """The passkey of this id."""
        with self._database.read() as rows:
            row = rows.first(f"{_SELECT} where id = ?", key)
        return None if row is None else _to_passkey(row)

    def list_passkeys(self, account: str) -> list[Passkey]:
        """Those of an account, in the order in which they were made."""
        with self._database.read() as rows:
            found = rows.all(f"{_SELECT} where account_id = ? order by created_at, id", account)
        return [_to_passkey(row) for row in found]

    def use(self, key: str, uses: int, at: str) -> None:
        """Note that one was used, and how often its device says that it was."""
        with self._database.write() as rows:
            rows.run("update passkey set uses = ?, used_at = ? where id = ?", uses, at, key)

    def remove(self, account: str, key: str) -> bool:
        """Let an account be signed in with one of its passkeys no more; false if it has none such."""
        with self._database.write() as rows:
            return rows.count("delete from passkey where account_id = ? and id = ?", account, key) > 0

    def answer(self, question: str, at: str) -> bool:
        """Note that a question was answered; false if it was before."""
        with self._database.write() as rows:
            sql = "insert into answered (question, at) values (?, ?) on conflict do nothing"
            return rows.count(sql, hashed(question), at) > 0

    def forget_answered(self, before: str) -> int:
        """Throw away what was noted of questions that nobody can answer any more; how many."""
        with self._database.write() as rows:
            return rows.count("delete from answered where at < ?", before)


_COLUMNS = "id, account_id, public_key, uses, device, created_at, used_at"
_SELECT = f"select {_COLUMNS} from passkey"  # noqa: S608 - all ours


def _to_passkey(row: Row) -> Passkey:
    return Passkey(
        row["id"],
        row["account_id"],
        bytes(row["public_key"]),
        row["uses"],
        row["device"],
        row["created_at"],
        row["used_at"],
    )
