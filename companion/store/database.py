"""What the tables ask of a database; ``sqlite`` and ``postgres`` answer it, each in its own dialect.

Statements are written once, with ``?`` for each value. A database that many may write to at once is told by ``write``
what has to be written by one at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from enum import Enum, auto
from typing import Any, Protocol

from companion.store.bell import Bell

Row = Mapping[str, Any]
"""The values of a row by the names of their columns."""

Value = str | int | bytes | None


def unheard(_seconds: float) -> None:
    """Nobody counts how long writers wait."""


class Opening(Enum):
    """What may happen to the tables when a database is opened."""

    READ = auto()
    """Nothing is written, then or later. Tables of an older companion are opened, too."""
    AS_IT_IS = auto()
    """Tables are made where there are none; those of an older companion are refused."""
    UPGRADE = auto()
    """Tables are made, or brought up to date; what was there is copied first."""


class Rows(Protocol):
    """The tables within one transaction."""

    def first(self, sql: str, *values: Value) -> Row | None:
        """The first row that is found, if any."""
        ...

    def all(self, sql: str, *values: Value) -> list[Row]:
        """Every row that is found, in order."""
        ...

    def each(self, sql: str) -> Iterator[Row]:
        """Every row that is found, few at a time, however many there are."""
        ...

    def run(self, sql: str, *values: Value) -> None:
        """Carry out a statement whose outcome shows when the transaction ends."""
        ...

    def run_many(self, sql: str, rows: Iterable[tuple[Value, ...]]) -> None:
        """Carry out a statement for each of ``rows``."""
        ...

    def count(self, sql: str, *values: Value) -> int:
        """Carry out a statement; how many rows it changed."""
        ...

    def ring(self, topic: str) -> None:
        """Wake whoever follows ``topic``, in every process, once what is written here is there for all to see."""
        ...


class Database(Protocol):
    """The companion's tables, and the bell that rings after writes."""

    bell: Bell
    lacking: tuple[int, ...]
    """The versions that tables of an older companion lack; some only if they were opened by ``Opening.READ``."""
    on_wait: Callable[[float], object]
    """Told how many seconds each writer waited for its turn."""

    @property
    def where(self) -> str:
        """What a person knows it by; no password is in it."""
        ...

    def read(self) -> AbstractContextManager[Rows]:
        """A transaction that reads: all that it finds is of one moment.

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

    def faults(self) -> list[str]:
        """What the database itself finds wrong with its tables: nothing, if all is well."""
        ...

    def size(self) -> int:
        """How many bytes it takes.

        :raises StoreError: if nothing can be read.
        """
        ...

    def close(self) -> None:
        """Send those who wait for a change away, and let go of everything."""
        ...
