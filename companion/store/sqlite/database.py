"""One SQLite file: its connections, and transactions that are either wholly written or not at all."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path

from sqlite_utils import Database as Connection
from typing_extensions import override

from companion.store.bell import Bell
from companion.store.database import Database, Opening, unheard
from companion.store.errors import AlreadyThere, Damaged, StoreError, Unavailable
from companion.store.own_files import OWNER_ONLY, RESTART, Identity, files_of, identity, make_folder, make_private
from companion.store.schema import FIND_VERSION, accept, lacking, refuse_others, statements_from
from companion.store.sqlite.rows import SqliteRows
from companion.store.sqlite.troubles import in_words
from companion.store.sqlite.writers import Waited, Writers

WAIT_FOR_OTHER_PROCESSES_S = 10
IDLE_CONNECTIONS_KEPT = 16


class Sqlite(Database):
    """One file with the companion's tables.

    Every connection serves one thread at a time. Writes are on disk (WAL, synchronous=FULL) when the block ends.
    Do not carry an open one over a fork.
    """

    def __init__(self, path: Path, opening: Opening = Opening.UPGRADE) -> None:
        """Open the file; where it is missing it is made with its folder, unless it is only to be read.

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
        self._writers = Writers(self.connection, WAIT_FOR_OTHER_PROCESSES_S)
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
        if not self.path.exists() or not self.path.stat().st_size:
            return 0
        with self._sentences(), closing(sqlite3.connect(_to_read(self.path), uri=True)) as db:
            tables = {name for (name,) in db.execute("select name from sqlite_master where type = 'table'")}
            refuse_others(str(self.path), tables, in_file=True)
            return int(db.execute(FIND_VERSION).fetchone()[0]) if tables else 0

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
                for statement in statements_from(found):
                    db.execute(statement)

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
        # Whoever waits longer than SQLite itself would is told so: behind a lock the whole table would queue.
        try:
            with self._sentences(), self._writers.write(self.on_wait) as db:
                yield db
        except Waited:
            raise Unavailable(self.path, "others are still writing", "Try again in a moment.") from None

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
            raise in_words(self.path, fault) from fault
        except UnicodeDecodeError as fault:  # sqlite3 fails so over a message that quotes damaged text
            raise Damaged(f"{self.path} is damaged: {fault}") from fault


def _to_read(path: Path) -> str:
    """The file as SQLite opens it to read only.

    As long as anything has it open its log lies beside it. Without one nobody else writes, and SQLite is not to make
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
