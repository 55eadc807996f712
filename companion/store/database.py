"""The interface that tables use for a database, and common column types; ``sqlite`` and ``postgres`` implement it.

Statements are written once, with ``?`` for each value. For a database with concurrent writers, ``write`` names the
things with one writer at a time.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from enum import Enum, auto
from typing import Any, Protocol

from typing_extensions import override

from companion.rules.names import same_name
from companion.store.bell import Bell
from companion.store.errors import Damaged, NameTaken

Row = Mapping[str, Any]
"""The values of a row by the names of their columns."""

Value = str | int | bytes | None

Json = Any
"""A value that JSON can hold: text, a whole number, true, false, null, a list or an object of such values."""

Body = Mapping[str, Json]
"""A JSON object."""


def unheard(_seconds: float) -> None:
    """Nobody counts how long writers wait."""


class Opening(Enum):
    """The treatment of the tables when a database is opened."""

    READ = auto()
    """The tables are only read. Tables of an older companion are opened, too."""
    AS_IT_IS = auto()
    """Tables are made where there are none; those of an older companion are refused."""
    UPGRADE = auto()
    """Tables are made, or brought up to date; what was there is copied first."""


class Statements(Protocol):
    """What carries out one statement on the tables."""

    def first(self, sql: str, *values: Value) -> Row | None:
        """The first row that is found, if any."""
        ...

    def all(self, sql: str, *values: Value) -> list[Row]:
        """Every row that is found, in order."""
        ...

    def run(self, sql: str, *values: Value) -> None:
        """Carry out a statement whose outcome shows when the transaction ends."""
        ...

    def count(self, sql: str, *values: Value) -> int:
        """Carry out a statement; how many rows it changed."""
        ...


class Rows(Statements, Protocol):
    """The tables within one transaction."""

    def each(self, sql: str) -> Iterator[Row]:
        """Every row that is found, few at a time, however many there are."""
        ...

    def run_many(self, sql: str, rows: Iterable[tuple[Value, ...]]) -> None:
        """Carry out a statement for each of ``rows``."""
        ...

    def ring(self, topic: str) -> None:
        """Wake every follower of ``topic``, in every process, after this transaction is committed."""
        ...


class Database(Statements, Protocol):
    """The companion's tables, and the bell that rings after writes.

    A statement that is given to it, and not to the rows of a transaction, is a transaction by itself.
    """

    bell: Bell
    lacking: tuple[int, ...]
    """The versions that tables of an older companion lack; some only if they were opened by ``Opening.READ``."""
    on_wait: Callable[[float], object]
    """Called with the seconds that each writer waited for its turn."""

    @property
    def where(self) -> str:
        """Its name for people, without a password."""
        ...

    def read(self) -> AbstractContextManager[Rows]:
        """Begin a read transaction, with a view of one moment.

        :raises StoreError: if nothing can be read.
        """
        ...

    def write(self, *held: str) -> AbstractContextManager[Rows]:
        """A transaction that writes: what the block did is on disk when it ends, and nothing of it when it raises.

        :param held: the names of what nobody else may be writing meanwhile.
        :raises AlreadyThere: if a row that it inserts is.
        :raises Unavailable: if nothing can be written just now.
        :raises StoreError: if it cannot be written at all.
        """
        ...

    @override
    def first(self, sql: str, *values: Value) -> Row | None:
        with self.read() as rows:
            return rows.first(sql, *values)

    @override
    def all(self, sql: str, *values: Value) -> list[Row]:
        with self.read() as rows:
            return rows.all(sql, *values)

    @override
    def run(self, sql: str, *values: Value) -> None:
        with self.write() as rows:
            rows.run(sql, *values)

    @override
    def count(self, sql: str, *values: Value) -> int:
        with self.write() as rows:
            return rows.count(sql, *values)

    def faults(self) -> list[str]:
        """The faults that the database itself finds in its tables; empty if it is sound."""
        ...

    def size(self) -> int:
        """Its size in bytes.

        :raises StoreError: if nothing can be read.
        """
        ...

    def close(self) -> None:
        """End every wait for a change, and release everything."""
        ...


class InDatabase:
    """A part of what a database holds."""

    def __init__(self, database: Database) -> None:
        self._database = database


_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # without 0, 1, i, l and o, which are misread aloud and on paper
_LENGTH = 12


def random_id() -> str:
    """Twelve letters and digits that go into an address as they are and can be read out; no two alike in practice."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))


def next_turn(rows: Rows, table: str) -> int:
    """The turn of what is written to a table now. Clocks are set back; the order of writes is counted."""
    last = rows.first(f"select max(turn) as turn from {table}")  # noqa: S608 - all ours
    return 1 + (last["turn"] or 0 if last else 0)


_AT_ONCE = 500
"""The maximum number of values in one statement, for every database."""


def among(rows: Rows, sql: str, those: Collection[str], *before: Value) -> Iterator[Row]:
    """Return the rows found by ``sql`` whose last named column is one of ``those``.

    :param before: the values for the marks in ``sql`` itself.
    """
    listed = [*those]
    for start in range(0, len(listed), _AT_ONCE):
        some = listed[start : start + _AT_ONCE]
        yield from rows.all(f"{sql} in ({', '.join('?' * len(some))})", *before, *some)


def refuse_taken(rows: Rows, table: str, what: str, name: str, own_id: str) -> None:
    """Refuse a second row with a table's existing name, as ``same_name`` compares them.

    :param what: what a row of it is.
    :raises NameTaken: if another than ``own_id`` has it.
    """
    sql = f"select 1 from {table} where folded = ? and id != ?"  # noqa: S608 - all ours
    if rows.first(sql, same_name(name), own_id) is not None:
        raise NameTaken(what, name)


def to_json(value: Json) -> str:
    """The text that a JSON column holds."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def from_json(text: str, what: str) -> Body:
    """The object in a JSON column.

    :raises Damaged: if it holds none; the message begins with ``what``.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise Damaged(f"{what} can't be read: {fault}") from fault
    if not isinstance(value, Mapping):
        raise Damaged(f"{what} can't be read: {text[:40]!r} is no JSON object")
    return value


def json_faults(columns: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Return a sentence for each column, given with its text, that holds no JSON object."""
    for what, text in columns:
        try:
            from_json(text, what)
        except Damaged as fault:
            yield str(fault)
