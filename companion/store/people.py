"""The names last used at a device, and the claims about who is who. Device ids are hashed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.figures.who import People, Said, Saying, people_of
from companion.store.audit import AuditEntry, write_entry
from companion.store.database import InDatabase, Row, Rows, Statements, next_turn
from companion.store.membership import hashed
from companion.store.tables import insert, put

NAMES_KEPT = 40


class RememberedNames(InDatabase):
    """Remembered names, apart for each device, which is identified by its own id."""

    def remember_names(self, device: str, names: Sequence[str], at: str) -> None:
        """Put these names before all others of the device, in this order; the oldest beyond 40 are forgotten."""
        mark = hashed(device)
        with self._database.write(f"names of {mark}") as rows:
            turn = next_turn(rows, "remembered_name")
            for place, name in enumerate(dict.fromkeys(names)):
                put(rows, "remembered_name", device=mark, name=name, used_at=at, place=place, turn=turn)
            for name in _names(rows.all(_BY_USE, mark))[NAMES_KEPT:]:
                rows.run("delete from remembered_name where device = ? and name = ?", mark, name)

    def remembered_names(self, device: str) -> list[str]:
        """The names used at a device: those of the last time in the order given then, and older ones after them."""
        return _names(self._database.all(_BY_USE, hashed(device)))


_BY_USE = "select name from remembered_name where device = ? order by turn desc, place, name"


def _names(rows: Iterable[Row]) -> list[str]:
    return [row["name"] for row in rows]


class Sayings(InDatabase):
    """The identities of people on this server, as a fold of the claims."""

    def say(self, saying: Saying, who: str, at: str, entry: AuditEntry | None = None) -> None:
        """Write down one more saying, unless it is the last one again; the last word on a matter holds.

        :param who: the phone that said it.
        :param entry: what the log says of it.
        """
        with self._database.write("saying") as rows:
            last = rows.first("select said, name, other, who from saying order by turn desc limit 1")
            if last is None or tuple(last.values()) != (saying.said.value, saying.name, saying.other, who):
                _say(rows, saying, who, at)
                write_entry(rows, entry)

    def release(self, person: str, who: str, at: str, to: str = "", entry: AuditEntry | None = None) -> None:
        """Release a person from all phones and accounts, and give it to ``to`` if that is set."""
        with self._database.write("saying") as rows:
            people = _people(rows)
            for holder in sorted(people.phones.get(people.key(person), ())):
                _say(rows, Saying(Said.NOT_MINE, person, holder), who, at)
            if to:
                _say(rows, Saying(Said.MINE, person, to), who, at)
            write_entry(rows, entry)

    def claim(self, person: str, phone: str, at: str, entry: AuditEntry | None = None) -> bool:
        """Record that a phone is a person's, unless another phone has claimed it; return True if it is now theirs."""
        with self._database.write("saying") as rows:
            people = _people(rows)
            holders = people.phones.get(people.key(person), frozenset())
            if not holders:
                _say(rows, Saying(Said.MINE, person, phone), phone, at)
                write_entry(rows, entry)
            return not holders or phone in holders

    def people(self) -> People:
        """The people after all sayings; one by a newer companion is skipped."""
        return _people(self._database)


def _say(rows: Rows, saying: Saying, who: str, at: str) -> None:
    turn = next_turn(rows, "saying")
    insert(rows, "saying", turn=turn, said=saying.said.value, name=saying.name, other=saying.other, who=who, at=at)


def _people(rows: Statements) -> People:
    known = {said.value for said in Said}
    sayings = rows.all("select said, name, other from saying order by turn")
    return people_of(Saying(Said(row["said"]), row["name"], row["other"]) for row in sayings if row["said"] in known)
