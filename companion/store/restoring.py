"""A backup put to use: in place of what is there, which is set aside and never thrown away."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.store.database import Database
from companion.store.errors import StoreError
from companion.store.open import back_up, file_of, open_database
from companion.store.own_files import files_of
from companion.store.sqlite.database import Sqlite
from companion.store.tables.copying import Copied, contents, copy_tables

_HEAD = b"SQLite format 3\0"


def restore(backup: Path, address: str, aside: Path) -> tuple[Copied, ...]:
    """Put what a backup holds in the place of what is at an address; what that held is in the file ``aside`` then.

    Where nothing was there, there is no such file. A backup of an older companion is brought up to date on the way, and
    is itself not changed. Nobody else may be using the database.

    :raises StoreError: if the backup can't be used, is damaged or was written by a newer companion, or either
        can't be written; what was there is in its place then.
    """
    with _opened_copy(backup) as source:
        if faults := source.faults():
            raise StoreError(f"{backup} is damaged: {faults[0]}")
        if file_of(address) is not None:
            return _into_file(source, file_of(address) or Path(), aside)
        with closing(open_database(address)) as target:
            return _into_database(source, target, aside)


@contextmanager
def _opened_copy(backup: Path) -> Iterator[Sqlite]:
    """The backup, brought up to date in a copy of it."""
    try:
        with backup.open("rb") as file:
            if file.read(len(_HEAD)) != _HEAD:
                raise StoreError(f"{backup} is no backup: it holds no database")
        with TemporaryDirectory() as folder:
            copy = shutil.copyfile(backup, Path(folder) / "restored.db")
            with closing(Sqlite(copy)) as source:
                yield source
    except OSError as fault:
        raise StoreError(f"{backup} cannot be read: {fault.strerror}") from fault


def _into_file(source: Database, path: Path, aside: Path) -> tuple[Copied, ...]:
    """Move the file that is there aside as it is, be it damaged; back again if the backup can't be written."""
    moved = _moved_aside(path, aside)
    try:
        with closing(Sqlite(path)) as target:
            return copy_tables(source, target)
    except BaseException:
        for file in files_of(path):
            file.unlink(missing_ok=True)
        _move_back(moved)
        raise


def _moved_aside(path: Path, aside: Path) -> list[tuple[Path, Path]]:
    """Each file of a database, and where it is now.

    :raises StoreError: if one can't be moved; all are in their place then.
    """
    moved: list[tuple[Path, Path]] = []
    try:
        for file, kept in zip(files_of(path), files_of(aside), strict=True):
            if file.exists():
                file.rename(kept)
                moved.append((file, kept))
    except OSError as fault:
        _move_back(moved)
        raise StoreError(f"{path} cannot be moved aside: {fault.strerror or fault}") from fault
    return moved


def _move_back(moved: Iterable[tuple[Path, Path]]) -> None:
    for file, kept in moved:
        with suppress(FileNotFoundError):
            kept.rename(file)


def _into_database(source: Database, target: Database, aside: Path) -> tuple[Copied, ...]:
    if any(each.rows for each in contents(target)):
        back_up(target, aside)
    return copy_tables(source, target, in_place=True)
