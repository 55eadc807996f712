"""One process serves the games of an SQLite file: a second would neither hear its bell nor wait its turn fairly."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from companion.cli.commands import UserError
from companion.cli.where import Where

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
    try:
        make_folder(mark.parent)
        make_private(mark)
    except StoreError as fault:
        raise UserError(str(fault)) from fault
    # SQLite's own lock: it is the same on every system, and is gone with the process, however that ends.
    with closing(sqlite3.connect(mark, timeout=0, isolation_level=None)) as lock:
        _take(lock, file)
        yield


def _take(lock: sqlite3.Connection, file: Path) -> None:
    try:
        lock.execute("begin exclusive")
    except sqlite3.OperationalError as fault:
        raise UserError(
            f"another companion serves the games in {file}: stop it first. One process serves an SQLite file, for "
            "phones that ask one would not hear what is written by the other. Several serve the games in PostgreSQL: "
            f"companion copy --from sqlite:{file} --to postgresql://USER@HOST/NAME"
        ) from fault
