"""Statements in PostgreSQL, where many transactions write at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import count, zip_longest
from weakref import WeakKeyDictionary

from psycopg import ClientCursor, Connection, OperationalError
from psycopg.errors import DivisionByZero, error_from_result
from psycopg.pq import DiagnosticField, Escaping, ExecStatus
from psycopg.pq.abc import PGresult
from psycopg.rows import DictRow
from typing_extensions import override

from companion.store.database import Row, Rows, Value
from companion.store.errors import NothingChanged

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
# To divide by none is what ends a transaction, with all that was sent along, without a question in between.
_INSIST = "with changed as ({} returning 1) select 1 / count(*) from changed"


class PostgresRows(Rows):
    """The tables within a transaction of one connection, which is in autocommit.

    What only writes waits for what is asked next, or for the end, and goes out with it: a tap, which asks nothing, is
    one message. Each statement still sees what was committed before it, so that what was waited for by a lock is seen.
    """

    def __init__(self, connection: Connection[DictRow], begin: bytes) -> None:
        self._connection = connection
        self._escaping = Escaping(connection.pgconn)
        self._known = _KNOWN.setdefault(connection, {})
        self._new: dict[str, str] = {}
        self._queued = [begin]
        self._size = 0
        self.topics: list[str] = []
        """What is told once the transaction is over."""

    def hold(self, name: str) -> None:
        """Wait until nobody else holds this name, and keep it to the end of the transaction."""
        self.run(_HOLD, name)

    def commit(self) -> None:
        """End the transaction; what it wrote is on disk."""
        if self._queued[:1] == [WRITING]:
            del self._queued[0]  # what is sent in one message is a transaction by itself
        else:
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
        statement = self._statement(sql, values)
        self._queued.append(statement)
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
    def insist(self, sql: str, *values: Value) -> None:
        self.run(_INSIST.format(sql), *values)

    @override
    def ring(self, topic: str) -> None:
        self.topics.append(topic)

    def _statement(self, sql: str, values: tuple[Value, ...]) -> bytes:
        """The statement as one that this connection knows already, so that it need not be planned each time."""
        if not values:
            return sql.encode()
        name = self._known.get(sql) or self._new.get(sql)
        if name is None:
            name = self._new[sql] = f"companion_{next(_NAMES)}"
            self._queued.append(f"prepare {name} as {_numbered(sql)}".encode())
        return b"execute %s(%s)" % (name.encode(), b", ".join(map(self._literal, values)))

    def _literal(self, value: Value) -> bytes:
        """A value as it is written in a statement; the library of PostgreSQL itself says how text is."""
        if isinstance(value, str):
            return self._escaping.escape_literal(_that_it_takes(value).encode())
        if isinstance(value, bytes):
            return self._escaping.escape_literal(b"\\x" + value.hex().encode())
        return b"null" if value is None else str(value).encode()

    def _run_apart(self, sql: str, values: tuple[Value, ...]) -> None:
        """Send a photo as it is: written out in the statement, it would be in memory many times over."""
        self._send()
        marks = ["%b" if isinstance(value, bytes) else "%s" for value in values]
        statement = "".join(part + mark for part, mark in zip_longest(sql.split("?"), marks, fillvalue=""))
        taken = [_that_it_takes(value) if isinstance(value, str) else value for value in values]
        self._connection.execute(statement.encode(), taken)

    def _asked(self, sql: str, values: tuple[Value, ...]) -> ClientCursor[DictRow]:
        """Send what waits with a question behind it, and stand at its answer."""
        self.run(sql, *values)
        cursor = ClientCursor(self._connection)
        try:
            cursor.execute(self._message())
        except DivisionByZero as fault:
            raise NothingChanged from fault
        self._known.update(self._new)
        while cursor.nextset():
            pass
        return cursor

    def _send(self) -> None:
        """Send what waits; nobody asks what came of each statement."""
        if not self._queued:
            return
        result = self._connection.pgconn.exec_(self._message())
        if result.status == ExecStatus.FATAL_ERROR:
            raise _fault(result)
        self._known.update(self._new)

    def _message(self) -> bytes:
        message = b";\n".join(self._queued)
        self._queued, self._size = [], 0
        return message


def _fault(result: PGresult) -> Exception:
    if result.error_field(DiagnosticField.SQLSTATE) is None:  # it is libpq that speaks: the line is cut
        return OperationalError(result.get_error_message())
    fault = error_from_result(result)
    return NothingChanged() if isinstance(fault, DivisionByZero) else fault


@lru_cache(maxsize=256)
def _numbered(sql: str) -> str:
    first, *rest = sql.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, start=1))


def _that_it_takes(text: str) -> str:
    # It knows no text with a NUL. No name, id or key of ours has one, so that none is mistaken for another.
    return text.replace("\0", "\N{SYMBOL FOR NULL}")
