"""The key that signs what a server hands out. It lies in the database, so that a backup has it too."""

from __future__ import annotations

import secrets
from pathlib import Path

from companion.store.database import Database

_NAME = "signing"


class Secret:
    """The one signing key of a store."""

    def __init__(self, database: Database, older: Path | None = None) -> None:
        """``older`` is the file in which earlier companions kept the key; one that is there is taken over."""
        self._database = database
        self._older = older

    def key(self) -> str:
        """The key, made or taken over at the first call."""
        with self._database.write("secret") as rows:
            kept = rows.first("select value from secret where name = ?", _NAME)
            if kept is not None:
                return str(kept["value"])
            key = self._older_key() or secrets.token_urlsafe(32)
            rows.run("insert into secret (name, value) values (?, ?)", _NAME, key)
        if self._older is not None:
            self._older.unlink(missing_ok=True)
        return key

    def _older_key(self) -> str:
        """The key in the file; empty where there is none."""
        if self._older is None or not self._older.exists():
            return ""
        return self._older.read_text(encoding="ascii").strip()
