"""One SQLite file: its connections, its transactions, and what keeps it its owner's."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from threading import Lock
from time import monotonic

from sqlite_utils import Database as Connection
from typing_extensions import override

from companion.store.bell import Bell
from companion.store.database import Database, Opening, Row, Rows, Value, unheard
from companion.store.errors import AlreadyThere, Damaged, StoreError, Unavailable
from companion.store.schema import FIND_VERSION, accept, bring_up_to_date, lacking, refuse_others

WAIT_FOR_OTHER_PROCESSES_S = 10
IDLE_CONNECTIONS_KEPT = 16
OWNER_ONLY = 0o600
"""The database holds who played with whom, photographs, and the signing key."""
FOLDER_OF_OWNER = 0o700
RESTART = "Stop the companion and start it again; if the file is gone, put a backup in its place first."

Identity = tuple[int, int]
_JUST_NOW = {
    "is full": ("the disk is full", "Make room on it; what was confirmed before is safe."),
    "is locked": ("another program holds it", "Close what else has the file open; then try again."),
    "readonly": ("it may not be written to", "Let the companion's user write to the file and its folder."),
    "disk i/o error": ("the disk does not take it", "See whether the disk is full or failing."),
    "unable to open": ("it can't be opened", "See whether its folder is there, and the disk has room."),
}
"""The reason and the remedy for each part of SQLite's messages (Python 3.10 has no codes)."""
_ERRNO = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT), "is full"),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "readonly"),
    errno.EIO: "disk i/o error",
}
"""Faults by their system number, for files created before SQLite opens them."""


class Sqlite(Database):
    """One file with the companion's tables.

    Every connection serves one thread at a time. Writes are on disk (WAL, synchronous=FULL) when the block ends.
    Do not carry an open one over a fork.
    """

    def __init__(self, path: Path, opening: Opening = Opening.UPGRADE) -> None:
        """Open the file; a missing one is created with its folder, unless it is opened for reading.

        :raises StoreError: if the file cannot be opened, is no database, or was written by a newer companion.
        :raises Older: if it was written by an older one, and is not to be brought up to date.
        """
        self.path = path
        self.copied: Path | None = None
        """The copy of what was there before it was brought up to date, if it was."""
        self._reads_only = opening is Opening.READ
        self.bell = Bell()
        self.on_wait: Callable[[float], object] = unheard
        self._idle: list[Connection] = []
        self._closed = False
        self._one_writes = Lock()
        found = self._found_version()
        lacks = accept(str(path), found, opening, self._way_back())
        self.lacking = lacks if self._reads_only else ()
        if not self._reads_only:
            make_folder(path.parent)
            make_private(path)
        self._file: Identity = identity(path)
        if not self._reads_only and (lacks or not found):
            try:
                self._bring_up_to_date(found)
            except BaseException:
                self.close()
                raise

    def _found_version(self) -> int:
        """The version of the tables, read without a change to the file; 0 where there are none."""
        try:
            if not self.path.exists() or not self.path.stat().st_size:
                return 0
            may_read = os.access(self.path, os.R_OK)
        except PermissionError:  # nor may its folder be entered
            may_read = False
        if not may_read:
            raise Unavailable(self.path, "it may not be read", "Run this as its owner or as root.")
        with self._sentences(), closing(sqlite3.connect(_to_read(self.path), uri=True)) as db:
            tables = {name for (name,) in db.execute("select name from sqlite_master where type = 'table'")}
            refuse_others(str(self.path), tables, in_file=True)
            found = db.execute(FIND_VERSION).fetchone() if tables else (0,)
        if not found or not isinstance(found[0], int):
            raise StoreError(f"{self.path} is damaged: its tables have no version")
        return found[0]

    def _bring_up_to_date(self, version: int) -> None:
        """Make the tables, or bring them up to date once they are copied into a file beside them."""
        if version:
            copy = _free_name(self.path.with_name(f"{self.path.stem}-before-{lacking(version)[0]}.db"))
            self.backup(copy)
            self.copied = copy
        with self._writing() as db:
            tables = db.table_names()
            found = db.execute(FIND_VERSION).fetchone()[0] if tables else 0
            if not found or lacking(found):  # another process may have been first
                bring_up_to_date(SqliteRows(db), found)

    def _way_back(self) -> str:
        copies = sorted(self.path.parent.glob(f"{self.path.stem}-before-*.db"), key=lambda each: each.stat().st_mtime)
        copy = copies[-1] if copies else f"{self.path.stem}-before-VERSION.db"
        return f"companion restore {copy} --database sqlite:{self.path}"

    @property
    @override
    def where(self) -> str:
        return str(self.path)

    @override
    @contextmanager
    def read(self) -> Iterator[SqliteRows]:
        with self._sentences(), self.connection() as db:
            db.conn.execute("begin")
            try:
                yield SqliteRows(db)
            finally:
                if db.conn.in_transaction:
                    db.conn.execute("rollback")

    @override
    @contextmanager
    def write(self, *held: str) -> Iterator[SqliteRows]:
        with self._writing() as db:
            rows = SqliteRows(db)
            yield rows
        for topic in rows.topics:
            self.bell.ring(topic)

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection outside any transaction.

        :raises Unavailable: if the file was taken away, or another put in its place, since it was opened.
        """
        if identity(self.path) != self._file:
            raise Unavailable(self.path, "another file was put in its place while the companion ran", RESTART)
        try:
            db = self._idle.pop()
        except IndexError:
            db = self._connect()
        try:
            yield db
        finally:
            if len(self._idle) < IDLE_CONNECTIONS_KEPT:
                self._idle.append(db)
            else:
                db.close()
            # Looked at last, so that a connection laid down while the others are being closed is not left behind.
            if self._closed:
                self._close_idle()

    @override
    def close(self) -> None:
        """Send those who wait away, and close every connection: those in use as soon as they come back."""
        self.bell.close()
        self._closed = True
        self._close_idle()

    def _close_idle(self) -> None:
        # Several threads may be at it, and another may take the last one first.
        with suppress(IndexError):
            while True:
                self._idle.pop().close()

    def backup(self, path: Path) -> None:
        """Write a copy of everything but photos, as of one moment, to a new file; games may go on meanwhile.

        :raises StoreError: if the file exists or cannot be written.
        """
        if path.exists():
            raise StoreError(f"{path} exists already; a backup overwrites nothing, so name another file")
        unfinished = path.with_name(path.name + ".part")
        try:
            make_folder(path.parent)
            unfinished.unlink(missing_ok=True)
            # SQLite writes into an empty file as it finds it: readable by nobody else from its first byte.
            os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))
            with self._sentences(), self.connection() as db:
                db.execute("vacuum into ?", [str(unfinished)])
                _forget_photos(unfinished)
            os.replace(unfinished, path)
        except (StoreError, OSError) as fault:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)
            raise StoreError(f"the backup {path} cannot be written: {fault}") from fault

    @override
    def faults(self) -> list[str]:
        with self.read() as rows:
            findings = [str(row["integrity_check"]) for row in rows.all("pragma integrity_check")]
            strays = [
                f"table {row['table']} refers to a row that is missing" for row in rows.all("pragma foreign_key_check")
            ]
        return [finding for finding in findings if finding != "ok"] + strays

    @override
    def size(self) -> int:
        return sum(each.stat().st_size for each in files_of(self.path) if each.exists())

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        # SQLite lets one connection write at a time, and serves those who wait for it in no order: one could wait for
        # seconds. A wait for this lock longer than SQLite's own is refused.
        begun_at = monotonic()
        if not self._one_writes.acquire(timeout=WAIT_FOR_OTHER_PROCESSES_S):
            raise Unavailable(self.path, "others are still writing", "Try again in a moment.")
        try:
            with self._sentences(), self.connection() as db:
                db.conn.execute("begin immediate")
                self.on_wait(monotonic() - begun_at)
                try:
                    yield db
                    db.conn.execute("commit")
                finally:
                    if db.conn.in_transaction:
                        db.conn.execute("rollback")
        finally:
            self._one_writes.release()

    def _connect(self) -> Connection:
        # The pool hands a connection to one thread at a time, which is all that SQLite asks.
        connection = sqlite3.connect(
            _to_read(self.path) if self._reads_only else self.path,
            timeout=WAIT_FOR_OTHER_PROCESSES_S,
            isolation_level=None,
            check_same_thread=False,
            uri=self._reads_only,
        )
        connection.text_factory = _text
        writing = ("journal_mode = wal", "synchronous = full")
        try:
            for setting in (*(() if self._reads_only else writing), "foreign_keys = on"):
                connection.execute(f"pragma {setting}").close()
            return Connection(connection, execute_plugins=False)
        except BaseException:
            connection.close()
            raise

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError) as fault:
            if str(fault).startswith("UNIQUE"):
                raise AlreadyThere from fault
            raise
        except sqlite3.DatabaseError as fault:
            raise _in_words(self.path, fault) from fault
        except UnicodeDecodeError as fault:  # sqlite3 fails so over a message that quotes damaged text
            raise Damaged(f"{self.path} is damaged: {fault}") from fault


class SqliteRows(Rows):
    """The tables of one file, within a transaction of one connection."""

    def __init__(self, db: Connection) -> None:
        # Not sqlite-utils' own `query`, which would set and release a savepoint around each statement.
        self._connection: sqlite3.Connection = db.conn
        self.topics: list[str] = []
        """The topics to ring after the transaction."""

    @override
    def first(self, sql: str, *values: Value) -> Row | None:
        found = self._connection.execute(sql, values)
        row = found.fetchone()
        return None if row is None else dict(zip(_columns(found), row, strict=True))

    @override
    def all(self, sql: str, *values: Value) -> list[Row]:
        return list(self._rows(sql, *values))

    @override
    def each(self, sql: str) -> Iterator[Row]:
        return self._rows(sql)

    def _rows(self, sql: str, *values: Value) -> Iterator[Row]:
        found = self._connection.execute(sql, values)
        columns = _columns(found)
        return (dict(zip(columns, row, strict=True)) for row in found)

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


def _columns(found: sqlite3.Cursor) -> list[str]:
    return [column[0] for column in found.description]


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner looks into; one that is there already stays as open as it is.

    :raises StoreError: if it can't be made.
    """
    try:
        folder.mkdir(mode=FOLDER_OF_OWNER, parents=True, exist_ok=True)
    except OSError as fault:
        raise StoreError(f"the folder {folder} cannot be made: {fault.strerror}") from fault


def make_private(path: Path) -> None:
    """Create an empty file that only its owner can read, or restrict an existing one.

    SQLite makes the files beside a database as open as the database is.

    :raises Unavailable: if it can't be made.
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))
    except OSError as fault:
        otherwise = ((fault.strerror or str(fault)).lower(), "See whether its folder is there.")
        reason, advice = _JUST_NOW.get(_ERRNO.get(fault.errno or 0, ""), otherwise)
        raise Unavailable(path, reason, f"{advice} Or choose another folder by --data.") from fault
    for each in files_of(path):
        with suppress(OSError):  # somebody else's file is not ours to close
            if each.stat().st_mode & 0o077:
                each.chmod(OWNER_ONLY)


def files_of(path: Path) -> tuple[Path, ...]:
    """The file of a database, and those that SQLite puts beside it."""
    return path, *(path.with_name(path.name + tail) for tail in ("-wal", "-shm"))


def identity(path: Path) -> Identity:
    """Return a value that is constant while the file exists.

    :raises Unavailable: if it is gone.
    """
    try:
        found = path.stat()
    except OSError as fault:
        raise Unavailable(path, "the file is gone", RESTART) from fault
    return found.st_dev, found.st_ino


def _to_read(path: Path) -> str:
    """The file as SQLite opens it to read only.

    While anything has it open, its log is beside it. Without one nobody else writes, and SQLite is not to make
    one: nobody could take that away again.
    """
    at_rest = not any(path.with_name(path.name + tail).exists() for tail in ("-wal", "-journal"))
    return f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if at_rest else ''}"


def _forget_photos(copy: Path) -> None:
    """A copy outlasts the day after which photos are thrown away."""
    with closing(sqlite3.connect(copy)) as db:
        if db.execute("select 1 from sqlite_master where name = 'photo'").fetchone():
            db.execute("delete from photo")
            db.commit()
            db.execute("vacuum")


def _free_name(path: Path) -> Path:
    """The path, or with a number if there is a file already."""
    names = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return path if not path.exists() else next(each for each in names if not each.exists())


def _text(stored: bytes) -> str:
    """Text as it is read: a damaged byte must not keep a whole list of games from being shown."""
    return stored.decode(errors="replace")


def _in_words(path: Path, fault: sqlite3.DatabaseError) -> StoreError:
    """The error to raise in place of SQLite's own."""
    says = str(fault).lower()
    if "not a database" in says:
        return StoreError(f"{path} is not a companion database")
    for part, (reason, remedy) in _JUST_NOW.items():
        if part in says:
            return Unavailable(path, reason, remedy)
    if "malformed" in says or "corrupt" in says:
        return Damaged(f"{path} is damaged: {fault}")
    return StoreError(f"{path} could not be used: {fault}")
