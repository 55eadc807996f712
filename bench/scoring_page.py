"""What a tap on the scoring page costs, beside an empty Flask view that makes one durable SQLite commit.

Run it as ``python bench/scoring_page.py [--deals 20]``. Both are asked in turn, in one process and on one disk.
A tap is written, folded and rendered again, as htmx asks for it.
"""

from __future__ import annotations

import argparse
import re
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.game.decide_start import start_game
from companion.game.events import GameStarted
from companion.game.refusal import Refusal
from companion.rules.variants import VARIANTS
from companion.store.games import to_entries, to_new_game
from companion.web import create_app
from companion.web.shelf import journal

BOUND = 3.0
AT = "2026-01-01T20:00:00.000+00:00"
BASE_URL = "http://127.0.0.1"
FROM_THE_PAGE = {"HX-Request": "true", "Origin": BASE_URL}


def empty_view(data: Path) -> FlaskClient:
    """A Flask application whose only view makes one commit that is on disk when it answers."""
    app = Flask("empty")
    rows = sqlite3.connect(data / "empty.db", isolation_level=None, check_same_thread=False)
    rows.execute("pragma journal_mode = wal")
    rows.execute("pragma synchronous = full")
    rows.execute("create table entry (body text)")

    @app.post("/")
    def tap() -> str:
        rows.execute("begin immediate")
        rows.execute("insert into entry values (?)", ["x" * 200])
        rows.execute("commit")
        return ""

    return app.test_client()


def new_game(app: Flask) -> str:
    """The id of a new game of the first variant."""
    begun = start_game(VARIANTS[0], ["Ann", "Bob", "Cy", "Di"], 0)
    if isinstance(begun, Refusal) or not isinstance(begun[0], GameStarted):
        raise SystemExit("the game did not start")
    with app.app_context():
        return journal().create_game(to_new_game(begun[0], AT), to_entries(begun, "bench", AT)).game_id


def taps(deals: int) -> Iterator[tuple[str, dict[str, str]]]:
    """The taps of some deals in which the bidder is set, so that the game goes on."""
    for deal in range(deals):
        yield "take", {"seat": str(deal % 4), "amount": "250"}
        yield "trump", {"trump": "H"}
        yield "meld/close", {}
        yield "count", {"points-A": "130"}
        yield "confirm", {}


def measure(work: Callable[[], TestResponse]) -> tuple[float, TestResponse]:
    """Milliseconds of one request, and its answer, which must be a success."""
    begin = time.perf_counter()
    answer = work()
    spent = (time.perf_counter() - begin) * 1000
    if answer.status_code != 200:
        raise SystemExit(f"answered {answer.status_code}: {answer.text[:300]}")
    return spent, answer


def run(deals: int, data: Path) -> tuple[list[float], list[float]]:
    """The milliseconds of every empty commit and of every tap."""
    app = create_app(data)
    phone, empty, path = app.test_client(), empty_view(data), f"/game/{new_game(app)}/"
    page = phone.get(path, base_url=BASE_URL).text
    bare, full = [], []
    for number, (url, typed) in enumerate(taps(deals)):
        seen = re.search(r'name="seen" value="(\d+)"', page)
        form = {"key": f"bench-{number}", "seen": seen[1] if seen else "", **typed}
        bare.append(measure(partial(empty.post, "/"))[0])
        spent, answer = measure(partial(phone.post, path + url, data=form, base_url=BASE_URL, headers=FROM_THE_PAGE))
        full.append(spent)
        page = answer.text
    return bare, full


def main() -> None:
    """Print both medians, the 95th percentiles and how often one goes into the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20)
    deals = parser.parse_args().deals
    with tempfile.TemporaryDirectory() as folder:
        bare, full = run(deals, Path(folder))
    for name, spent in (("empty view and commit", bare), ("tap on the page", full)):
        slow = statistics.quantiles(spent, n=20)[-1]
        print(f"{name:22} median {statistics.median(spent):6.2f} ms   p95 {slow:6.2f} ms")
    ratio = statistics.median(full) / statistics.median(bare)
    print(f"{len(full)} taps; ratio of the medians {ratio:.2f} (bound {BOUND:g})")


if __name__ == "__main__":
    main()
