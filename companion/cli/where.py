"""The place of the games: ``--data`` and ``--database``; and the lock for one process per SQLite file."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cli.commands import UserError, user_errors
from companion.settings import SettingError, SettingValue, read_settings, typed

if TYPE_CHECKING:
    from companion.store import Store
    from companion.store.database import Opening


DATABASE_HELP = "Keep them in this database instead: postgresql://USER@HOST/NAME or sqlite:FILE."


@dataclass(frozen=True)
class Where:
    """A data folder, by default the platform's own; or another database, if its address is given."""

    data: Path | None = None
    database: str = ""

    @property
    def address(self) -> str:
        """The address of the database."""
        from companion.store.store import address_in

        return self.database or address_in(self.data)

    @property
    def is_given(self) -> bool:
        """Return True if a place was given, rather than the platform's own folder."""
        return bool(self.data or self.database)

    @property
    def is_there(self) -> bool:
        """Return True if an SQLite file exists; another database shows that only when it is opened."""
        from companion.store.store import file_of

        file = file_of(self.address)
        try:
            return file is None or file.exists()
        except PermissionError:  # which opening it says
            return True

    def open(self, *, make: bool = False, opening: Opening | None = None) -> Store:
        """Open the store; a missing SQLite file is created only if asked for.

        :param opening: what may happen to its tables; those of an older companion are refused if nothing is said.
        :raises UserError: if there is none.
        :raises StoreError: if it can't be used.
        """
        from companion.store import open_store
        from companion.store.database import Opening
        from companion.store.store import SQLITE

        if not make and not self.is_there:
            file = self.address.removeprefix(SQLITE)
            raise UserError(
                f"there are no games in {file}. Say where they are kept by --data or --database, or with the settings "
                "that the server has (companion config shows those in use); a new club is started once before"
            )
        return open_store(self.data, self.database, opening or Opening.AS_IT_IS)


def kept_in(says: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command ``--data``, with ``says`` as its purpose, and ``--database``; it is called with ``where``."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @click.option("--data", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help=says)
        @click.option("--database", metavar="URL", help=DATABASE_HELP)
        @wraps(command)
        def run(*words: Any, data: Path | None, database: str | None, **given: Any) -> Any:
            return command(*words, where=find_where(data, database, os.environ), **given)

        return run

    return decorate


def find_where(data: Path | None, database: str | None, environ: Mapping[str, str]) -> Where:
    """Return the typed place before the environment's; there a database comes before a folder.

    :raises UserError: if both were typed, or a setting can't be read.
    """
    settings = find_settings(data, database, environ)
    return Where(settings["DATA"].value, settings["DATABASE_URL"].value)


def find_settings(data: Path | None, database: str | None, environ: Mapping[str, str]) -> dict[str, SettingValue]:
    """Return every setting, with the typed place of the games.

    :raises UserError: if both were typed, or a setting can't be read.
    """
    if data is not None and database is not None:
        raise UserError("--data and --database are two places for the same games: give one of them")
    said = {}
    if data is not None or database is not None:
        flag = "--data" if data is not None else "--database"
        said = {"DATA": typed("DATA", data, flag), "DATABASE_URL": typed("DATABASE_URL", database or "", flag)}
    with user_errors(SettingError):
        return read_settings(environ, said)


SUFFIX = ".serving"


@contextmanager
def the_only_server(where: Where) -> Iterator[None]:
    """Serve these games alone while the block lasts; in PostgreSQL as many may as like.

    :raises UserError: if another process serves them; the message says what lets several.
    """
    from companion.store import StoreError
    from companion.store.sqlite import make_folder, make_private
    from companion.store.store import file_of

    file = file_of(where.address)
    if file is None:
        yield
        return
    mark = file.with_name(file.name + SUFFIX)
    with user_errors(StoreError):
        make_folder(mark.parent)
        make_private(mark)
    # SQLite's own lock: it is the same on every system, and is gone with the process, however that ends.
    with closing(sqlite3.connect(mark, timeout=0, isolation_level=None)) as lock:
        _take(lock, file)
        yield


def _take(lock: sqlite3.Connection, file: Path) -> None:
    try:
        lock.execute("begin exclusive")
    except sqlite3.OperationalError as fault:
        raise UserError(
            f"another companion serves the games in {file}: stop it first. Only one process may serve an SQLite "
            "file: its phones would not see what another writes. Several may serve games that are in PostgreSQL: "
            f"companion copy --from sqlite:{file} --to postgresql://USER@HOST/NAME"
        ) from fault
