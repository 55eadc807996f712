"""The files of a store: nobody but their owner reads them, and nothing takes their place unseen."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from companion.store.errors import StoreError, Unavailable

OWNER_ONLY = 0o600
"""The database holds who played with whom, photographs, and the key that signs."""
FOLDER_OF_OWNER = 0o700
RESTART = "Stop the companion and start it again; if the file is gone, put a backup in its place first."

Identity = tuple[int, int]


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner looks into; one that is there already stays as open as it is.

    :raises StoreError: if it can't be made.
    """
    try:
        folder.mkdir(mode=FOLDER_OF_OWNER, parents=True, exist_ok=True)
    except OSError as fault:
        raise StoreError(f"the folder {folder} cannot be made: {fault.strerror}") from fault


def make_private(path: Path) -> None:
    """Make an empty file that only its owner reads, or close one that is there to everybody else.

    SQLite makes the files beside a database as open as the database is.

    :raises Unavailable: if it can't be made.
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))
    except OSError as fault:
        raise Unavailable(path, _reason(fault), "Make room, or choose another folder by --data.") from fault
    for each in files_of(path):
        with suppress(OSError):  # somebody else's file is not ours to close
            if each.stat().st_mode & 0o077:
                each.chmod(OWNER_ONLY)


def files_of(path: Path) -> tuple[Path, ...]:
    """The file of a database, and those that SQLite puts beside it."""
    return path, *(path.with_name(path.name + tail) for tail in ("-wal", "-shm"))


def identity(path: Path) -> Identity:
    """What stays the same as long as the file does.

    :raises Unavailable: if it is gone.
    """
    try:
        found = path.stat()
    except OSError as fault:
        raise Unavailable(path, "the file is gone", RESTART) from fault
    return found.st_dev, found.st_ino


def _reason(fault: OSError) -> str:
    return (fault.strerror or str(fault)).lower()
