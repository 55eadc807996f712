"""The key that signs what a server hands out. It lies in the database, so that a backup has it too."""

from __future__ import annotations

import secrets

from companion.store.database import Database

_NAME = "signing"


class Secret:
    """The one signing key of a store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def key(self) -> str:
        """The key, made at the first call."""
        with self._database.write("secret") as rows:
            kept = rows.first("select value from secret where name = ?", _NAME)
            if kept is not None:
                return str(kept["value"])
            key = secrets.token_urlsafe(32)
            rows.run("insert into secret (name, value) values (?, ?)", _NAME, key)
        return key
