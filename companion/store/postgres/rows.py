"""Statements in PostgreSQL, where many transactions write at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import count, zip_longest
from weakref import WeakKeyDictionary

from psycopg import ClientCursor, Connection
from psycopg.rows import DictRow
from typing_extensions import override

from companion.store.database import Row, Rows, Value

CHANNEL = "companion"
"""Where it is told which topics have moved on."""
FETCHED_AT_ONCE = 100
MOST_QUEUED = 64 * 1024
"""More than so much at once is slower again: the database reads the whole of a message before it begins."""
LARGE = 16 * 1024
_KNOWN: WeakKeyDictionary[Connection[DictRow], dict[str, str]] = WeakKeyDictionary()
"""The names of the statements that each connection has planned; a name is never used again."""
_NAMES = count()
READING = b"begin isolation level repeatable read read only"
WRITING = b"begin"
_HOLD = "select pg_advisory_xact_lock(hashtextextended(?, 0))"
_NOTIFY = "select pg_notify(?, ?)"
# A transaction that notifies holds a lock of the whole server while it commits: with what was written in it, each tap
# would wait for the disk by itself. So it is told right afterwards, and waits for no disk.
_TELL = (b"begin", b"set local synchronous_commit = off")


class PostgresRows(Rows):
    """The tables within a transaction of one connection, which is in autocommit.

    What only writes waits for what is asked next, or for the end, and goes out with it: a tap is two messages, the
    first up to the question where the game stands, the second with all that is written. Each statement still sees what
    was committed before it, so that what was waited for by a lock is seen.
    """

    def __init__(self, connection: Connection[DictRow], begin: bytes) -> None:
        self._connection = connection
        self._cursor = ClientCursor(connection)
        self._queued = [begin]
        self._size = 0
        self._new: dict[str, str] = {}
        self.topics: list[str] = []
        """What is told once the transaction is over."""

    def hold(self, name: str) -> None:
        """Wait until nobody else holds this name, and keep it to the end of the transaction."""
        self.run(_HOLD, name)

    def commit(self) -> None:
        """End the transaction; what it wrote is on disk. Then tell it."""
        self._queued.append(b"commit")
        if self.topics:
            self._queued += _TELL
            for topic in self.topics:
                self.run(_NOTIFY, CHANNEL, topic)
            self._queued.append(b"commit")
        self._send()

    @override
    def first(self, sql: str, *values: Value) -> Row | None:
        return self._asked(sql, values).fetchone()

    @override
    def all(self, sql: str, *values: Value) -> list[Row]:
        return list(self._asked(sql, values).fetchall())

    @override
    def each(self, sql: str) -> Iterator[Row]:
        self.run(f"declare each_row no scroll cursor for {sql}")
        while found := self.all(f"fetch {FETCHED_AT_ONCE} from each_row"):
            yield from found
        self.run("close each_row")

    @override
    def run(self, sql: str, *values: Value) -> None:
        if any(isinstance(value, bytes) and len(value) > LARGE for value in values):
            self._run_apart(sql, values)
            return
        statement = self._cursor.mogrify(self._prepared(sql).encode(), [_that_it_takes(value) for value in values])
        self._queued.append(statement.encode())
        self._size += len(statement)
        if self._size > MOST_QUEUED:
            self._send()

    @override
    def run_many(self, sql: str, rows: Iterable[tuple[Value, ...]]) -> None:
        for row in rows:
            self.run(sql, *row)

    @override
    def count(self, sql: str, *values: Value) -> int:
        return self._asked(sql, values).rowcount

    @override
    def ring(self, topic: str) -> None:
        self.topics.append(topic)

    def _prepared(self, sql: str) -> str:
        """The statement as one that this connection knows already, so that it need not be planned each time."""
        if "?" not in sql:
            return sql
        known = _KNOWN.setdefault(self._connection, {})
        name = known.get(sql) or self._new.get(sql)
        if name is None:
            name = self._new[sql] = f"companion_{next(_NAMES)}"
            self._queued.append(f"prepare {name} as {_numbered(sql)}".encode())
        return f"execute {name}({', '.join(['%s'] * sql.count('?'))})"

    def _run_apart(self, sql: str, values: tuple[Value, ...]) -> None:
        """Send a photo as it is: written out in the statement, it would be in memory many times over."""
        self._send()
        marks = ["%b" if isinstance(value, bytes) else "%s" for value in values]
        statement = "".join(part + mark for part, mark in zip_longest(sql.split("?"), marks, fillvalue=""))
        self._connection.execute(statement.encode(), [_that_it_takes(value) for value in values])

    def _asked(self, sql: str, values: tuple[Value, ...]) -> ClientCursor[DictRow]:
        self.run(sql, *values)
        return self._send()

    def _send(self) -> ClientCursor[DictRow]:
        """Send what waits, and stand at what the last statement led to."""
        if self._queued:
            self._cursor.execute(b";\n".join(self._queued))
            self._queued, self._size = [], 0
            _KNOWN.setdefault(self._connection, {}).update(self._new)
            self._new = {}
            while self._cursor.nextset():
                pass
        return self._cursor


@lru_cache(maxsize=256)
def _numbered(sql: str) -> str:
    first, *rest = sql.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, start=1))


def _that_it_takes(value: Value) -> Value:
    # It knows no text with a NUL. No name, id or key of ours has one, so that none is mistaken for another.
    return value.replace("\0", "\N{SYMBOL FOR NULL}") if isinstance(value, str) else value
