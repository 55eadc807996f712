"""The key that signs what a server hands out. It lies in the database, so that a backup has it too."""

from __future__ import annotations

import secrets
from pathlib import Path

from companion.store.sqlite.database import Sqlite

_NAME = "signing"


class Secret:
    """The one signing key of a data folder."""

    def __init__(self, sqlite: Sqlite) -> None:
        self._sqlite = sqlite

    def key(self) -> str:
        """The key, made at the first call; one in a file ``secret.key`` beside the database is taken over."""
        with self._sqlite.write() as db:
            kept = db.execute("select value from secret where name = ?", [_NAME]).fetchone()
            if kept is not None:
                return str(kept[0])
            file = self._sqlite.path.with_name("secret.key")
            key = _key_in(file) or secrets.token_urlsafe(32)
            db.execute("insert into secret values (?, ?)", [_NAME, key])
        file.unlink(missing_ok=True)
        return key


def _key_in(file: Path) -> str:
    """The key in a file as earlier companions kept it; empty where there is none."""
    return file.read_text(encoding="ascii").strip() if file.exists() else ""
