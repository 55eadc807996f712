"""The tables, read from ``schema.sql``: what copies, inserts and checks must know of a table follows from there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.store.database import Rows, Value

SCHEMA = Path(__file__).with_name("schema.sql").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Table:
    """A table."""

    name: str
    columns: Mapping[str, str]
    """The declaration of each column, as SQLite reads it, by the column's name."""
    key: tuple[str, ...]
    """The columns of its primary key; empty if it has none."""

    def is_number(self, column: str) -> bool:
        """Return True if a column holds whole numbers, or yes and no."""
        return self.columns[column].startswith("integer")

    def is_truth(self, column: str) -> bool:
        """Return True if a column holds yes and no, which SQLite keeps as a number."""
        return f"check ({column} in (0, 1))" in self.columns[column]

    def is_counted(self, column: str) -> bool:
        """Return True if a column holds numbers from 1, not from 0."""
        return f"check ({column} > 0)" in self.columns[column]


def _read_tables(sql: str) -> Iterator[Table]:
    for name, body in re.findall(r"create table (\w+) \((.*?)\)[a-z, ]*;", re.sub(r"--.*", "", sql), re.DOTALL):
        columns, key = {}, re.findall(r"primary key \((.*)\)", body)
        for part in re.split(r",(?![^(]*\))", body):  # the commas outside parentheses
            column, declared = part.split(maxsplit=1)
            if column not in {"primary", "check"}:
                columns[column.strip('"')] = declared
        single = [column for column, declared in columns.items() if "primary key" in declared]
        yield Table(name, columns, tuple(key[0].split(", ") if key else single))


TABLES: Mapping[str, Table] = {table.name: table for table in _read_tables(SCHEMA)}
"""Every table by its name, each after those that it refers to."""
UNLESS_THERE = "on conflict do nothing"


def insert(rows: Rows, table: str, conflict: str = "", /, **values: Value) -> None:
    """Insert a row.

    :param conflict: a clause for a row that is there already, such as ``UNLESS_THERE``.
    """
    rows.run(insertion(table, values, conflict), *values.values())


def insert_all(rows: Rows, table: str, found: Iterable[Mapping[str, Value]], conflict: str = "") -> None:
    """Insert rows with values for the same columns, in the same order."""
    listed = [*found]
    if listed:
        rows.run_many(insertion(table, listed[0], conflict), (tuple(each.values()) for each in listed))


def insert_new(rows: Rows, table: str, /, **values: Value) -> bool:
    """Insert a row unless it is there already; return True if it was not."""
    return rows.count(insertion(table, values, UNLESS_THERE), *values.values()) > 0


def put(rows: Rows, table: str, /, **values: Value) -> None:
    """Insert a row, or overwrite these columns of the row with its key."""
    insert(rows, table, overwrite(table, values), **values)


def overwrite(table: str, columns: Iterable[str]) -> str:
    """Return the conflict clause that overwrites these columns of the row with its key."""
    key = TABLES[table].key
    changed = ", ".join(f'"{column}" = excluded."{column}"' for column in columns if column not in key)
    return f"on conflict ({', '.join(key)}) do update set {changed}"


def insertion(table: str, columns: Iterable[str], conflict: str = "") -> str:
    """Return the statement that inserts a row with a value for each of these columns."""
    names = [f'"{column}"' for column in columns]
    marks = ", ".join("?" * len(names))
    return f'insert into "{table}" ({", ".join(names)}) values ({marks}) {conflict}'.rstrip()  # noqa: S608 - all ours
