"""Everything that is kept, behind one door."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from companion.store.bell import Bell
from companion.store.database import Database
from companion.store.journal import Journal
from companion.store.sqlite.database import Sqlite
from companion.store.tables.examples import Examples
from companion.store.tables.houses import Houses
from companion.store.tables.journal import TableJournal
from companion.store.tables.links import Links
from companion.store.tables.people import People
from companion.store.tables.photos import Photos
from companion.store.tables.secret import Secret

FILE_NAME = "companion.db"
OLDER_KEY = "secret.key"


@dataclass(frozen=True)
class Store:
    """The games of one database, with all that belongs to them, and the key that signs."""

    journal: Journal
    links: Links
    people: People
    photos: Photos
    examples: Examples
    houses: Houses
    secret: Secret
    database: Database

    @property
    def bell(self) -> Bell:
        """Tells those who wait of what is written, and of the end."""
        return self.database.bell

    def backup(self, path: Path) -> None:
        """Copy everything, as of one moment, into a new file.

        :raises StoreError: if the file exists or cannot be written.
        """
        self.database.backup(path)

    def close(self) -> None:
        """Let go of those who wait for a change, and of the database."""
        self.database.close()


def data_folder(given: Path | None = None) -> Path:
    """The folder given, or the platform's own for this program's data."""
    return user_data_path("companion") if given is None else given


def open_store(data: Path | None = None) -> Store:
    """The store in a data folder, made or brought up to date where that is needed.

    :raises StoreError: if the folder or the file cannot be used.
    """
    folder = data_folder(data)
    return _furnished(Sqlite(folder / FILE_NAME), folder / OLDER_KEY)


def _furnished(database: Database, older_key: Path | None = None) -> Store:
    return Store(
        journal=TableJournal(database),
        links=Links(database),
        people=People(database),
        photos=Photos(database),
        examples=Examples(database),
        houses=Houses(database),
        secret=Secret(database, older_key),
        database=database,
    )
