"""What lies behind a store."""

from __future__ import annotations

from companion.store import Store
from companion.store.sqlite import Sqlite


def sqlite_of(store: Store) -> Sqlite:
    """The SQLite file of a store."""
    assert isinstance(store.database, Sqlite)
    return store.database
