"""The cost of a tap on the scoring page, beside an empty Flask view that makes one durable SQLite commit.

Run it as ``python bench/scoring_page.py [--deals 20] [--in-process]``. Both are asked in turn, in one run and on one
disk, through a server as a phone asks them, or without a server by Flask's test client. A tap is written, folded and
rendered again, as htmx asks for it.
"""

from __future__ import annotations

import argparse
import re
import socket
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlencode

import uvicorn
from a2wsgi import WSGIMiddleware
from flask import Flask

from bench.bounds import Bounds
from companion.cli.network import listen_on
from companion.game.commands import Refusal
from companion.game.decide.start import start_game
from companion.game.events import GameStarted
from companion.rules.variants import VARIANTS
from companion.store.games import to_entries, to_new_game
from companion.web import create_app
from companion.web.core.current import journal
from companion.web.server import Listener
from companion.web.server import run as serve

BOUNDS = Bounds({"times as long as an empty view and commit": 2.5}, unit="")
AT = "2026-01-01T20:00:00.000+00:00"
BASE_URL = "http://127.0.0.1"

Post = Callable[[str, Mapping[str, str]], str]
"""Posts a form to a path and gives the page that comes back."""


def empty_view(data: Path) -> Flask:
    """A Flask application with one view: it makes one commit, on disk when it answers."""
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

    return app


def new_game(app: Flask) -> str:
    """The id of a new game of the first variant."""
    begun = start_game(VARIANTS[0], ["Ann", "Bob", "Cy", "Di"], 0)
    if isinstance(begun, Refusal) or not isinstance(begun[0], GameStarted):
        raise SystemExit("the game did not start")
    with app.app_context():
        return journal().create_game(to_new_game(begun[0], AT), to_entries(begun, "bench", AT)).game_id


def taps(deals: int) -> Iterator[tuple[str, dict[str, str]]]:
    """The taps of some deals."""
    for deal in range(deals):
        yield from taps_of(deal)


def taps_of(deal: int) -> Iterator[tuple[str, dict[str, str]]]:
    """The taps of a deal with a failed bid, so that the game goes on; the players bid in turn."""
    yield "take", {"seat": str(deal % 4), "amount": "250"}
    yield "trump", {"trump": "H"}
    yield "meld/close", {}
    yield "count", {"points-A": "130"}
    yield "confirm", {}


def through_client(app: Flask) -> Post:
    """Asks the application itself."""
    client = app.test_client()

    def post(path: str, form: Mapping[str, str]) -> str:
        answer = client.post(path, data=form, base_url=BASE_URL, headers={"HX-Request": "true", "Origin": BASE_URL})
        return _page(answer.status_code, answer.text)

    return post


def through_server(app: Flask) -> Post:
    """Asks a server, over one connection that stays open: the companion's own, or for the empty view uvicorn alone."""
    listening = listen_on("127.0.0.1", 0, 0)
    address = "127.0.0.1", int(listening.getsockname()[1])
    threading.Thread(target=_serve, args=(app, listening), daemon=True).start()
    connection = HTTPConnection(*address)
    kind = "application/x-www-form-urlencoded"
    headers = {"HX-Request": "true", "Origin": "http://{}:{}".format(*address), "Content-Type": kind}

    def post(path: str, form: Mapping[str, str]) -> str:
        connection.request("POST", path, urlencode(form), headers)
        answer = connection.getresponse()
        return _page(answer.status, answer.read().decode())

    return post


def _serve(app: Flask, listening: socket.socket) -> None:
    if "store" in app.extensions:
        serve(app, [Listener(listening)], threading.Event())
    else:
        bare: Any = WSGIMiddleware(cast("Any", app), workers=4)
        uvicorn.Server(uvicorn.Config(bare, lifespan="off", log_level="error")).run([listening])


def _page(status: int, page: str) -> str:
    if status != 200:
        raise SystemExit(f"answered {status}: {page[:300]}")
    return page


def timed(post: Post, path: str, form: Mapping[str, str]) -> tuple[float, str]:
    """Milliseconds of one request, and the page that came back."""
    begin = time.perf_counter()
    page = post(path, form)
    return (time.perf_counter() - begin) * 1000, page


def run(deals: int, data: Path, by: Callable[[Flask], Post]) -> tuple[list[float], list[float]]:
    """The milliseconds of every empty commit and of every tap."""
    app = create_app(data)
    path, phone, empty = f"/game/{new_game(app)}/", by(app), by(empty_view(data))
    page = app.test_client().get(path, base_url=BASE_URL).text
    bare, full = [], []
    for number, (url, typed) in enumerate(taps(deals)):
        seen = re.search(r'name="seen" value="(\d+)"', page)
        form = {"key": f"bench-{number}", "seen": seen[1] if seen else "", **typed}
        bare.append(timed(empty, "/", {})[0])
        spent, page = timed(phone, path + url, form)
        full.append(spent)
    return bare, full


def main() -> int:
    """Print both medians, the 95th percentiles and how often one goes into the other; 1 if more often than it may."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--in-process", action="store_true", help="without a server")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bare, full = run(asked.deals, Path(folder), through_client if asked.in_process else through_server)
    for name, spent in (("empty view and commit", bare), ("tap on the page", full)):
        slow = statistics.quantiles(spent, n=20)[-1]
        print(f"{name:22} median {statistics.median(spent):6.2f} ms   p95 {slow:6.2f} ms")
    ratio = statistics.median(full) / statistics.median(bare)
    said = BOUNDS.said("times as long as an empty view and commit", ratio)
    print(f"{len(full)} taps; ratio of the medians {said}")
    return BOUNDS.status()


if __name__ == "__main__":
    sys.exit(main())
