"""Everything that is kept, behind one door."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from companion.store.bell import Bell
from companion.store.database import Database, Opening
from companion.store.journal import Journal
from companion.store.membership import Membership
from companion.store.open import SQLITE, back_up, open_database, shared_line
from companion.store.sqlite import Sqlite
from companion.store.tables.accounts import Accounts
from companion.store.tables.audit import Audit
from companion.store.tables.examples import Examples
from companion.store.tables.facts import Facts
from companion.store.tables.houses import Houses
from companion.store.tables.journal import TableJournal
from companion.store.tables.links import Links
from companion.store.tables.members import Members
from companion.store.tables.passkeys import Passkeys
from companion.store.tables.people import People
from companion.store.tables.photos import Photos
from companion.store.tables.pulse import beat
from companion.store.tables.sayings import Sayings
from companion.store.tables.seasons import Seasons
from companion.store.tables.secret import Secret
from companion.store.tables.totals import games_by_shelf
from companion.store.tables.ways_in import WaysIn
from companion.store.waiting import Waiting

FILE_NAME = "companion.db"


@dataclass(frozen=True)
class Store:
    """The games of one database, with all that belongs to them, and the key that signs."""

    journal: Journal
    links: Links
    members: Membership
    people: People
    photos: Photos
    examples: Examples
    houses: Houses
    facts: Facts
    sayings: Sayings
    seasons: Seasons
    accounts: Accounts
    ways_in: WaysIn
    passkeys: Passkeys
    audit: Audit
    secret: Secret
    database: Database
    waiting: Waiting | None
    """The line of work that every process on the database shares; none where there is but one process."""

    @property
    def bell(self) -> Bell:
        """Tells those who wait of what is written, and of the end."""
        return self.database.bell

    def beat(self) -> None:
        """Write as much as a tap does, and take it away again, to learn whether there is room for one.

        :raises StoreError: if there is none.
        """
        beat(self.database)

    def count_games(self) -> dict[str, int]:
        """How many games lie on each shelf.

        :raises StoreError: if that can't be read.
        """
        return games_by_shelf(self.database)

    def backup(self, path: Path) -> None:
        """Copy everything, as of one moment, into a new SQLite file; games may go on meanwhile.

        :raises StoreError: if the file exists or cannot be written.
        """
        if isinstance(self.database, Sqlite):
            self.database.backup(path)
        else:
            back_up(self.database, path)

    def close(self) -> None:
        """Let go of those who wait for a change, and of the database."""
        self.database.close()


def data_folder(given: Path | None = None) -> Path:
    """The folder given, or the platform's own for this program's data."""
    return user_data_path("companion") if given is None else given


def address_in(data: Path | None) -> str:
    """The address of the database in a data folder."""
    return f"{SQLITE}{data_folder(data) / FILE_NAME}"


def open_store(data: Path | None = None, database: str = "", opening: Opening = Opening.UPGRADE) -> Store:
    """The store in a data folder, or in another database where one is named.

    :param database: ``sqlite:FILE`` or ``postgresql://…``.
    :param opening: what may happen to its tables.
    :raises StoreError: if the folder, the file or the database cannot be used.
    """
    opened = open_database(database or address_in(data), opening)
    return Store(
        journal=TableJournal(opened),
        links=Links(opened),
        members=Members(opened),
        people=People(opened),
        photos=Photos(opened),
        examples=Examples(opened),
        houses=Houses(opened),
        facts=Facts(opened),
        sayings=Sayings(opened),
        seasons=Seasons(opened),
        accounts=Accounts(opened),
        ways_in=WaysIn(opened),
        passkeys=Passkeys(opened),
        audit=Audit(opened),
        secret=Secret(opened),
        database=opened,
        waiting=shared_line(opened),
    )
