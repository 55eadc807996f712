"""What the score sheet of a long game costs: ``python -m bench.long_sheet [--deals 1000]``.

The first sheet of a game of so many deals is asked for by Flask's test client, and so is that of a game of a tenth as
many: what both took of the processor is printed, and ten times as many deals may cost ten times as much.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from random import Random

from flask import Flask

from bench.people_pages import BEGAN, one_game
from bench.scoring_page import BASE_URL
from companion.game.record.events import DealBegun, Event, GameStarted
from companion.rules.options import with_options
from companion.rules.variants.site import SITE
from companion.store.games import to_entries, to_new_game
from companion.web import create_app
from companion.web.base.current import journal

BOUND_S = 0.5


def write_long_game(app: Flask, deals: int) -> str:
    """Write down a game of so many deals, which nobody has won, and return its id."""
    variant = with_options(SITE, {"end.target": None})
    begun, *steps = one_game(Random(15), variant)  # noqa: S311 - the same game every time
    of_deals = [event for step in steps for event in step]
    ends = [place for place, event in enumerate(of_deals, 1) if isinstance(event, DealBegun)]
    again = of_deals[: ends[-1]]
    events: list[Event] = [*begun, *(again * (deals // len(ends) + 1))]
    count = [place for place, event in enumerate(events) if isinstance(event, DealBegun)]
    events = events[: count[deals] + 1]
    started = events[0]
    if not isinstance(started, GameStarted):
        raise SystemExit("a game's first event is its start")
    at = BEGAN.isoformat(timespec="milliseconds")
    with app.app_context():
        return journal().create_game(to_new_game(started, at), to_entries(events, "bench", at)).game_id


def sheet_s(deals: int) -> float:
    """Seconds of this process for the first sheet of a game of so many deals, in a house of its own."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Path(folder))
        write_long_game(app, 1)
        client, game = app.test_client(), write_long_game(app, deals)
        begin = time.process_time()
        answer = client.get(f"/game/{game}/sheet", base_url=BASE_URL)
        spent = time.process_time() - begin
        if answer.status_code != 200:
            raise SystemExit(f"the sheet answered {answer.status_code}")
        return spent


def main() -> None:
    """Print what both sheets took, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1000)
    deals = parser.parse_args().deals
    few, many = sheet_s(deals // 10), sheet_s(deals)
    print(f"the sheet of {deals // 10} deals: {few:.2f} s of the processor")
    print(f"the sheet of {deals} deals: {many:.2f} s (bound {BOUND_S:g}), {many / few:.1f} times as much")


if __name__ == "__main__":
    main()
