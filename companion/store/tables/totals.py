"""How much is kept, for whoever watches over it."""

from __future__ import annotations

from companion.store.database import Database


def games_by_shelf(database: Database) -> dict[str, int]:
    """How many games lie where."""
    with database.read() as rows:
        return {
            row["shelf"]: row["games"] for row in rows.all("select shelf, count(*) as games from game group by shelf")
        }
