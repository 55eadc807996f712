"""The names that were last used at a device, so that a table is set up without typing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.store.sqlite.database import Sqlite

NAMES_KEPT = 40


class People:
    """Remembered names, apart for each device; what names a device is the caller's choice."""

    def __init__(self, sqlite: Sqlite) -> None:
        self._sqlite = sqlite

    def remember_names(self, device_id: str, names: Sequence[str], at: str) -> None:
        """Put these names before all others of the device, in this order; the oldest beyond 40 are forgotten."""
        with self._sqlite.write() as db:
            turn = db.execute(_NEXT_TURN).fetchone()[0]
            rows = [
                {"device_id": device_id, "name": name, "used_at": at, "place": place, "turn": turn}
                for place, name in enumerate(dict.fromkeys(names))
            ]
            db.table("remembered_name").upsert_all(rows, pk=("device_id", "name"))
            for name in _names(db.query(_BY_USE, [device_id]))[NAMES_KEPT:]:
                db.table("remembered_name").delete((device_id, name))

    def remembered_names(self, device_id: str) -> list[str]:
        """The names used at a device: those of the last time in the order given then, and older ones after them."""
        with self._sqlite.read() as db:
            return _names(db.query(_BY_USE, [device_id]))


_BY_USE = "select name from remembered_name where device_id = ? order by turn desc, place, name"
# Clocks are set back; the order in which names were used is counted.
_NEXT_TURN = "select coalesce(max(turn), 0) + 1 from remembered_name"


def _names(rows: Iterable[Mapping[str, str]]) -> list[str]:
    return [row["name"] for row in rows]
