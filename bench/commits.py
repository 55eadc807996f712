"""The store's commits per second, beside fewer rows written by the bare driver.

``python -m bench.commits --seconds 5`` lets eight writers append to a game each: by bare sqlite3 behind one lock and by
the store in SQLite, then by bare psycopg, which notifies as the store does, and by the store in a PostgreSQL of its own
that writes as a club's would. The two of a kind take turns, second by second, so that both meet the same machine. It
ends with status 1 where the store makes fewer commits a second than are asked: in SQLite five times the taps of the
club of ``bench.club``, in PostgreSQL those of a thousand clubs.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock, local
from time import monotonic

import psycopg
from psycopg_pool import ConnectionPool

from bench.bounds import Bounds
from boot.postgres import OTHERWISE, WHY, find_postgres
from companion.store import NewEntry, NewGame, Store, open_store
from tests.cluster import started

WRITERS = 8
AT = "2026-11-20T19:00:00.000+00:00"
BODY = '{"v":1,"seat":1,"amount":250}'
ENTRY = NewEntry("BidMade", {"v": 1, "seat": 1, "amount": 250}, "Ann's phone", AT)
BOUNDS = Bounds({"SQLite": 100, "PostgreSQL": 125}, unit="commits a second", least=True)
SQL = (
    "create table bare (game text primary key, version integer not null)",
    "create table bare_entry "
    "(game text, seq integer, kind text, body text, who text, at text, primary key (game, seq))",
)
INSERT = "insert into bare_entry values (?, ?, ?, ?, ?, ?)"
NOTIFY = "select pg_notify('bare', %s)"
UPDATE = "update bare set version = ? where game = ? and version = ?"

Write = Callable[[int, int], None]
"""Makes one commit: the writer's number, and how many it has made before."""


def main() -> int:
    """Measure both databases; 1 where the store is slower than it may be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=int, default=5)
    seconds: int = parser.parse_args().seconds
    programs = find_postgres()
    if programs is None:
        sys.exit(f"{WHY} {OTHERWISE}")
    with TemporaryDirectory() as folder:
        _measured("SQLite", f"sqlite:{folder}/store.db", _bare_sqlite(Path(folder) / "bare.db"), seconds)
        with started(programs, careful=True) as cluster, closing(_pool(cluster.new_address())) as pool:
            _measured("PostgreSQL", cluster.new_address(), _bare_postgres(pool), seconds)
    return BOUNDS.status()


def _measured(name: str, address: str, bare: Write, seconds: int) -> None:
    with closing(open_store(database=address)) as store:
        ours, made, done = _by_store(store), [0, 0], [[0] * WRITERS, [0] * WRITERS]
        for _ in range(seconds):
            for which, write in enumerate((bare, ours)):
                made[which] += _count(write, done[which])
    rate, share = made[1] / seconds, 100 * made[1] / made[0]
    beside = f"bare {made[0] / seconds:,.0f}, so {share:.0f} % of that"
    print(f"{name}, {WRITERS} writers: {BOUNDS.said(name, rate)}; {beside}", flush=True)


def _count(write: Write, done: list[int]) -> int:
    """Count the commits of all writers in a second."""
    until, before = monotonic() + 1, sum(done)

    def go(writer: int) -> None:
        while monotonic() < until:
            write(writer, done[writer])
            done[writer] += 1

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(go, range(WRITERS)))
    return sum(done) - before


def _by_store(store: Store) -> Write:
    games = [store.journal.create_game(NewGame("Ann, Ben", "site", AT), [ENTRY]).game_id for _ in range(WRITERS)]

    def write(writer: int, done: int) -> None:
        store.journal.append(games[writer], done + 1, f"key-{done}", [ENTRY])

    return write


def _bare_sqlite(path: Path) -> Write:
    turn, own = Lock(), local()

    def connection() -> sqlite3.Connection:
        if not hasattr(own, "connection"):
            own.connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            own.connection.execute("pragma synchronous = full")
        found: sqlite3.Connection = own.connection
        return found

    first = sqlite3.connect(path, isolation_level=None)
    first.execute("pragma journal_mode = wal")
    for sql in SQL:
        first.execute(sql)
    first.executemany("insert into bare values (?, 0)", [(str(writer),) for writer in range(WRITERS)])
    first.close()

    def write(writer: int, done: int) -> None:
        with turn:
            db = connection()
            db.execute("begin immediate")
            db.execute(INSERT, (str(writer), done, "BidMade", BODY, "Ann's phone", AT))
            db.execute(UPDATE, (done + 1, str(writer), done))
            db.execute("commit")

    return write


def _pool(address: str) -> ConnectionPool[psycopg.Connection]:
    pool: ConnectionPool[psycopg.Connection] = ConnectionPool(address, min_size=WRITERS, max_size=WRITERS, open=True)
    with pool.connection() as db:
        for sql in SQL:
            db.execute(sql.encode())
        for writer in range(WRITERS):
            db.execute("insert into bare values (%s, 0)", [str(writer)])
    return pool


def _bare_postgres(pool: ConnectionPool[psycopg.Connection]) -> Write:
    insert, update = (sql.replace("?", "%s").encode() for sql in (INSERT, UPDATE))

    def write(writer: int, done: int) -> None:
        with pool.connection() as db:
            db.execute(insert, (str(writer), done, "BidMade", BODY, "Ann's phone", AT))
            db.execute(update, (done + 1, str(writer), done))
            db.execute(NOTIFY, (str(writer),))

    return write


if __name__ == "__main__":
    sys.exit(main())
