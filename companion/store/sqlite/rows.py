"""Statements in SQLite. It lets one transaction write at a time, so that nothing else need be held."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any

from sqlite_utils import Database as Connection
from typing_extensions import override

from companion.store.database import Row, Rows, Value


class SqliteRows(Rows):
    """The tables of one file, within a transaction of one connection."""

    def __init__(self, db: Connection) -> None:
        # Not sqlite-utils' own `query`, which would set and release a savepoint around each statement.
        self._connection: sqlite3.Connection = db.conn
        self.topics: list[str] = []
        """What is to be rung once the transaction is over."""

    @override
    def first(self, sql: str, *values: Value) -> Row | None:
        found = self._connection.execute(sql, values)
        row = found.fetchone()
        return None if row is None else _named(found, row)

    @override
    def all(self, sql: str, *values: Value) -> list[Row]:
        found = self._connection.execute(sql, values)
        return [_named(found, row) for row in found]

    @override
    def each(self, sql: str) -> Iterator[Row]:
        found = self._connection.execute(sql)
        return (_named(found, row) for row in found)

    @override
    def run(self, sql: str, *values: Value) -> None:
        self._connection.execute(sql, values)

    @override
    def run_many(self, sql: str, rows: Iterable[tuple[Value, ...]]) -> None:
        self._connection.executemany(sql, rows)

    @override
    def count(self, sql: str, *values: Value) -> int:
        return self._connection.execute(sql, values).rowcount

    @override
    def ring(self, topic: str) -> None:
        self.topics.append(topic)


def _named(found: sqlite3.Cursor, row: tuple[Any, ...]) -> Row:
    return {column[0]: value for column, value in zip(found.description, row, strict=True)}
