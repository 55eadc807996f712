"""Copies of everything in a folder, of which the newest few are kept: SQLite files, whatever they were copied from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from companion.store.errors import StoreError
from companion.store.store import Store

_NAME = re.compile(r"companion-(\d{8}T\d{6})Z\.db")
_TIME = "%Y%m%dT%H%M%S"


@dataclass(frozen=True)
class Backup:
    """One copy, and when it was made by the clock of its machine."""

    file: Path
    made_at: datetime


def back_up_into(store: Store, folder: Path, keep: int, at: datetime) -> Backup:
    """Copy everything into a new file in a folder, then throw all but the newest ``keep`` away.

    Files of other names are left alone. A copy that is dated later than this one was made by a clock that was wrong
    then, or is now: it counts as older, for it was there before.

    :raises StoreError: if it cannot be written; no copy is thrown away then.
    """
    made = Backup(folder / f"companion-{at.astimezone(timezone.utc).strftime(_TIME)}Z.db", at)
    store.backup(made.file)
    try:
        for old in sorted(backups_in(folder), key=lambda each: each.made_at <= at)[:-keep]:
            old.file.unlink(missing_ok=True)
    except OSError as fault:
        raise StoreError(f"old backups in {folder} cannot be thrown away: {fault.strerror}") from fault
    return made


def backups_in(folder: Path) -> list[Backup]:
    """The copies in a folder, the newest last; none if there is no such folder."""
    found = [(_NAME.fullmatch(file.name), file) for file in folder.glob("companion-*.db")]
    return sorted((Backup(file, _time(name[1])) for name, file in found if name), key=lambda each: each.made_at)


def newest_backup(folder: Path, now: datetime) -> Backup | None:
    """The copy that was made last, if there is one; what is dated later than now says nothing of when it was made."""
    return next((each for each in reversed(backups_in(folder)) if each.made_at <= now), None)


def _time(text: str) -> datetime:
    return datetime.strptime(text, _TIME).replace(tzinfo=timezone.utc)
