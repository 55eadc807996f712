"""The tables, read from ``schema.sql``; statements that insert into one; and its rows as records."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from companion.store.database import Body, Row, Rows, Statements, Value, from_json, to_json

SCHEMA = Path(__file__).with_name("schema.sql").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Table:
    """A table, as ``schema.sql`` describes it."""

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


_DESCRIBED = r"create table (?:if not exists )?(\w+) \((.*?)\)[a-z, ]*;"


def _read_tables(sql: str) -> Iterator[Table]:
    for name, body in re.findall(_DESCRIBED, re.sub(r"--.*", "", sql), re.DOTALL):
        columns, key = {}, re.findall(r"primary key \((.*)\)", body)
        for part in re.split(r",(?![^(]*\))", body):  # the commas outside parentheses
            column, declared = part.strip().split(maxsplit=1)
            if column not in {"primary", "check"}:
                columns[column.strip('"')] = declared
        single = [column for column, declared in columns.items() if "primary key" in declared]
        yield Table(name, columns, tuple(key[0].split(", ") if key else single))


TABLES: Mapping[str, Table] = {table.name: table for table in _read_tables(SCHEMA)}
"""Every table by its name, each after those that it refers to."""
UNLESS_THERE = "on conflict do nothing"


def insert(rows: Statements, table: str, conflict: str = "", /, **values: Value) -> None:
    """Insert a row.

    :param conflict: a clause for a row that is there already, such as ``UNLESS_THERE``.
    """
    rows.run(insertion(table, values, conflict), *values.values())


def insert_all(rows: Rows, table: str, found: Iterable[Mapping[str, Value]], conflict: str = "") -> None:
    """Insert rows with values for the same columns, in the same order."""
    listed = [*found]
    if listed:
        rows.run_many(insertion(table, listed[0], conflict), (tuple(each.values()) for each in listed))


def insert_new(rows: Statements, table: str, /, **values: Value) -> bool:
    """Insert a row unless it is there already; return True if it was not."""
    return rows.count(insertion(table, values, UNLESS_THERE), *values.values()) > 0


def put(rows: Statements, table: str, /, **values: Value) -> None:
    """Insert a row, or overwrite these columns of the row with its key."""
    insert(rows, table, overwrite(table, values), **values)


def update(rows: Statements, table: str, which: str, those: Sequence[Value], /, **values: Value) -> int:
    """Change the rows that meet a condition; return how many these were.

    :param those: the values for the marks in the condition.
    """
    changed = ", ".join(f'"{column}" = ?' for column in values)
    return rows.count(f"update {table} set {changed} where {which}", *values.values(), *those)  # noqa: S608 - all ours


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


Record = TypeVar("Record")


class Records(Generic[Record]):
    """The rows of a table as records of a dataclass.

    A field is the column of its name, unless another one is given. By its type, text becomes an enum or a JSON object,
    and a number becomes true or false.
    """

    def __init__(self, table: str, kind: type[Record], **kept: str) -> None:
        """Prepare for a dataclass.

        :param kept: by fields with another name, their columns; by computed fields, their SQL.
        """
        hints = get_type_hints(kind)
        named = {field: kept.get(field, field) for field in hints}
        self._table, self._kind = table, kind
        self._columns = {field: column for field, column in named.items() if column in TABLES[table].columns}
        self._conversions = {field: convert for field in hints if (convert := _conversion(hints[field]))}
        sql = {field: f'{table}."{column}"' for field, column in self._columns.items()}
        found = ", ".join(f'{sql} as "{field}"' for field, sql in {**kept, **sql}.items())
        self.select = f"select {found} from {table}"  # noqa: S608 - all ours

    def values(self, record: Record) -> dict[str, Value]:
        """Return the values of a record's fields, by their columns."""
        return {column: _to_value(getattr(record, field)) for field, column in self._columns.items()}

    def read(self, row: Row) -> Record:
        """Return the record of a row that ``select`` has found.

        :raises Damaged: if a JSON column holds no object.
        """
        values, whose = dict(row), f"of {self._table} {row['id']}" if "id" in row else f"of a {self._table}"
        for field, convert in self._conversions.items():
            if values.get(field) is not None:
                values[field] = convert(values[field], f"{whose} the {field}")
        return self._kind(**values)

    def first(self, rows: Statements, which: str, *values: Value) -> Record | None:
        """Return the record of the first row that meets a condition, if any."""
        row = rows.first(f"{self.select} where {which}", *values)
        return None if row is None else self.read(row)

    def all(self, rows: Statements, which: str, *values: Value) -> list[Record]:
        """Return the records of all rows that meet a condition; an order may follow it."""
        return [self.read(row) for row in rows.all(f"{self.select} where {which}", *values)]


def _to_value(value: Any) -> Value:
    if isinstance(value, Mapping):
        return to_json(value)
    return value.value if isinstance(value, Enum) else value  # type: ignore[no-any-return]


def _conversion(hint: Any) -> Callable[[Any, str], Any] | None:
    """Return what makes a field of a column's value, given with its name for people; None if it is the value itself."""
    hints = (hint,) if hint == Body else get_args(hint) or (hint,)
    if Body in hints:
        return from_json
    if bool in hints:
        return lambda value, _what: bool(value)
    enum: type[Enum] | None = next((each for each in hints if issubclass(each, Enum)), None)
    if enum is None:
        return None
    known = {each.value: each for each in enum}
    return lambda value, _what: known.get(value, value) if str in hints else enum(value)
