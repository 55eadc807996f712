"""Databases by their address: ``sqlite:FILE`` or ``postgresql://user@host/name``."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path

from companion.settings.written import hide_password
from companion.store.database import Database, Opening
from companion.store.errors import StoreError
from companion.store.sqlite import Sqlite
from companion.store.tables.copying import Copied, copy_tables
from companion.store.tables.photos import NEVER, Photos
from companion.store.waiting import Waiting

SQLITE = "sqlite:"
POSTGRES = ("postgresql://", "postgres://")
_MISSING = (
    "PostgreSQL needs two more libraries. In a checkout, let “python3 bootstrap.py serve --database postgresql://…” "
    "fetch them; elsewhere: pip install 'pinochle-companion[postgres]'"
)


def open_database(address: str, opening: Opening = Opening.UPGRADE) -> Database:
    """The database of this address; ``opening`` says what may happen to its tables.

    :raises StoreError: if it is no address, or the database cannot be used.
    """
    if address.startswith(SQLITE) and address != SQLITE:
        return Sqlite(Path(address.removeprefix(SQLITE)), opening)
    if address.startswith(POSTGRES):
        return _open_postgres(address, opening)
    raise StoreError(f"{hide_password(address)!r} is no database: say sqlite:FILE or postgresql://USER@HOST/NAME")


def _open_postgres(address: str, opening: Opening) -> Database:
    try:
        from companion.store.postgres import Postgres
    except ImportError as fault:
        raise StoreError(_MISSING) from fault
    return Postgres(address, opening)


def shared_line(database: Database) -> Waiting | None:
    """The line of work in a database that several processes share; none in SQLite, which one process serves."""
    if isinstance(database, Sqlite):
        return None
    return Waiting(database)


def file_of(address: str) -> Path | None:
    """The file of an SQLite address; nothing for another."""
    return Path(address.removeprefix(SQLITE)) if address.startswith(SQLITE) else None


def copy_database(source: str, target: str) -> tuple[Copied, ...]:
    """Copy all that is kept from one address to another, as of one moment; what came of each table.

    :raises StoreError: if one of them can't be used, there is nothing at the first, or the second is not empty.
    """
    file = file_of(source)
    if file is not None and not file.is_file():
        raise StoreError(f"there are no games in {file}")
    with (
        closing(open_database(source, Opening.AS_IT_IS)) as kept,
        closing(open_database(target, Opening.AS_IT_IS)) as empty,
    ):
        return copy_tables(kept, empty)


def back_up(database: Database, path: Path) -> None:
    """Copy all that is kept but photos, which are thrown away after a day, into a new SQLite file.

    :raises StoreError: if the file exists or cannot be written.
    """
    if path.exists():
        raise StoreError(f"{path} exists already; a backup overwrites nothing, so name another file")
    try:
        with closing(Sqlite(path)) as copy:
            copy_tables(database, copy)
            Photos(copy).prune(before=NEVER)
    except BaseException:
        with suppress(OSError):
            path.unlink(missing_ok=True)
        raise
