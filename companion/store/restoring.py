"""A backup put to use: in place of what is there, which is set aside and never thrown away.

A file is changed for another in one step of the file system, a database in one transaction: who is stopped in between,
however that is, leaves what was there or what is restored.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.store.database import Database, Opening
from companion.store.errors import StoreError
from companion.store.files.game import Judge, check_store
from companion.store.open import back_up, file_of, open_database
from companion.store.schema import take_in
from companion.store.sqlite import Sqlite, files_of, make_folder
from companion.store.store import Store, open_store
from companion.store.tables.copying import Copied, contents, copy_tables

_HEAD = b"SQLite format 3\0"


class Unsound(StoreError):
    """The backup can be read, but not everything in it is as it was written; ``findings`` say what, and where."""

    def __init__(self, backup: Path, findings: list[str]) -> None:
        super().__init__(f"{backup} is damaged, so nothing was changed:\n" + "\n".join(findings))
        self.findings = findings


def restore(backup: Path, address: str, aside: Path, judge: Judge = lambda _: None) -> tuple[Copied, ...]:
    """Put what a backup holds in the place of what is at an address; what that held is in the file ``aside`` then.

    Where nothing was there, there is no such file. A backup of an older companion is brought up to date on the way, and
    is itself not changed. Nobody else may be using the database.

    :param judge: raises over entries that no table can have produced.
    :raises Unsound: if something in the backup is not as it was written; nothing is changed then.
    :raises StoreError: if the backup can't be used or was written by a newer companion, or either can't be written;
        nothing is changed then.
    """
    with _opened_copy(backup) as source:
        if findings := check_store(source, judge):
            raise Unsound(backup, findings)
        if (path := file_of(address)) is not None:
            return _into_file(source.database, path, aside)
        with closing(open_database(address, Opening.AS_IT_IS)) as target:
            return _into_database(source.database, target, aside)


@contextmanager
def _opened_copy(backup: Path) -> Iterator[Store]:
    """The backup, brought up to date in a copy of it."""
    try:
        with backup.open("rb") as file:
            if file.read(len(_HEAD)) != _HEAD:
                raise StoreError(f"{backup} is no backup: it holds no database")
        with TemporaryDirectory() as folder:
            copy = shutil.copyfile(backup, Path(folder) / "restored.db")
            take_in(copy, backup)
            with closing(open_store(database=f"sqlite:{copy}")) as source:
                yield source
    except OSError as fault:
        raise StoreError(f"{backup} cannot be read: {fault.strerror}") from fault


def _into_file(source: Database, path: Path, aside: Path) -> tuple[Copied, ...]:
    """Write the new file beside the old one, and change one for the other once it is on the disk."""
    made = path.with_name(f"{path.name}.restoring")
    make_folder(path.parent)
    try:
        _remove(made)
        with closing(Sqlite(made)) as target:
            restored = copy_tables(source, target)
        _set_aside(path, aside)
        os.replace(made, path)
        _flush(path.parent)
    except OSError as fault:
        raise StoreError(f"{path} cannot be replaced: {fault.strerror or fault}") from fault
    finally:
        with suppress(OSError):
            _remove(made)
    return restored


def _set_aside(path: Path, aside: Path) -> None:
    """Keep the file that is there, be it damaged, under another name as well, and see that no log is left beside it.

    SQLite would take the log of the old file for one of the new.
    """
    if not path.exists():
        return
    with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as db:  # the last to close it empties the log
        db.execute("pragma wal_checkpoint(truncate)").close()
    try:
        for file, kept in zip(files_of(path), files_of(aside), strict=True):
            if file.exists() and (file == path or file.stat().st_size):
                _keep(file, kept)
    except OSError as fault:
        _remove(aside)
        raise StoreError(f"{path} cannot be set aside: {fault.strerror or fault}") from fault
    _flush(aside.parent)
    for log in files_of(path)[1:]:
        log.unlink(missing_ok=True)


def _keep(file: Path, kept: Path) -> None:
    try:
        os.link(file, kept)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        shutil.copy2(file, kept)


def _remove(path: Path) -> None:
    for file in files_of(path):
        file.unlink(missing_ok=True)


def _flush(folder: Path) -> None:
    """See that the names in a folder are on the disk."""
    if os.name == "nt":  # which opens no folder
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _into_database(source: Database, target: Database, aside: Path) -> tuple[Copied, ...]:
    if any(each.rows for each in contents(target)):
        back_up(target, aside)
    return copy_tables(source, target, in_place=True)
