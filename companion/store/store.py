"""Everything that is kept, behind one door, by its address: ``sqlite:FILE`` or ``postgresql://user@host/name``."""

from __future__ import annotations

import secrets
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from companion.settings import hide_password
from companion.shipped import install_again
from companion.store.audit import Audit
from companion.store.bell import Bell
from companion.store.club import Accounts, Passkeys, WaysIn
from companion.store.copying import Copied, copy_tables
from companion.store.database import Database, InDatabase, Opening, random_id
from companion.store.errors import StoreError
from companion.store.facts import Facts
from companion.store.houses import Houses, Seasons
from companion.store.journal import Journal
from companion.store.membership import Keepers, Links, Members
from companion.store.nights import Nights
from companion.store.people import RememberedNames, Sayings
from companion.store.photos import NEVER, Examples, Photos
from companion.store.sqlite import Sqlite
from companion.store.tables import insert, put
from companion.store.waiting import Waiting

SQLITE = "sqlite:"
FILE_NAME = "companion.db"
POSTGRES = ("postgresql://", "postgres://")
_BEAT_BYTES = 16384
_KEY = "signing"
_MISSING = (
    "PostgreSQL needs two more libraries. In a checkout, let “python3 bootstrap.py serve --database postgresql://…” "
    f"fetch them; elsewhere, {install_again('postgres')}"
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


def file_of(address: str) -> Path | None:
    """The file of an SQLite address; nothing for another."""
    return Path(address.removeprefix(SQLITE)) if address.startswith(SQLITE) else None


def copy_database(source: str, target: str) -> tuple[Copied, ...]:
    """Copy everything from one address to another, as of one moment; return the result for each table.

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
    """Copy everything except photos, which are deleted after a day, into a new SQLite file.

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


class Secret(InDatabase):
    """The store's one signing key, the codes in some of its links, and its other secrets."""

    def key(self) -> str:
        """The key, made at the first call."""
        with self._database.write("secret") as rows:
            kept = rows.first("select value from secret where name = ?", _KEY)
            if kept is not None:
                return str(kept["value"])
            key = secrets.token_urlsafe(32)
            insert(rows, "secret", name=_KEY, value=key)
        return key

    def code(self, name: str) -> str:
        """Return the current code of this kind's links; links with another code have ended. Empty at first."""
        return self.find(name)

    def renew_code(self, name: str) -> None:
        """Give links of this kind a new code, and so end all earlier ones."""
        self.keep(name, random_id())

    def find(self, name: str) -> str:
        """Return the value kept under a name; empty if there is none."""
        kept = self._database.first("select value from secret where name = ?", name)
        return "" if kept is None else str(kept["value"])

    def keep(self, name: str, value: str) -> None:
        """Keep this under a name, in place of what was kept there."""
        with self._database.write("secret") as rows:
            put(rows, "secret", name=name, value=value)


@dataclass(frozen=True)
class Store:
    """The games of one database, everything related to them, and the signing key."""

    journal: Journal
    links: Links
    members: Members
    keepers: Keepers
    people: RememberedNames
    photos: Photos
    examples: Examples
    houses: Houses
    facts: Facts
    sayings: Sayings
    seasons: Seasons
    nights: Nights
    accounts: Accounts
    ways_in: WaysIn
    passkeys: Passkeys
    audit: Audit
    secret: Secret
    database: Database
    waiting: Waiting | None
    """The line of work that others than this process take from; none where it does all by itself."""

    @property
    def bell(self) -> Bell:
        """Wakes those who wait when something is written, and at the end."""
        return self.database.bell

    def beat(self) -> None:
        """Write as much as a tap does, and take it away again, to learn whether there is room for one.

        :raises StoreError: if there is none.
        """
        with self.database.write() as rows:
            insert(rows, "pulse", ballast=bytes(_BEAT_BYTES))
            rows.run("delete from pulse")

    def count_games(self) -> dict[str, int]:
        """Return the number of games on each shelf.

        :raises StoreError: if that can't be read.
        """
        found = self.database.all("select shelf, count(*) as games from game group by shelf")
        return {row["shelf"]: row["games"] for row in found}

    def backup(self, path: Path) -> None:
        """Copy everything, as of one moment, into a new SQLite file; games may go on meanwhile.

        :raises StoreError: if the file exists or cannot be written.
        """
        if isinstance(self.database, Sqlite):
            self.database.backup(path)
        else:
            back_up(self.database, path)

    def close(self) -> None:
        """End every wait for a change, and close the database."""
        self.database.close()


def data_folder(given: Path | None = None) -> Path:
    """The folder given, or the platform's own for this program's data."""
    return user_data_path("companion") if given is None else given


def address_in(data: Path | None) -> str:
    """The address of the database in a data folder."""
    return f"{SQLITE}{data_folder(data) / FILE_NAME}"


def open_store(
    data: Path | None = None, database: str = "", opening: Opening = Opening.UPGRADE, *, waits: bool = False
) -> Store:
    """The store in a data folder, or in another database where one is named.

    :param database: ``sqlite:FILE`` or ``postgresql://…``.
    :param opening: what may happen to its tables.
    :param waits: whether work waits in a file, too, for others than this process.
    :raises StoreError: if the folder, the file or the database cannot be used.
    """
    opened = open_database(database or address_in(data), opening)
    in_file = isinstance(opened, Sqlite)
    return Store(
        journal=Journal(opened),
        links=Links(opened),
        members=Members(opened),
        keepers=Keepers(opened),
        people=RememberedNames(opened),
        photos=Photos(opened),
        examples=Examples(opened),
        houses=Houses(opened),
        facts=Facts(opened),
        sayings=Sayings(opened),
        seasons=Seasons(opened),
        nights=Nights(opened),
        accounts=Accounts(opened),
        ways_in=WaysIn(opened),
        passkeys=Passkeys(opened),
        audit=Audit(opened),
        secret=Secret(opened),
        database=opened,
        waiting=Waiting(opened, in_file=in_file) if waits or not in_file else None,
    )
