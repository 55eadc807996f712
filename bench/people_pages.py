"""The cost of a person's page over thousands of games, beside an empty view; and of gathering all facts again.

Run it as ``python -m bench.people_pages [--games 5000]``. The games are real ones of ten deals each, written down many
times over with other names and days. The empty view is one of an empty Flask application that answers with an empty
text; both are asked in turn by Flask's test client. Told apart: the first page after a deal was written, for which
the person's figures are computed again, and every page after it.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from random import Random

from flask import Flask

from bench.bounds import Bounds
from bench.scoring_page import BASE_URL
from companion.cards import Suit
from companion.game.commands import CloseMeld, Command, ConfirmDeal, EndDeal, NameTrump, Refusal, ShowNumber, TakeBid
from companion.game.decide import decide
from companion.game.decide.start import start_game
from companion.game.events import Event, GameStarted
from companion.game.fold import Recorded, fold, fold_on
from companion.game.state import Phase
from companion.rules.score.facts import DealEnd
from companion.rules.variant import Variant
from companion.rules.variants.partnership import SITE
from companion.store.games import reckon, to_entries, to_new_game
from companion.web import create_app
from companion.web.core.current import current_store, journal
from companion.web.people.facts import evening_text

RATIOS = Bounds({"times as long as an empty view": 3.0}, unit="")
BOUNDS = Bounds({"gathering the facts": 60}, unit="s")
PEOPLE = ("Ann", "Bob", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ivy", "Joe")
DEALS, PATTERNS = 10, 24
BEGAN = datetime(2020, 1, 1, 19, tzinfo=timezone.utc)


def one_game(random: Random, variant: Variant, deals: int = DEALS) -> list[tuple[Event, ...]]:
    """The events of a game of about ten deals, unless it ends before, command by command."""
    begun = start_game(variant, PEOPLE[:4], 0)
    if isinstance(begun, Refusal):
        raise SystemExit(begun.says)
    steps = [begun]
    history = tuple(Recorded(place, 1, event) for place, event in enumerate(begun, 1))
    state = fold(history)
    for _ in range(deals):
        for command in _deal(random):
            if state.phase is Phase.OVER:
                return steps
            events = decide(history, command, state)
            if isinstance(events, Refusal):
                raise SystemExit(f"{command}: {events.says}")
            steps.append(events)
            at = len(history)
            added = tuple(Recorded(at + n, len(steps), event) for n, event in enumerate(events, 1))
            state, history = fold_on(state, history, added), (*history, *added)
    return steps


def _deal(random: Random) -> tuple[Command, ...]:
    melds = [ShowNumber(side, None, 10 * random.randrange(4, 20)) for side in "AB"]
    bid, taken = 10 * random.randrange(25, 38), 10 * random.randrange(26)
    played = EndDeal(DealEnd.PLAYED, {"A": taken})
    return TakeBid(random.randrange(4), bid), NameTrump(Suit.HEARTS), *melds, CloseMeld(), played, ConfirmDeal()


def write_games(app: Flask, count: int, variant: Variant = SITE, people: Sequence[str] = PEOPLE) -> None:
    """Write ``count`` games, each with four people by lot."""
    random = Random(15)  # noqa: S311 - the same games every time
    patterns = [one_game(random, variant) for _ in range(PATTERNS)]
    with app.app_context():
        for number in range(count):
            names = tuple(random.sample(people, 4))
            at = (BEGAN + timedelta(hours=10 * number)).isoformat(timespec="milliseconds")
            events = [event for step in patterns[number % PATTERNS] for event in step]
            started = events[0]
            if isinstance(started, GameStarted):
                begun = replace(started, names=names)
                journal().create_game(to_new_game(begun, at), to_entries([begun, *events[1:]], "bench", at))


def empty_view() -> Flask:
    """A Flask application whose only view answers with nothing."""
    app = Flask("empty")
    app.add_url_rule("/", "empty", lambda: "")
    return app


def asked(app: Flask, path: str) -> Callable[[], float]:
    """Asks for a page and gives the milliseconds that it took."""
    client = app.test_client()

    def ask() -> float:
        begin = time.perf_counter()
        answer = client.get(path, base_url=BASE_URL)
        spent = (time.perf_counter() - begin) * 1000
        if answer.status_code != 200:
            raise SystemExit(f"{path} answered {answer.status_code}")
        return spent

    return ask


def main() -> int:
    """Print the time of gathering, of the first page, and the medians of the pages after it; 1 if a bound is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--views", type=int, default=200)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Path(folder))
        write_games(app, told.games)
        with app.app_context():
            begin, own = time.perf_counter(), time.process_time()
            reckon(journal(), current_store().facts, evening_text, "")
            spent, own = time.perf_counter() - begin, time.process_time() - own
            said = f"{spent:.1f} s, of this process’s own {BOUNDS.said('gathering the facts', own)}"
            print(f"gathering the facts of {told.games} games: {said}", flush=True)
        page, empty = asked(app, "/person/ann"), asked(empty_view(), "/")
        own = time.process_time()
        first = page()
        said = f"of them {(time.process_time() - own) * 1000:.0f} of this process’s own"
        print(f"the first page after a write: {first:.0f} ms, {said}", flush=True)
        pages, bare = _in_turn([page, empty], told.views)
    ratio = RATIOS.said("times as long as an empty view", statistics.median(pages) / statistics.median(bare))
    print(f"a person's page {statistics.median(pages):.2f} ms, an empty view {statistics.median(bare):.2f} ms")
    print(f"{told.views} views; ratio of the medians {ratio}")
    return BOUNDS.status() | RATIOS.status()


def _in_turn(asks: Sequence[Callable[[], float]], views: int) -> list[list[float]]:
    spent: list[list[float]] = [[] for _ in asks]
    for _ in range(views):
        for ask, times in zip(asks, spent, strict=True):
            times.append(ask())
    return spent


if __name__ == "__main__":
    sys.exit(main())
