"""One PostgreSQL database: its connections, its transactions, and the bell that rings across processes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any

import psycopg
from psycopg import Connection, Cursor, Pipeline
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.errors import UniqueViolation
from psycopg.rows import DictRow, dict_row
from psycopg_pool import ConnectionPool, PoolClosed
from typing_extensions import override

from companion.settings import hide_password
from companion.store.bell import Bell
from companion.store.database import Database, Opening, Row, Rows, Value, unheard
from companion.store.errors import AlreadyThere, Closed, Damaged, StoreError, Unavailable
from companion.store.schema import FIND_VERSION, VERSION_TABLE, accept, bring_up_to_date, refuse_others

MOST_CONNECTIONS = 16
WAIT_FOR_A_CONNECTION_S = 5.0
CHANNEL = "companion"
"""The notification channel for changed topics."""
SILENCE_SECONDS = 15.0
"""The time without a notification after which the listening connection is tested."""
PAUSES = (0.1, 0.5, 1.0, 2.0, 5.0)
"""The pauses before listening again if the database can't be reached: after the first failure, the second …."""
LEAVE_SECONDS = 2.0
"""The maximum time to wait for the listening thread when the store is closed."""
FETCHED_AT_ONCE = 100
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
_READING = b"begin isolation level repeatable read read only"
_WRITING = b"begin"
_HOLD = "select pg_advisory_xact_lock(hashtextextended(?, 0))"
_NOTIFY = "select pg_notify(?, ?)"
_NOTHING = ""
"""A payload that only wakes listeners: no game has this name."""
_TABLES_HERE = "select tablename as name from pg_tables where schemaname = current_schema()"
_ONE_AT_A_TIME = "select pg_advisory_xact_lock(hashtextextended('tables of companion', 0))"
_INVALID = "select indexrelid::regclass::text as name from pg_index where not indisvalid"
_MISREAD = "select coalesce(checksum_failures, 0) as pages from pg_stat_database where datname = current_database()"
_WAY_BACK = "restore the file of pg_dump into an empty database and use that one, as docs/hosting.md says"
_NO_ADDRESS = (
    "this is no address of a PostgreSQL database: {}. Write postgresql://USER:PASSWORD@HOST/NAME, and percent-encode "
    "each character of user and password that is no letter or digit: %40 for @, %2F for /, %23 for #, %25 for %"
)
_AGAIN = "Try again in a moment."
_AWAY = ("the database does not answer", "See whether PostgreSQL runs and can be reached; what was confirmed is safe.")
_JUST_NOW = {
    "53100": ("the disk of the database is full", "Make room on it; what was confirmed before is safe."),
    "53200": ("the database is out of memory", _AGAIN),
    "53300": ("the database has no connection left", "Raise its max_connections, or run fewer programs on it."),
    "25006": ("it may not be written to", "See that the address is that of the main server, not of a copy."),
    "42501": ("it may not be written to", "Let the companion's user write to its tables."),
    "55P03": ("others are still writing", _AGAIN),
    "40P01": ("others are writing the same", _AGAIN),
    "40001": ("others are writing the same", _AGAIN),
}
"""The reason and the remedy for each error code."""
_DAMAGED = ("XX001", "XX002")
_NO_TABLES = ("42501", "3F000")
_NOT_OURS = (
    "its user may make no tables there. Make the database for that user (createdb --owner USER NAME), or let "
    "its owner say: grant create, usage on schema public to USER"
)

_log = logging.getLogger(__name__)


class Postgres(Database):
    """The companion's tables in one database.

    Writes are on the database's disk when the block ends. Do not carry an open one over a fork.
    """

    def __init__(self, address: str, opening: Opening = Opening.UPGRADE) -> None:
        """Open the database of an address as libpq takes it: ``postgresql://user@host/name``.

        :raises StoreError: if it can't be reached or used, or was written by another version than this one reads.
        """
        self._how: dict[str, Any] = _USUAL | read_address(address)
        self.on_wait: Callable[[float], object] = unheard
        self.bell = ListeningBell(lambda: psycopg.connect(**self._how, autocommit=True))
        reads_only = opening is Opening.READ
        try:
            with Connection[DictRow].connect(**self._how, row_factory=dict_row) as connection:
                connection.read_only = reads_only
                self.lacking = _bring_up_to_date(connection, self.where, opening)
        except psycopg.Error as fault:
            raise _not_opened(self.where, fault) from fault
        self._pool = ConnectionPool(
            kwargs={**self._how, "row_factory": dict_row, "autocommit": True},
            connection_class=Connection[DictRow],
            min_size=1,
            max_size=MOST_CONNECTIONS,
            timeout=WAIT_FOR_A_CONNECTION_S,
            # Left to itself it waits twice as long after each failure, for minutes, and so would every caller.
            reconnect_timeout=WAIT_FOR_A_CONNECTION_S,
            configure=partial(_configure, reads_only=reads_only),
            check=ConnectionPool.check_connection,
            open=True,
        )

    @property
    @override
    def where(self) -> str:
        user = f"{self._how['user']}@" if "user" in self._how else ""
        port = f":{self._how['port']}" if "port" in self._how else ""
        return f"postgresql://{user}{self._how.get('host', '')}{port}/{self._how.get('dbname', '')}"

    @override
    @contextmanager
    def read(self) -> Iterator[PostgresRows]:
        with self._sentences(), self._pool.connection() as connection, _transaction(connection, _READING) as rows:
            yield rows

    @override
    @contextmanager
    def write(self, *held: str) -> Iterator[PostgresRows]:
        begun_at = monotonic()
        with self._sentences(), self._pool.connection() as connection:
            self.on_wait(monotonic() - begun_at)
            with _transaction(connection, _WRITING) as rows:
                for name in held:
                    rows.run(_HOLD, name)
                yield rows
        for topic in rows.topics:
            self.bell.ring(topic)

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
            with suppress(StoreError), self.write() as rows:
                rows.ring(_NOTHING)
            self.bell.join()
        self._pool.close()

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        try:
            yield
        except PoolClosed as fault:
            raise Closed from fault
        except UniqueViolation as fault:
            raise AlreadyThere from fault
        except psycopg.Error as fault:
            said = _in_words(self.where, fault)
            if said is None:
                raise
            raise said from fault


@contextmanager
def _transaction(connection: Connection[DictRow], begin: bytes) -> Iterator[PostgresRows]:
    """A transaction that sends plain writes together with the next query or with its end."""
    with connection.pipeline() as pipeline:
        rows = PostgresRows(connection, pipeline)
        try:
            connection.execute(begin)
            yield rows
            connection.execute(b"commit")  # left out by PostgreSQL if anything that was sent before has failed
        except BaseException:
            with suppress(psycopg.Error):
                pipeline.sync()
            raise


class PostgresRows(Rows):
    """The tables within a transaction of one connection.

    Each statement sees earlier commits, also those it waited for at a lock.
    """

    def __init__(self, connection: Connection[DictRow], pipeline: Pipeline) -> None:
        self._connection, self._pipeline = connection, pipeline
        self.topics: dict[str, None] = {}
        """The topics to ring in this process after the transaction; other processes hear from the database."""

    @override
    def first(self, sql: str, *values: Value) -> Row | None:
        return self._execute(sql, values).fetchone()

    @override
    def all(self, sql: str, *values: Value) -> list[Row]:
        return list(self._execute(sql, values).fetchall())

    @override
    def each(self, sql: str) -> Iterator[Row]:
        self.run(f"declare each_row no scroll cursor for {sql}")
        while found := self.all(f"fetch {FETCHED_AT_ONCE} from each_row"):
            yield from found
        self.run("close each_row")

    @override
    def run(self, sql: str, *values: Value) -> None:
        self._execute(sql, values)

    @override
    def run_many(self, sql: str, rows: Iterable[tuple[Value, ...]]) -> None:
        self._connection.cursor().executemany(_marked(sql), map(_adapted, rows))

    @override
    def count(self, sql: str, *values: Value) -> int:
        cursor = self._execute(sql, values)
        self._pipeline.sync()
        return cursor.rowcount

    @override
    def ring(self, topic: str) -> None:
        if topic not in self.topics:
            self.run(_NOTIFY, CHANNEL, topic)
        self.topics[topic] = None

    def _execute(self, sql: str, values: tuple[Value, ...]) -> Cursor[DictRow]:
        return self._connection.execute(_marked(sql), _adapted(values))


@lru_cache(maxsize=512)
def _marked(sql: str) -> bytes:
    """A statement with the marks that psycopg has for values."""
    return sql.replace("%", "%%").replace("?", "%s").encode()


def _adapted(values: tuple[Value, ...]) -> tuple[Value, ...]:
    """Values as PostgreSQL takes them: it knows no text with a NUL.

    No name, id or key of ours has one, so that none is mistaken for another.
    """
    return tuple(each.replace("\0", "\N{SYMBOL FOR NULL}") if isinstance(each, str) else each for each in values)


class ListeningBell(Bell):
    """A bell that is rung by every process on the same database.

    It listens from the first time that anybody waits. What was sent before that, it can't know: it wakes everyone
    once whenever it begins to listen, and the versions show who missed something.
    """

    hears_all = True

    def __init__(self, connect: Callable[[], psycopg.Connection]) -> None:
        """``connect`` opens a connection of its own, in autocommit."""
        super().__init__()
        self._connect = connect
        self._starting = Lock()
        self._thread: Thread | None = None
        self._stopped = Event()

    @property
    def is_listening(self) -> bool:
        """Return True if a thread is listening."""
        return self._thread is not None and self._thread.is_alive()

    @override
    def follow(self, name: str, version: Callable[[], int], since: int, timeout: float) -> int:
        self._start()
        return super().follow(name, version, since, timeout)

    @override
    def wait(self, name: str, is_so: Callable[[], bool], timeout: float) -> None:
        self._start()
        super().wait(name, is_so, timeout)

    @override
    def close(self) -> None:
        self._stopped.set()
        super().close()

    def join(self) -> None:
        """Wait a moment for the thread to leave, once it is closed and has heard something more."""
        if self._thread is not None:
            self._thread.join(LEAVE_SECONDS)

    def _start(self) -> None:
        with self._starting:
            if self._thread is None and not self._stopped.is_set():
                self._thread = Thread(target=self._listen, name="bell", daemon=True)
                self._thread.start()

    def _listen(self) -> None:
        failed = 0
        while not self._stopped.is_set():
            try:
                with self._connect() as connection:
                    connection.execute(f"listen {CHANNEL}".encode())
                    self.ring_all()
                    failed = 0
                    self._pass_on(connection)
            except psycopg.Error as fault:
                _log.warning("The database is not heard: %s. Listening again.", str(fault).strip())
                self._stopped.wait(PAUSES[min(failed, len(PAUSES) - 1)])
                failed += 1

    def _pass_on(self, connection: psycopg.Connection) -> None:
        while not self._stopped.is_set():
            for notice in connection.notifies(timeout=SILENCE_SECONDS):
                self.ring(notice.payload)
                if self._stopped.is_set():
                    return
            connection.execute("select 1")


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
        with connection.pipeline() as pipeline:
            bring_up_to_date(PostgresRows(connection, pipeline), found, postgres=True)
    connection.commit()
    return ()


def _found_version(connection: Connection[DictRow], where: str) -> int:
    """The version of the tables; 0 where there are none."""
    tables = {str(row["name"]) for row in connection.execute(_TABLES_HERE)}
    refuse_others(where, tables, in_file=False)
    row = connection.execute(FIND_VERSION.encode()).fetchone() if VERSION_TABLE in tables else None
    return int(row["version"]) if row else 0


def read_address(address: str) -> dict[str, Any]:
    """Return the parts of an address, by their libpq names.

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


def without_password(how: dict[str, Any]) -> str:
    """An address as libpq's own programs take it; they ask for a password where they need one."""
    return make_conninfo("", **{name: value for name, value in how.items() if name != "password"})


def schema_of(address: str) -> str:
    """Return the schema of a database's tables."""
    with psycopg.connect(address) as connection:
        found = connection.execute("select current_schema()").fetchone()
    return str(found[0]) if found else "public"


def _configure(connection: Connection[DictRow], *, reads_only: bool) -> None:
    connection.execute(_SESSION)
    if reads_only:
        connection.execute("set default_transaction_read_only = on")


def _in_words(where: str, fault: psycopg.Error) -> StoreError | None:
    """The error to raise in place of psycopg's own; nothing for one that is a mistake of a program."""
    code = fault.sqlstate or ""
    if code in _JUST_NOW:
        return Unavailable(where, *_JUST_NOW[code])
    if code in _DAMAGED:
        return Damaged(f"{where} is damaged: {fault}")
    if isinstance(fault, psycopg.OperationalError):
        return Unavailable(where, *_AWAY)
    return None


def _not_opened(where: str, fault: psycopg.Error) -> StoreError:
    """The error of a database that could not be opened, in its own words."""
    if fault.sqlstate in _NO_TABLES:
        return StoreError(f"{where} can't be used: {_NOT_OURS}")
    # Where nobody answered there is only libpq's own text, whose last line says what is wrong.
    lines = (fault.diag.message_primary or str(fault)).strip().splitlines() or [type(fault).__name__]
    return StoreError(f"{where} can't be used: {lines[-1].strip()}")
