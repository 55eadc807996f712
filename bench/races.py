"""Lets two writers tell the same thing at the same moment, again and again, and counts who won.

Run it as ``python -m bench.races --races 10000``. Both phones have the same page and give the same player a name of
their own; each form is sent twice, as by a phone whose answer was lost. Exactly one of the two must be written, and
once. It takes some minutes, and ends with status 1 where a race has no winner, two, or a form that counts twice.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Barrier

from flask import Flask
from flask.testing import FlaskClient

from bench.scoring_page import BASE_URL, new_game
from companion.game.events import PlayerRenamed
from companion.store.games import to_history
from companion.web import create_app
from companion.web.core.current import current_store
from companion.web.core.game import REPLAYED

EACH_GAME = 40
"""So many races are run at one game before another begins, since a long game takes longer to read."""
WRITERS = ("Ann", "Anna")
HEADERS = {"Sec-Fetch-Site": "same-origin"}


@dataclass
class Tally:
    """What came of all races."""

    races: int = 0
    won: int = 0
    """Races that exactly one writer won."""
    refused: int = 0
    replayed: int = 0
    """Forms that were sent again, and answered as done."""
    doubled: int = 0
    """Names that stand in the journal more often than they were taken."""

    @property
    def is_sound(self) -> bool:
        """Whether each race has one winner, and nothing stands there twice."""
        return self.races == self.won == self.refused == self.replayed and not self.doubled


@dataclass(frozen=True)
class _Sent:
    """What a writer heard: of the form, and of the same form once more."""

    status: int
    again: int
    replayed: bool


def race(data: Path, races: int) -> Tally:
    """Run so many races over a fresh folder, and count."""
    app, tally = create_app(data), Tally()
    clients = [app.test_client() for _ in WRITERS]
    with ThreadPoolExecutor(len(WRITERS)) as pool:
        while tally.races < races:
            game = new_game(app)
            for _ in range(min(EACH_GAME, races - tally.races)):
                _run(app, game, clients, pool, tally)
            tally.doubled += _doubled(app, game)
    return tally


def _run(app: Flask, game: str, clients: list[FlaskClient], pool: ThreadPoolExecutor, tally: Tally) -> None:
    with app.app_context():
        seen = current_store().journal.version(game)
    start = Barrier(len(WRITERS))

    def write(client: FlaskClient, name: str) -> _Sent:
        told = {"key": f"{game}-{seen}-{name}", "seen": str(seen), "name-0": f"{name} {seen}"}
        told |= {f"name-{seat}": other for seat, other in enumerate(("Bob", "Cy", "Di"), 1)}
        start.wait()
        answers = [client.post(f"/game/{game}/names", data=told, headers=HEADERS, base_url=BASE_URL) for _ in range(2)]
        return _Sent(answers[0].status_code, answers[1].status_code, REPLAYED in answers[1].headers)

    sent = list(pool.map(write, clients, WRITERS))
    taken = [each for each in sent if each.status == each.again == 303]
    tally.races += 1
    tally.won += len(taken) == 1
    tally.replayed += sum(each.replayed for each in taken)
    tally.refused += sum(each.status == each.again == 409 and not each.replayed for each in sent)


def _doubled(app: Flask, game: str) -> int:
    with app.app_context():
        history = to_history(current_store().journal.read(game))
    names = Counter(each.event.name for each in history if isinstance(each.event, PlayerRenamed))
    return sum(times - 1 for times in names.values())


def main() -> None:
    """Print the tally; status 1 where it is not sound."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--races", type=int, default=10_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tally = race(Path(folder), asked.races)
    for name, count in vars(tally).items():
        print(f"{name:>9}  {count:,}")
    sys.exit(0 if tally.is_sound else 1)


if __name__ == "__main__":
    main()
