"""Copy everything from one database into another, and compare the two."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.store.database import Database, Rows, Value
from companion.store.errors import StoreError
from companion.store.tables import TABLES, insertion

GATHERED = (
    "seat_facts",
    "reckoned",
    "usual_meld",
    "spelling",
    "name_word",
    "word_of_game",
    "counted",
    "sum_of",
)
"""Derived tables, gathered again: they may describe other games under the same ids and versions."""
_PASSING = ("schema_version", "answered", "pulse", "work")
"""Tables of what is of no use in a copy."""
KEPT = tuple(name for name in TABLES if name not in (*GATHERED, *_PASSING))
"""The tables with content of their own; each comes after those that it refers to."""
_MOST = 2**256


@dataclass(frozen=True)
class Copied:
    """The content of a table: its number of rows and a checksum of them."""

    table: str
    rows: int
    digest: str


class _Tally:
    """Counts and adds up the rows of a table as they pass; the sum does not depend on their order."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._rows = self._sum = 0

    def over(self, rows: Iterable[tuple[Value, ...]]) -> Iterator[tuple[Value, ...]]:
        """Pass the rows on, and count them."""
        for values in rows:
            self._rows += 1
            self._sum = (self._sum + _hash(values)) % _MOST
            yield values

    @property
    def copied(self) -> Copied:
        """The count and checksum of the rows so far."""
        return Copied(self._table, self._rows, f"{self._sum:064x}")


def copy_tables(source: Database, target: Database, *, in_place: bool = False) -> tuple[Copied, ...]:
    """Write all of one database, as of one moment, into an empty one; all of it or nothing.

    :param in_place: of what the target holds, instead of refusing it.
    :raises StoreError: if the target holds something, or would not hold the same afterwards.
    """
    with target.write() as copy:
        if in_place:
            for table in (*GATHERED, *reversed(KEPT)):
                copy.run(f'delete from "{table}"')  # noqa: S608 - all ours
        if any(copy.first(f'select 1 from "{table}"') for table in KEPT):  # noqa: S608 - all ours
            raise StoreError(f"{target.where} is not empty: a copy overwrites nothing, so name another")
        # The source is let go before the copy is read again: a database ends a transaction in which nothing is asked.
        with source.read() as kept:
            expected = tuple(_copied(kept, copy, table) for table in KEPT)
        held = _contents(copy)
        if held != expected:
            other = next(each.table for each, right in zip(held, expected, strict=True) if each != right)
            raise StoreError(f"{target.where} would not hold the same: the table {other} differs. Nothing was written")
        return held


def contents(database: Database) -> tuple[Copied, ...]:
    """Return the row count and checksum of each table, as of one moment; equal content gives equal results."""
    with database.read() as rows:
        return _contents(rows)


def digest(held: Iterable[Copied]) -> str:
    """Sixteen digits that two databases share if they hold the same."""
    return hashlib.sha256(repr(tuple(held)).encode()).hexdigest()[:16]


def _contents(rows: Rows) -> tuple[Copied, ...]:
    return tuple(_content(rows, table) for table in KEPT)


def _content(rows: Rows, table: str) -> Copied:
    tally = _Tally(table)
    for _ in tally.over(_values(rows, table)):
        pass
    return tally.copied


def _copied(kept: Rows, copy: Rows, table: str) -> Copied:
    tally = _Tally(table)
    copy.run_many(insertion(table, TABLES[table].columns), tally.over(_values(kept, table)))
    return tally.copied


def _hash(values: Iterable[Value]) -> int:
    digest = hashlib.sha256()
    for value in values:
        content = value if isinstance(value, bytes) else repr(value).encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(content) + content)
    return int.from_bytes(digest.digest(), "big")


def _values(rows: Rows, name: str) -> Iterator[tuple[Value, ...]]:
    table = TABLES[name]
    names = ", ".join(f'"{column}"' for column in table.columns)
    for row in rows.each(f'select {names} from "{name}"'):  # noqa: S608 - all ours
        yield tuple(bool(row[each]) if table.is_truth(each) else row[each] for each in table.columns)
