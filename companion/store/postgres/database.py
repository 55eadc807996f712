"""One PostgreSQL database: its connections, and transactions that are either wholly written or not at all."""

from __future__ import annotations

import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import psycopg
from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import UniqueViolation
from psycopg.rows import DictRow, dict_row
from psycopg_pool import ConnectionPool, PoolClosed
from typing_extensions import override

from companion.settings.written import hide_password
from companion.store.database import Database, Opening, unheard
from companion.store.errors import AlreadyThere, Closed, StoreError
from companion.store.postgres.listener import FarBell
from companion.store.postgres.rows import READING, WRITING, PostgresRows
from companion.store.postgres.teller import CHANNEL, TELL, Teller
from companion.store.postgres.troubles import in_words, not_opened
from companion.store.schema import FIND_VERSION, VERSION_TABLE, accept, refuse_others, statements_from

MOST_CONNECTIONS = 16
WAIT_FOR_A_CONNECTION_S = 5.0
_USUAL: dict[str, Any] = {
    "application_name": "companion",
    "client_encoding": "utf8",
    "connect_timeout": 5,
    # A network that was cut is noticed within half a minute, also by a connection that only listens.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
_SESSION = (
    "select set_config('synchronous_commit', 'on', false), set_config('lock_timeout', '10s', false), "
    "set_config('idle_in_transaction_session_timeout', '60s', false)"
)
_NO_ADDRESS = (
    "this is no address of a PostgreSQL database: {}. Write postgresql://USER:PASSWORD@HOST/NAME, and percent-encode "
    "each character of user and password that is no letter or digit: %40 for @, %2F for /, %23 for #, %25 for %"
)
_NOTHING = ""
"""What is told so that whoever listens hears something: no game has such a name."""
_TABLES_HERE = "select tablename as name from pg_tables where schemaname = current_schema()"
_ONE_AT_A_TIME = "select pg_advisory_xact_lock(hashtextextended('migrations of companion', 0))"
_WAY_BACK = "restore the file of pg_dump into an empty database and use that one, as docs/hosting.md says"
_INVALID = "select indexrelid::regclass::text as name from pg_index where not indisvalid"
_MISREAD = "select coalesce(checksum_failures, 0) as pages from pg_stat_database where datname = current_database()"


class Postgres(Database):
    """The companion's tables in one database.

    Writes are on the database's disk when the block ends. Do not carry an open one over a fork.
    """

    def __init__(self, address: str, opening: Opening = Opening.UPGRADE) -> None:
        """Open the database of an address as libpq takes it: ``postgresql://user@host/name``.

        :raises StoreError: if it can't be reached or used, or was written by a newer companion.
        :raises Older: if it was written by an older one, and is not to be brought up to date.
        """
        self._how: dict[str, Any] = _USUAL | read_address(address)
        reads_only = opening is Opening.READ
        self.on_wait: Callable[[float], object] = unheard
        self.bell = FarBell(lambda: psycopg.connect(**self._how, autocommit=True))
        try:
            with Connection[DictRow].connect(**self._how, row_factory=dict_row) as connection:
                connection.read_only = reads_only
                self.lacking = _bring_up_to_date(connection, self.where, opening)
        except psycopg.Error as fault:
            raise not_opened(self.where, fault) from fault
        self._pool = ConnectionPool(
            kwargs={**self._how, "row_factory": dict_row, "autocommit": True},
            connection_class=Connection[DictRow],
            min_size=1,
            max_size=MOST_CONNECTIONS,
            timeout=WAIT_FOR_A_CONNECTION_S,
            # Left to itself it waits twice as long after each failure, for minutes, and so would whoever asks.
            reconnect_timeout=WAIT_FOR_A_CONNECTION_S,
            configure=_configure_to_read if reads_only else _configure,
            check=_check,
            open=True,
        )
        self._teller = Teller(self._tell)

    @property
    @override
    def where(self) -> str:
        user = f"{self._how['user']}@" if "user" in self._how else ""
        port = f":{self._how['port']}" if "port" in self._how else ""
        return f"postgresql://{user}{self._how.get('host', '')}{port}/{self._how.get('dbname', '')}"

    @override
    @contextmanager
    def read(self) -> Iterator[PostgresRows]:
        with self._sentences(), self._pool.connection() as connection:
            rows = PostgresRows(connection, READING)
            yield rows
            rows.commit()

    @override
    @contextmanager
    def write(self, *held: str) -> Iterator[PostgresRows]:
        begun_at = monotonic()
        with self._sentences(), self._pool.connection() as connection:
            self.on_wait(monotonic() - begun_at)
            rows = PostgresRows(connection, WRITING)
            for name in held:
                rows.hold(name)
            yield rows
            rows.commit()
        for topic in rows.topics:
            self.bell.ring(topic)
        self._teller.tell(rows.topics)

    @override
    def faults(self) -> list[str]:
        with self.read() as rows:
            indexes = [f"index {row['name']} is not valid: reindex it" for row in rows.all(_INVALID)]
            pages = sum(row["pages"] for row in rows.all(_MISREAD))
        return [*indexes, *([f"PostgreSQL has read {pages} damaged pages from its disk"] if pages else [])]

    @override
    def size(self) -> int:
        with self.read() as rows:
            found = rows.first("select pg_database_size(current_database()) as bytes")
        return int(found["bytes"]) if found else 0

    @override
    def close(self) -> None:
        self.bell.close()
        if self.bell.is_listening:
            self._teller.tell([_NOTHING])
        self._teller.close()
        self.bell.join()
        self._pool.close()

    def _tell(self, topics: list[str]) -> None:
        with self._pool.connection() as connection:
            connection.execute(TELL, [CHANNEL, topics])

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        try:
            yield
        except PoolClosed as fault:
            raise Closed from fault
        except UniqueViolation as fault:
            raise AlreadyThere from fault
        except psycopg.Error as fault:
            said = in_words(self.where, fault)
            if said is None:
                raise
            raise said from fault


def _bring_up_to_date(connection: Connection[DictRow], where: str, opening: Opening) -> tuple[int, ...]:
    """See that the tables are up to date, as far as ``opening`` says; the versions that they still lack.

    Of several processes one does it, wholly or not at all, and the others wait.
    """
    found = _found_version(connection, where)
    lacks = accept(where, found, opening, _WAY_BACK)
    if opening is Opening.READ:
        if not found:
            raise StoreError(f"there are no games in {where}")
        return lacks
    if found and not lacks:
        return ()
    encoding = connection.execute("show server_encoding").fetchone()
    if encoding != {"server_encoding": "UTF8"}:
        raise StoreError(f"{where} can't hold every name: make the database with the encoding UTF8")
    connection.execute(_ONE_AT_A_TIME)
    found = _found_version(connection, where)
    if not found or accept(where, found, opening, _WAY_BACK):
        for statement in statements_from(found, postgres=True):
            connection.execute(statement.encode())
    connection.commit()
    return ()


def _found_version(connection: Connection[DictRow], where: str) -> int:
    """The version of the tables; 0 where there are none."""
    tables = {str(row["name"]) for row in connection.execute(_TABLES_HERE)}
    refuse_others(where, tables, in_file=False)
    row = connection.execute(FIND_VERSION.encode()).fetchone() if VERSION_TABLE in tables else None
    return int(row["version"]) if row else 0


def read_address(address: str) -> dict[str, Any]:
    """What an address says, by the names that libpq has for it.

    :raises StoreError: if it can't be read, or not in one way only; nothing of its password is in the message.
    """
    try:
        how: dict[str, Any] = conninfo_to_dict(address)
    except psycopg.Error:
        how = {}
    authority, _, path = address.partition("://")[2].partition("?")[0].partition("/")
    ports = str(how.get("port", "")).replace(",", "")
    # libpq takes the first “@” for the end of the password and what follows for a host or a name, which it repeats.
    if not how or "@" in path or authority.count("@") > 1 or not (ports.isdigit() or not ports):
        raise StoreError(_NO_ADDRESS.format(hide_password(address)))
    return how


def _configure_to_read(connection: Connection[DictRow]) -> None:
    connection.execute(_SESSION)
    connection.execute("set default_transaction_read_only = on")


def _configure(connection: Connection[DictRow]) -> None:
    connection.execute(_SESSION)


def _check(connection: Connection[DictRow]) -> None:
    # A connection at rest has nothing to say, unless it was closed from the other side. To ask each would cost every
    # tap a message more.
    if _has_something_to_say(connection.fileno()):
        ConnectionPool.check_connection(connection)


def _has_something_to_say(socket: int) -> bool:
    if sys.platform == "win32":
        return bool(select.select([socket], [], [], 0)[0])
    poll = select.poll()
    poll.register(socket, select.POLLIN)
    return bool(poll.poll(0))
