"""A table to try writing to."""

from __future__ import annotations

from companion.store.database import Database

BEAT_BYTES = 16384


def beat(database: Database) -> None:
    """Write as much as a tap does, and take it away again, to learn whether there is room for one.

    :raises StoreError: if there is none.
    """
    with database.write() as rows:
        rows.run("insert into pulse (ballast) values (?)", bytes(BEAT_BYTES))
        rows.run("delete from pulse")
