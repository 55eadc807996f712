"""Disks that are full, and files that another program holds."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from companion.store import Store
from tests.store.stores import sqlite_of


@contextmanager
def no_room(store: Store) -> Iterator[None]:
    """The database may not grow by one page, which SQLite answers as it does a full disk."""
    with sqlite_of(store).connection() as db:
        pages = db.execute("pragma page_count").fetchone()[0]
        usual = db.execute("pragma max_page_count").fetchone()[0]
        db.execute(f"pragma max_page_count = {pages}").fetchall()
    yield
    with sqlite_of(store).connection() as db:
        db.execute(f"pragma max_page_count = {usual}").fetchall()


@contextmanager
def held(store: Store) -> Iterator[None]:
    """Another program is in the middle of writing to the file."""
    with closing(sqlite3.connect(sqlite_of(store).path, isolation_level=None)) as other:
        other.execute("begin exclusive")
        yield
        other.execute("rollback")


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[Path]:
    """A disk of its own with so much room; skips the test where nobody may mount one."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder: Path) -> None:
    """Take what room is left on a disk."""
    with suppress(OSError), (folder / "ballast").open("wb", buffering=0) as file:
        while True:
            file.write(b"\0" * 512)
