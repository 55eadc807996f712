"""The cost of a night's page at six tables that play on phones: ``python -m bench.night_page [--views 50]``.

Round 1 is over, and round 2 has begun. The director's page is fetched whole, and as the part of it that comes every few
seconds; first with the games of the tables in no cache, as after a start. It prints processor time and how often the
database is asked, and exits with 1 if a median is above its bound.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bench.bounds import Bounds
from companion.store.sqlite import SqliteRows
from companion.web import create_app
from companion.web.core.game import open_games
from companion.web.core.security import Meter
from tests.web.conftest import browser
from tests.web.night.desk import draw, open_night, sign_in, state
from tests.web.night.phones import begin, door_of, id_of, play
from tests.web.table_player import FRAGMENT, Player

PEOPLE = 24
BOUNDS = Bounds({"the whole page": 40, "its part": 30})


@contextmanager
def queries() -> Iterator[list[str]]:
    """Collects what the database is asked."""
    asked: list[str] = []

    def counted(query: Callable[..., Any]) -> Callable[..., Any]:
        def ask(rows: SqliteRows, sql: str, *values: object) -> Any:
            asked.append(sql)
            return query(rows, sql, *values)

        return ask

    with ExitStack() as stack:
        for name in ("first", "all"):
            stack.enter_context(patch.object(SqliteRows, name, counted(getattr(SqliteRows, name))))
        yield asked


def main() -> int:
    """Print the medians; 1 if one is above its bound."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--views", type=int, default=50)
    views = parser.parse_args().views
    app = create_app(Path(tempfile.mkdtemp()), TESTING=True, READER=None, READS=False)
    client = browser(app)
    path = open_night(client, rules="Single deck, partners", deals="1")
    sign_in(client, path, *(f"Player {number}" for number in range(PEOPLE)))
    for number in (1, 2):
        draw(client, path, number)
        for table in state(app, path).rounds[-1].tables:
            app.extensions["meter"] = Meter()
            phones, door = (browser(app), browser(app)), door_of(app, path)
            game = {id_of(begin(phone, door, side[0])) for phone, side in zip(phones, table.sides, strict=True)}.pop()
            north, east = (Player(app, phone, game) for phone in phones)
            if number == 1:
                play(north, "250", "60")
                north.do("sign", side="A")
                east.do("sign", side="B")
    for what, headers in (("the whole page", {}), ("its part", FRAGMENT)):
        for cached in (False, True):
            spent = []
            for _ in range(views):
                if not cached:
                    open_games(app)
                begun = time.process_time()
                client.get(path, headers=headers)
                spent.append((time.process_time() - begun) * 1000)
            with queries() as asked:
                client.get(path, headers=headers)
            said = BOUNDS.said(what, statistics.median(spent))
            print(f"{what}, games {'cached' if cached else 'read'}: {said}, {len(asked)} queries")
    return BOUNDS.status()


if __name__ == "__main__":
    sys.exit(main())
