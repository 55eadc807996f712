"""The cost of many kept games: ``python -m bench.growth [--games 50000]``.

Printed are the milliseconds of processor time of the first page, of searches, and of a person's page, once the figures
are gathered; how long gathering took; what a score sheet of 1,000 deals and the import of one cost; and what the pages
of a night cost, up to the largest there may be.

Before that the first page, the page of a running game and a tap in it are requested from a house with a hundred games,
and again once it keeps all of them, by Flask's test client. The games are those of a club of 200 people. Each has one
deal, since it is their number that is asked about, and all are over, as most are in a house that has played for years.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from random import Random

from flask import Flask
from flask.testing import FlaskClient

from bench.bounds import Bounds
from bench.league import play
from bench.people_pages import PEOPLE, one_game, write_games
from bench.scoring_page import BASE_URL, new_game, taps
from companion.game.events import GameStarted
from companion.night.events import NightClosed, Plan
from companion.rules.options import with_options
from companion.rules.variants.partnership import SITE
from companion.store.files import export_game
from companion.store.games import reckon, to_entries, to_new_game
from companion.web import create_app
from companion.web.core.current import current_store, journal, this_evening
from companion.web.night.paper import SHEETS
from companion.web.people.facts import evening_text

FEW, DEALS, LONG = 100, 20, 1000
RATIOS = Bounds({"times as long with many games": 1.5}, unit="")
NIGHTS = ((48, 6), (160, 6), (160, 30))
"""The numbers of people and rounds; the last is the largest possible night."""
BOUNDS = Bounds({"a page after the first time": 100, "a score sheet of many deals": 500, "a page of a night": 300})
CLUB = (*PEOPLE, *(f"{name} {letter}." for letter in "ABCDEFGHKLMNOPRSTVW" for name in PEOPLE))
HEADERS = {"HX-Request": "true", "Origin": BASE_URL}
Times = dict[str, list[float]]


def asked(app: Flask) -> dict[str, float]:
    """Milliseconds of processor and disk for the median first page, game page and tap."""
    client, table, times = app.test_client(), f"/game/{new_game(app)}/", Times()
    page = _timed(times, "the page of a game", client, table)
    for number, (path, typed) in enumerate(taps(DEALS)):
        seen = re.search(r'name="seen" value="(\d+)"', page)
        form = {"key": f"growth-{number}", "seen": seen[1] if seen else "", **typed}
        page = _timed(times, "a tap in it", client, table + path, form)
        _timed(times, "the first page", client, "/")
        _timed(times, "the page of a game", client, table)
    return {what: statistics.median(each) for what, each in times.items()}


def _timed(times: Times, what: str, client: FlaskClient, path: str, form: Mapping[str, str] | None = None) -> str:
    begin = time.perf_counter()
    if form is None:
        answer = client.get(path, base_url=BASE_URL)
    else:
        answer = client.post(path, data=form, base_url=BASE_URL, headers=HEADERS, follow_redirects=True)
    times.setdefault(what, []).append((time.perf_counter() - begin) * 1000)
    if answer.status_code != 200:
        raise SystemExit(f"{path} answered {answer.status_code}")
    return answer.text


@contextmanager
def house() -> Iterator[Flask]:
    """An application over a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        yield create_app(Path(folder))


def gathered(app: Flask) -> None:
    """Gather the facts of all games as the background does, and print what it cost."""
    with app.app_context():
        own = time.process_time()
        reckon(journal(), current_store().facts, evening_text, "")
        print(f"gathering, in the background: {time.process_time() - own:.1f} s of processor time", flush=True)


def pages(app: Flask) -> None:
    """Print the processor time of each page: the first time it is asked for, and the median of nine more.

    Templates are compiled once in a process, and not counted.
    """
    client = app.test_client()
    for path in ("/", "/games/?q=bob", "/person/bob", "/people/?q=bob", "/new/doubles"):
        _own_time(client, path)
    for path in ("/", "/games/?q=ann", "/games/?q=nobody", "/person/ann", "/people/", "/new/site"):
        first, *spent = (_own_time(client, path) for _ in range(10))
        later = BOUNDS.said("a page after the first time", statistics.median(spent), path)
        print(f"{path}: {first:.0f} ms at first, then {later}", flush=True)


def _own_time(client: FlaskClient, path: str) -> float:
    begin = time.process_time()
    answer = client.get(path, base_url=BASE_URL)
    if answer.status_code != 200:
        raise SystemExit(f"{path} answered {answer.status_code}")
    return (time.process_time() - begin) * 1000


def long_game(app: Flask) -> None:
    """Print the processor time of the score sheet of 1,000 deals and of the import of its file, by a new house."""
    variant = with_options(SITE, {"end.target": 1_000_000})
    with app.app_context():
        started, *rest = (event for step in one_game(Random(1), variant, LONG) for event in step)  # noqa: S311
        if not isinstance(started, GameStarted):
            raise SystemExit("a game does not begin with its start")
        at = "2026-11-20T19:00:00.000+00:00"
        game = journal().create_game(to_new_game(started, at), to_entries([started, *rest], "bench", at)).game_id
        content = json.dumps(export_game(journal(), game)).encode()
    client = app.test_client()
    _own_time(client, f"/game/{new_game(app)}/sheet")
    sheet = BOUNDS.said("a score sheet of many deals", _own_time(client, f"/game/{game}/sheet"))
    print(f"a score sheet of {LONG} deals: {sheet}", flush=True)
    with house() as other:
        begin = time.process_time()
        sent = {"file": (BytesIO(content), "game.json")}
        answer = other.test_client().post("/games/file", data=sent, base_url=BASE_URL, headers={"Origin": BASE_URL})
        spent = time.process_time() - begin
    print(f"its file of {len(content) / 1e6:.1f} MB brought in: {answer.status_code}, {spent:.1f} s", flush=True)


def nights(app: Flask) -> None:
    """Print the median processor time of each page of a night, for nights of several sizes."""
    client, random = app.test_client(), Random(63)  # noqa: S311 - the same nights every time
    for people, rounds in NIGHTS:
        plan = Plan(f"Night of {people}", "Single deck", rounds=rounds)
        with app.app_context():
            day = this_evening().isoformat()
            night, version = play(current_store().nights, plan, day, [f"Player {who}" for who in range(people)], random)
        page, size = f"/nights/{night}", f"{people} people, {rounds} rounds"
        screen = re.search(r"/tv/[^\"]+", client.get(page, base_url=BASE_URL).text)
        if screen is None:
            raise SystemExit("the night has no link to its television")
        ways = ("", "standing", "here", "money", "plan", "round/1/table/1", *(f"paper/{each}" for each in SHEETS))
        asked = {f"{size}, {way or 'the night'}": f"{page}/{way}".rstrip("/") for way in ways}
        asked |= {f"{size}, television, picture {turn + 1}": f"{screen[0]}?turn={turn}" for turn in (0, 9)}
        _print_pages(client, asked)
        with app.app_context():
            current_store().nights.append(night, version, [NightClosed()], "desk", f"{day}T23:00:00.000+00:00")
        _print_pages(client, {f"{size}, closed": page, f"{size}, the season": "/league/"})


def _print_pages(client: FlaskClient, asked: Mapping[str, str]) -> None:
    for what, path in asked.items():
        _own_time(client, path)
        spent = statistics.median(_own_time(client, path) for _ in range(3))
        print(f"{what}: {BOUNDS.said('a page of a night', spent, what)}", flush=True)


def main() -> int:
    """Print what each costs in the small house and in the large one, and their ratio; 1 if one is beyond its bound."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50_000)
    told = parser.parse_args()
    variant = with_options(SITE, {"end.deals": 1})
    with house() as app:
        write_games(app, FEW, variant, CLUB)
        few = asked(app)
        write_games(app, told.games - FEW, variant, CLUB)
        many = asked(app)
        gathered(app)
        pages(app)
        long_game(app)
        nights(app)
    for what, spent in few.items():
        ratio = RATIOS.said("times as long with many games", many[what] / spent, what)
        print(f"{what}: {spent:.1f} ms with {FEW} games, {many[what]:.1f} ms with {told.games}: {ratio}")
    return BOUNDS.status() | RATIOS.status()


if __name__ == "__main__":
    sys.exit(main())
