"""The names that were last used at a device, so that a table is set up without typing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.store.database import Database, Row
from companion.store.tables.columns import next_turn

NAMES_KEPT = 40


class People:
    """Remembered names, apart for each device; what names a device is the caller's choice."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def remember_names(self, device_id: str, names: Sequence[str], at: str) -> None:
        """Put these names before all others of the device, in this order; the oldest beyond 40 are forgotten."""
        with self._database.write(f"names of {device_id}") as rows:
            turn = next_turn(rows, "remembered_name")
            used = ((device_id, name, at, place, turn) for place, name in enumerate(dict.fromkeys(names)))
            rows.run_many(_USE, used)
            for name in _names(rows.all(_BY_USE, device_id))[NAMES_KEPT:]:
                rows.run("delete from remembered_name where device_id = ? and name = ?", device_id, name)

    def remembered_names(self, device_id: str) -> list[str]:
        """The names used at a device: those of the last time in the order given then, and older ones after them."""
        with self._database.read() as rows:
            return _names(rows.all(_BY_USE, device_id))


_USE = (
    "insert into remembered_name (device_id, name, used_at, place, turn) values (?, ?, ?, ?, ?) "
    "on conflict (device_id, name) do update set used_at = excluded.used_at, place = excluded.place, "
    "turn = excluded.turn"
)
_BY_USE = "select name from remembered_name where device_id = ? order by turn desc, place, name"


def _names(rows: Iterable[Row]) -> list[str]:
    return [row["name"] for row in rows]
