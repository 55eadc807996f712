"""The time to copy a journal from SQLite to PostgreSQL and back, and a comparison of all three.

``python -m bench.copying --games 5000`` writes so many games or a few more, each one of the recorded playthroughs, into
a temporary SQLite file, starts a PostgreSQL of its own as the tests do, and copies there and back. It ends with status
1 if the copies differ.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from boot.postgres import OTHERWISE, WHY, find_postgres
from companion.store import open_store
from companion.store.copying import KEPT, Copied, contents, digest
from companion.store.store import copy_database, open_database
from tests.cluster import started
from tests.store.recorded import recorded

PLAYED = sorted((Path(__file__).parents[1] / "tests" / "playthroughs").glob("*.txt"))


def main() -> int:
    """Write, copy there and back, and compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=5000)
    games: int = parser.parse_args().games
    programs = find_postgres()
    if programs is None:
        sys.exit(f"{WHY} {OTHERWISE}")
    with TemporaryDirectory() as folder, started(programs) as cluster:
        ours, theirs, back = f"sqlite:{folder}/ours.db", cluster.new_address(), f"sqlite:{folder}/back.db"
        _timed(f"{games:,} games written", lambda: _write(ours, games))
        there = _timed("SQLite to PostgreSQL, and compared", lambda: copy_database(ours, theirs))
        again = _timed("PostgreSQL to SQLite, and compared", lambda: copy_database(theirs, back))
        with closing(open_database(ours)) as database:
            alike = contents(database) == there == again
    print(*(f"{each.table}: {each.rows:,}" for each in there if each.rows), sep=", ")
    print(f"{digest(there)}, {digest(again)}: {'all hold the same' if alike else 'THEY DIFFER'}")
    return 0 if alike else 1


def _write(address: str, games: int) -> Sequence[Copied]:
    """Write the recorded games, and then the same under other ids: no seal knows of an id."""
    with closing(open_store(database=address)) as store:
        for path in PLAYED:
            found = recorded(path)
            store.journal.restore_game(found.game, found.entries)
        with store.database.write() as rows:
            for number in range(1, -(-games // len(PLAYED))):
                for table, key in (("game", "id"), ("entry", "game_id")):
                    columns = ", ".join(f'"{column}"' for column in KEPT[table] if column != key)
                    rows.run(
                        f"insert into {table} ({key}, {columns}) select {key} || ?, {columns} from {table} "  # noqa: S608 - all ours
                        f"where {key} not like '%.%'",
                        f".{number}",
                    )
        return contents(store.database)


def _timed(what: str, work: Callable[[], Sequence[Copied]]) -> Sequence[Copied]:
    begun = monotonic()
    done = work()
    print(f"{what}: {monotonic() - begun:.1f} s", flush=True)
    return done


if __name__ == "__main__":
    sys.exit(main())
