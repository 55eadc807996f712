"""Copies of everything: made, kept in a folder, put back, and made before an upgrade.

A file is changed for another in one step of the file system, a database in one transaction: an interruption, of any
kind, leaves either the old content or the restored.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.store.copying import Copied, contents, copy_tables
from companion.store.database import Database, Opening
from companion.store.errors import Newer, StoreError
from companion.store.files import Judge, check_store
from companion.store.moments import read_stamp, stamp
from companion.store.sqlite import OWNER_ONLY, Sqlite, files_of, make_folder
from companion.store.store import Store, back_up, file_of, open_database, open_store

_NAME = re.compile(r"companion-(\d{8}T\d{6}Z)\.db")
_HEAD = b"SQLite format 3\0"
_NO_PROGRAM = (
    "there is no pg_dump on this machine to make a copy with, so nothing was changed. Install PostgreSQL's client "
    "programs (apt-get install postgresql-client), or make the copy where there is one: {}; then: "
    "companion upgrade --copied"
)

_HERE = ("localhost", "127.0.0.1")
"""On these hosts the socket lets the database's owner in without a password."""


@dataclass(frozen=True)
class Backup:
    """One copy, and when it was made by the clock of its machine."""

    file: Path
    made_at: datetime


def back_up_into(store: Store, folder: Path, keep: int, at: datetime) -> Backup:
    """Copy everything into a new file in a folder, then throw all but the newest ``keep`` away.

    Files of other names are left alone. A copy with a later date than this one comes from a clock that was wrong
    then, or is now: it counts as older, for it was there before.

    :raises StoreError: if it cannot be written; no copy is thrown away then.
    """
    made = Backup(folder / f"companion-{stamp(at)}.db", at)
    store.backup(made.file)
    try:
        for old in sorted(backups_in(folder), key=lambda each: each.made_at <= at)[:-keep]:
            old.file.unlink(missing_ok=True)
    except OSError as fault:
        raise StoreError(f"old backups in {folder} cannot be thrown away: {fault.strerror}") from fault
    return made


def backups_in(folder: Path) -> list[Backup]:
    """The copies in a folder, the newest last; none if there is no such folder."""
    named = [(file, _NAME.fullmatch(file.name)) for file in folder.glob("companion-*.db")]
    found = [Backup(file, made_at) for file, name in named if name and (made_at := read_stamp(name[1]))]
    return sorted(found, key=lambda each: each.made_at)


def newest_backup(folder: Path, now: datetime) -> Backup | None:
    """The copy that was made last, if there is one; what is dated later than now says nothing of when it was made."""
    return next((each for each in reversed(backups_in(folder)) if each.made_at <= now), None)


@dataclass(frozen=True)
class Upgraded:
    """The result of an upgrade: the database, its new version, the copy made before, and the way back to it."""

    where: str
    version: int
    copy: Path | None
    way_back: tuple[str, ...]
    """The commands that go back to the version before."""


def upgrade(address: str, folder: Path, *, copied: bool = False) -> Upgraded | None:
    """Copy everything, then bring the tables up to date; nothing if they are.

    :param folder: where the copy of a PostgreSQL database goes; that of an SQLite file is beside it.
    :param copied: whether a PostgreSQL database was copied already, so that no copy is made.
    :raises StoreError: if the database can't be used or copied; it is as it was then.
    """
    with closing(open_database(address, Opening.READ)) as found:
        lacking, where = found.lacking, found.where
    if not lacking:
        return None
    copy = None
    if file_of(address) is None and not copied:
        copy = _dump(address, folder / f"companion-before-{lacking[0]}.dump")
    with closing(open_database(address)) as upgraded:
        if isinstance(upgraded, Sqlite):
            copy = upgraded.copied
    return Upgraded(where, lacking[-1], copy, _way_back(address, copy))


def _dump(address: str, file: Path) -> Path:
    """Copy a whole PostgreSQL database, whatever its tables are, into a new file, which only its owner reads.

    :raises StoreError: if there is no ``pg_dump``, or it fails, or the file exists.
    """
    from companion.store.postgres import read_address, schema_of, without_password

    how = read_address(address)
    command = ["pg_dump", "--format=custom", f"--file={file}", f"--dbname={without_password(how)}"]
    if shutil.which("pg_dump") is None:
        raise StoreError(_NO_PROGRAM.format(shlex.join(command)))
    make_folder(file.parent)
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))
    except OSError as fault:
        raise StoreError(f"the copy {file} cannot be written: {fault.strerror}. Nothing was changed") from fault
    if (schema := schema_of(address)) != "public":
        command.insert(1, f"--schema={schema}")
    environ = os.environ | {"PGPASSWORD": str(how["password"])} if "password" in how else None
    made = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    if made.returncode:
        file.unlink(missing_ok=True)
        raise StoreError(f"pg_dump made no copy, so nothing was changed: {made.stderr.strip()}")
    return file


def _way_back(address: str, copy: Path | None) -> tuple[str, ...]:
    """The commands that put a copy back; those of PostgreSQL make another database out of it."""
    if file_of(address) is not None:
        return (f"companion restore {copy} --database {address}",)
    from companion.store.postgres import read_address, without_password

    how = read_address(address)
    name = f"{how.get('dbname', 'companion')}_before"
    owner = ["--owner", str(how["user"])] if "user" in how else []
    host = [] if how.get("host", "localhost") in _HERE else ["--host", str(how["host"])]
    return (
        shlex.join(["createdb", *host, "--encoding", "UTF8", "--template", "template0", *owner, name]),
        shlex.join(
            ["pg_restore", "--no-owner", f"--dbname={without_password(how | {'dbname': name})}", str(copy or "FILE")]
        ),
    )


class Unsound(StoreError):
    """The backup can be read, but parts of it have changed since it was written; ``findings`` lists them."""

    def __init__(self, backup: Path, findings: list[str]) -> None:
        super().__init__(f"{backup} is damaged, so nothing was changed:\n" + "\n".join(findings))
        self.findings = findings


def restore(backup: Path, address: str, aside: Path, judge: Judge = lambda _: None) -> tuple[Copied, ...]:
    """Replace the content of an address with a backup, and keep the old content in the file ``aside``.

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
            if any(each.rows for each in contents(target)):
                back_up(target, aside)
            return copy_tables(source.database, target, in_place=True)


@contextmanager
def _opened_copy(backup: Path) -> Iterator[Store]:
    """A copy of the backup and the log beside it, brought up to date."""
    try:
        with backup.open("rb") as file:
            if file.read(len(_HEAD)) != _HEAD:
                raise StoreError(f"{backup} is no backup: it holds no database")
        with TemporaryDirectory() as folder:
            copy = Path(folder) / "restored.db"
            for each in filter(Path.exists, files_of(backup)[:2]):
                shutil.copyfile(each, copy.with_name(copy.name + each.name.removeprefix(backup.name)))
            with closing(_open_copy(copy, backup)) as source:
                yield source
    except OSError as fault:
        raise StoreError(f"{backup} cannot be read: {fault.strerror}") from fault


def _open_copy(copy: Path, backup: Path) -> Store:
    try:
        return open_store(database=f"sqlite:{copy}")
    except Newer as fault:
        raise StoreError(f"{backup} was written by a newer companion: restore it with that version") from fault
    except StoreError as fault:
        raise StoreError(str(fault).replace(str(copy), str(backup))) from fault


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
    """Keep the present file, even a damaged one, under another name too, and leave no log beside it.

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
