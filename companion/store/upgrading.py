"""Tables of an older companion brought up to date: after a copy of everything, and with the way back in words."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from companion.store.database import Opening
from companion.store.open import file_of, open_database
from companion.store.sqlite import Sqlite


@dataclass(frozen=True)
class Upgraded:
    """What an upgrade did: to which database, to which version; the copy of what was there, and the way back to it."""

    where: str
    version: int
    copy: Path | None
    way_back: tuple[str, ...]
    """Commands, for whoever goes back to the version from before."""


def upgrade(address: str, folder: Path, *, copied: bool = False) -> Upgraded | None:
    """Copy everything, then bring the tables up to date; nothing if they are.

    :param folder: where the copy of a PostgreSQL database goes; that of an SQLite file lies beside it.
    :param copied: whether a PostgreSQL database was copied already, so that no copy is made.
    :raises StoreError: if the database can't be used or copied; it is as it was then.
    """
    with closing(open_database(address, Opening.READ)) as found:
        lacking, where = found.lacking, found.where
    if not lacking:
        return None
    copy = None
    if file_of(address) is None and not copied:
        from companion.store.dumping import dump

        copy = dump(address, folder / f"companion-before-{lacking[0]}.dump")
    with closing(open_database(address)) as upgraded:
        if isinstance(upgraded, Sqlite):
            copy = upgraded.copied
    return Upgraded(where, lacking[-1], copy, _way_back(address, copy))


def _way_back(address: str, copy: Path | None) -> tuple[str, ...]:
    if file_of(address) is not None:
        return (f"companion restore {copy} --database {address}",)
    from companion.store.dumping import way_back

    return way_back(address, copy)
