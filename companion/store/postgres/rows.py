"""Statements in PostgreSQL, where many transactions write at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from psycopg import Connection, Cursor, Pipeline
from psycopg.rows import DictRow
from typing_extensions import override

from companion.store.database import Row, Rows, Value

CHANNEL = "companion"
"""Where it is told which topics have moved on."""
FETCHED_AT_ONCE = 200
_HOLD = "select pg_advisory_xact_lock(hashtextextended(?, 0))"
_NOTIFY = "select pg_notify(?, ?)"


class PostgresRows(Rows):
    """The tables within a transaction of one connection.

    In a pipeline only what is asked waits for its answer: the writes of a tap go out together.
    """

    def __init__(self, connection: Connection[DictRow], pipeline: Pipeline | None = None) -> None:
        self._connection = connection
        self._pipeline = pipeline
        self.topics: list[str] = []
        """What this process rings by itself once the transaction is over."""

    def hold(self, name: str) -> None:
        """Wait until nobody else holds this name, and keep it to the end of the transaction."""
        self.run(_HOLD, name)

    @override
    def first(self, sql: str, *values: Value) -> Row | None:
        return self._execute(sql, values).fetchone()

    @override
    def all(self, sql: str, *values: Value) -> list[Row]:
        return list(self._execute(sql, values).fetchall())

    @override
    def each(self, sql: str) -> Iterator[Row]:
        # Not psycopg's own cursor of the server, which does not go with a pipeline.
        self.run(f"declare each_row no scroll cursor for {sql}")
        while found := self.all(f"fetch {FETCHED_AT_ONCE} from each_row"):
            yield from found
        self.run("close each_row")

    @override
    def run(self, sql: str, *values: Value) -> None:
        self._execute(sql, values)

    @override
    def run_many(self, sql: str, rows: Iterable[tuple[Value, ...]]) -> None:
        with self._connection.cursor() as cursor:
            cursor.executemany(_in_its_words(sql).encode(), ([_that_it_takes(value) for value in row] for row in rows))

    @override
    def count(self, sql: str, *values: Value) -> int:
        changed = self._execute(sql, values)
        if self._pipeline is not None:
            self._pipeline.sync()
        return changed.rowcount

    @override
    def ring(self, topic: str) -> None:
        self.run(_NOTIFY, CHANNEL, topic)
        self.topics.append(topic)

    def _execute(self, sql: str, values: tuple[Value, ...]) -> Cursor[DictRow]:
        return self._connection.execute(_in_its_words(sql).encode(), [_that_it_takes(value) for value in values])


@lru_cache(maxsize=256)
def _in_its_words(sql: str) -> str:
    return sql.replace("?", "%s")


def _that_it_takes(value: Value) -> Value:
    # It knows no text with a NUL. No name, id or key of ours has one, so that none is mistaken for another.
    return value.replace("\0", "\N{SYMBOL FOR NULL}") if isinstance(value, str) else value
