"""What many kept games cost: ``python -m bench.growth [--games 100000]``.

The first page, the page of a running game and a tap in it are asked of a house that keeps a hundred games, and again
once it keeps a thousand times as many, by Flask's test client. The games are of one deal each, since it is their number
that is asked about, and all are over, as most are in a house that has been played in for years.
"""

from __future__ import annotations

import argparse
import re
import statistics
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from bench.people_pages import write_games
from bench.scoring_page import BASE_URL, new_game, taps
from companion.rules.options import with_options
from companion.rules.variants.site import SITE
from companion.web import create_app

BOUND, FEW, DEALS = 1.5, 100, 20
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


def main() -> None:
    """Print what each costs in the small house and in the large one, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    told = parser.parse_args()
    variant = with_options(SITE, {"end.deals": 1})
    with house() as app:
        write_games(app, FEW, variant)
        few = asked(app)
        write_games(app, told.games - FEW, variant)
        many = asked(app)
    for what, spent in few.items():
        ratio = many[what] / spent
        print(f"{what}: {spent:.1f} ms with {FEW} games, {many[what]:.1f} ms with {told.games}: ", end="")
        print(f"{ratio:.2f} (bound {BOUND:g})")


if __name__ == "__main__":
    main()
