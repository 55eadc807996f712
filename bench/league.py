"""The cost of a season's standing, which reads every night each time: ``python -m bench.league [--nights 52]``.

Twenty of thirty people come to each night and play six rounds on phones. Flask's test client fetches the page by each
way of counting, and the page of nights. It prints processor time, which other work on the machine changes little, and
exits with 1 if a median is above the bound.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from random import Random

from bench.bounds import Bounds
from companion.night.events import (
    EntrantCame,
    Event,
    GameBegun,
    NightClosed,
    NightOpened,
    Plan,
    TableTotals,
    TotalsEntered,
)
from companion.night.judge import next_round
from companion.night.season import DecidedBy
from companion.night.state import fold
from companion.store.nights import Nights
from companion.web import create_app
from companion.web.core.current import current_store

PEOPLE, COME, ASKED = 30, 20, 7
BOUNDS = Bounds({"the standing of a season": 300, "the page of nights": 100})
BEGAN = date(2026, 1, 1)


def play(
    nights: Nights, plan: Plan, day: str, names: Sequence[str], random: Random, *, phones: bool = False
) -> tuple[str, int]:
    """Store a night of all these people, event by event; its id, and its version.

    :param phones: each table says that it plays a game on a phone, of which there is no more than the id.
    """
    at = f"{day}T19:00:00.000+00:00"
    night = nights.open(plan, day, "desk", at)
    batches: list[Sequence[Event]] = [[NightOpened(plan)]]

    def add(*events: Event) -> None:
        nights.append(night, sum(map(len, batches)), events, "desk", at)
        batches.append(events)

    add(*(EntrantCame(number, (name,)) for number, name in enumerate(names, 1)))
    for each in range(1, plan.rounds + 1):
        drawn = next_round(fold(batches), str(each))
        add(drawn)
        for table in range(1, len(drawn.tables) + 1):
            points = (random.randint(-200, 900), random.randint(-200, 900))
            if phones:
                add(GameBegun(each, table, f"{random.getrandbits(128):032x}"))
            add(TotalsEntered(each, table, TableTotals(points, (0, 0), plan.deals)))
    return night, sum(map(len, batches))


def main() -> int:
    """Print the median of each way of counting; 1 if one is above the bound."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nights", type=int, default=52, choices=range(1, 201), metavar="N")
    asked = parser.parse_args()
    random = Random(1)  # noqa: S311 - no secret
    with tempfile.TemporaryDirectory() as data:
        app = create_app(Path(data), READER=None, READS=False)
        with app.app_context():
            nights = current_store().nights
            for number in range(asked.nights):
                day = (BEGAN + timedelta(days=number)).isoformat()
                names = [f"Player {who}" for who in random.sample(range(PEOPLE), COME)]
                night, version = play(nights, Plan(f"Night {number}", "Single deck"), day, names, random, phones=True)
                nights.append(night, version, [NightClosed()], "desk", f"{day}T23:00:00.000+00:00")
        client = app.test_client()
        for count in DecidedBy:
            spent = []
            for _ in range(ASKED):
                begun = time.process_time()
                answer = client.get(f"/league/?season=2026&count={count.value}")
                spent.append((time.process_time() - begun) * 1000)
            if answer.text.count("Player ") < PEOPLE:
                raise SystemExit(f"the page does not show everybody: {answer.status_code}")
            said = BOUNDS.said("the standing of a season", statistics.median(spent), f"by {count.value}")
            print(f"{asked.nights} nights of {COME}, by {count.value}: {said}")
        spent = []
        for _ in range(ASKED):
            begun = time.process_time()
            client.get("/nights/")
            spent.append((time.process_time() - begun) * 1000)
        print(f"{asked.nights} nights: {BOUNDS.said('the page of nights', statistics.median(spent))}")
        app.extensions["store"].close()
    print(f"load {os.getloadavg()[0]:.1f}")
    return BOUNDS.status()


if __name__ == "__main__":
    sys.exit(main())
