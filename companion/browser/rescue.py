"""The way out where the games of a phone can't be read any more: what can be is saved, and the rest is put aside."""

from __future__ import annotations

import io
import json
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from companion.store import Store, open_store
from companion.store.bundle import export_all, import_all
from companion.store.entries import Shelf
from companion.store.errors import StoreError
from companion.store.games import judge_game
from companion.store.moments import now
from companion.store.sqlite import files_of
from companion.store.store import FILE_NAME

ASIDE = "damaged"
HEAD, PAGE = 100, 4096
"""Bytes of SQLite's own at the beginning of its file, and in each part of it."""
MOST_PAGES = 16384
"""A file that says it was longer than 64 MB is not believed."""


def whole_file(folder: Path) -> bytes:
    """Every file of the games, also of those put aside before, as a zip for somebody who can repair them."""
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for path in sorted(folder.iterdir()):
            if path.is_file():
                archive.writestr(path.name, path.read_bytes())
    return packed.getvalue()


def readable_games(folder: Path) -> tuple[bytes, int]:
    """All games, nights and house rules that can still be read, as “All games” takes them; how many games these are."""
    with tempfile.TemporaryDirectory() as name:
        saved = Path(name, "saved.db")
        open_store(database=f"sqlite:{saved}").close()
        for number, is_listed in enumerate((True, False)):
            copy = Path(name, f"{number}.db")
            for there, here in zip(files_of(folder / FILE_NAME), files_of(copy), strict=True):
                if there.exists():
                    here.write_bytes(there.read_bytes())
            copy.write_bytes(_mended(copy.read_bytes(), saved.read_bytes(), is_listed=is_listed))
            _copy_rows(copy, saved)
        with (
            closing(open_store(database=f"sqlite:{saved}")) as store,
            closing(open_store(Path(name, "sound"))) as sound,
        ):
            with suppress(StoreError):  # what is not whole is not brought in anywhere
                import_all(sound, _exported(store), judge_game, now(), takes_belongings=True)
            document = _exported(sound)
    # Escaped: damaged text may hold bytes that are none.
    return json.dumps(document).encode(), len(document["games"])


def _mended(damaged: bytes, new: bytes, *, is_listed: bool) -> bytes:
    """The file with a new one's head and its own length, so that SQLite opens it.

    Without ``is_listed`` also with a new one's list of tables, which are at equal places.
    """
    pages = max(-(-len(damaged) // PAGE), min(int.from_bytes(damaged[28:32], "big"), MOST_PAGES))
    mended = bytearray(damaged.ljust(pages * PAGE, b"\0"))
    mended[:HEAD] = new[:HEAD]
    mended[28:32] = pages.to_bytes(4, "big")
    if not is_listed:
        mended[HEAD:PAGE] = new[HEAD:PAGE]
        for page in children(new[:PAGE]):
            mended[(page - 1) * PAGE : page * PAGE] = new[(page - 1) * PAGE : page * PAGE]
    return bytes(mended)


def children(first: bytes) -> Iterator[int]:
    """The pages below the first, by https://www.sqlite.org/fileformat.html#b_tree_pages."""
    cells = int.from_bytes(first[HEAD + 3 : HEAD + 5], "big")
    places = (int.from_bytes(first[at : at + 2], "big") for at in range(HEAD + 12, HEAD + 12 + 2 * cells, 2))
    for at in (HEAD + 8, *places):
        yield int.from_bytes(first[at : at + 4], "big")


def _exported(store: Store) -> dict[str, Any]:
    with suppress(StoreError):
        games = [row.id for shelf in (Shelf.OPEN, Shelf.ARCHIVE) for row in store.journal.list_games(shelf)]
        nights = [row.id for row in store.nights.every() if row.shelf is not Shelf.BIN]
        return export_all(store, games, nights, phone=ASIDE)
    return {"games": [], "nights": [], "houses": []}


def put_aside(folder: Path) -> None:
    """Give the file of the games another name, which nothing opens; a kill in the middle loses nothing."""
    free = (files_of(folder / f"{ASIDE}{f'-{number}' if number else ''}.db") for number in count())
    aside = next(files for files in free if not any(each.exists() for each in files))
    for there, here in reversed([*zip(files_of(folder / FILE_NAME), aside, strict=True)]):
        if there.exists():
            there.replace(here)


def _copy_rows(damaged: Path, saved: Path) -> None:
    """Copy the rows of every table that can be read: from its first on, from its last back, and those of each game."""
    with closing(sqlite3.connect(damaged)) as old, closing(sqlite3.connect(saved)) as new:
        old.text_factory = lambda stored: stored.decode(errors="replace")
        for (table,) in new.execute("select name from sqlite_master where type = 'table'").fetchall():
            names = [name for _, name, *_ in new.execute(f"pragma table_info({table})")]
            columns = ", ".join(f'"{name}"' for name in names)
            into = f"insert or ignore into {table} ({columns}) values ({', '.join('?' * len(names))})"  # noqa: S608 - all ours
            games = new.execute("select id from game").fetchall() if "game_id" in names else []
            orders = ("", "order by rowid desc", "order by 1 desc")  # one that a table has not finds nothing
            ways = [*((order, ()) for order in orders), *(("where game_id = ?", of) for of in games)]
            for way, values in ways:
                for row in _rows(old, f"select {columns} from {table} {way}", values):  # noqa: S608 - all ours
                    with suppress(sqlite3.Error):
                        new.execute(into, row)
        new.commit()


def _rows(db: sqlite3.Connection, sql: str, values: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
    with suppress(sqlite3.Error, UnicodeDecodeError):
        yield from db.execute(sql, values)
