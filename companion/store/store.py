"""Everything that is kept, behind one door."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from companion.store.bell import Bell
from companion.store.journal import Journal
from companion.store.membership import Membership
from companion.store.sqlite.database import Sqlite
from companion.store.sqlite.examples import Examples
from companion.store.sqlite.houses import Houses
from companion.store.sqlite.journal import SqliteJournal
from companion.store.sqlite.links import Links
from companion.store.sqlite.members import Members
from companion.store.sqlite.people import People
from companion.store.sqlite.photos import Photos
from companion.store.sqlite.secret import Secret

FILE_NAME = "companion.db"


@dataclass(frozen=True)
class Store:
    """The games of one data folder, with all that belongs to them, and the key that signs."""

    journal: Journal
    links: Links
    members: Membership
    people: People
    photos: Photos
    examples: Examples
    houses: Houses
    secret: Secret
    sqlite: Sqlite
    bell: Bell

    def backup(self, path: Path) -> None:
        """Copy everything, as of one moment, into a new file.

        :raises StoreError: if the file exists or cannot be written.
        """
        self.sqlite.backup(path)

    def close(self) -> None:
        """Let go of those who wait for a change, and of the file."""
        self.bell.close()
        self.sqlite.close()


def data_folder(given: Path | None = None) -> Path:
    """The folder given, or the platform's own for this program's data."""
    return user_data_path("companion") if given is None else given


def open_store(data: Path | None = None) -> Store:
    """The store in a data folder, made or brought up to date where that is needed.

    :raises StoreError: if the folder or the file cannot be used.
    """
    sqlite = Sqlite(data_folder(data) / FILE_NAME)
    bell = Bell()
    return Store(
        journal=SqliteJournal(sqlite, bell),
        links=Links(sqlite),
        members=Members(sqlite),
        people=People(sqlite),
        photos=Photos(sqlite),
        examples=Examples(sqlite),
        houses=Houses(sqlite),
        secret=Secret(sqlite),
        sqlite=sqlite,
        bell=bell,
    )
