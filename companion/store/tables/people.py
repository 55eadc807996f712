"""The names that were last used at a device, so that a table is set up without typing. Of its id a hash is kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.store.database import Database, Row
from companion.store.membership import hashed
from companion.store.tables.columns import next_turn

NAMES_KEPT = 40


class People:
    """Remembered names, apart for each device, which is told by its own id."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def remember_names(self, device: str, names: Sequence[str], at: str) -> None:
        """Put these names before all others of the device, in this order; the oldest beyond 40 are forgotten."""
        mark = hashed(device)
        with self._database.write(f"names of {mark}") as rows:
            turn = next_turn(rows, "remembered_name")
            used = ((mark, name, at, place, turn) for place, name in enumerate(dict.fromkeys(names)))
            rows.run_many(_USE, used)
            for name in _names(rows.all(_BY_USE, mark))[NAMES_KEPT:]:
                rows.run("delete from remembered_name where device = ? and name = ?", mark, name)

    def remembered_names(self, device: str) -> list[str]:
        """The names used at a device: those of the last time in the order given then, and older ones after them."""
        with self._database.read() as rows:
            return _names(rows.all(_BY_USE, hashed(device)))


_USE = (
    "insert into remembered_name (device, name, used_at, place, turn) values (?, ?, ?, ?, ?) "
    "on conflict (device, name) do update set used_at = excluded.used_at, place = excluded.place, "
    "turn = excluded.turn"
)
_BY_USE = "select name from remembered_name where device = ? order by turn desc, place, name"


def _names(rows: Iterable[Row]) -> list[str]:
    return [row["name"] for row in rows]
