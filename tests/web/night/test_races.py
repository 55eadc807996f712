"""Two directors who send the same thing at the same moment: it is written once.

``COMPANION_RACES=50 .venv/bin/pytest --thorough tests/web/night/test_races.py`` tries each kind so often, on both
databases.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web.core.current import current_store
from tests.web.conftest import browser
from tests.web.night.desk import NAMES, PLAN, Step, draw, enter, open_night, sign_in, swap, version

RACES = int(os.environ.get("COMPANION_RACES", "1"))
DIRECTORS = 2


def points(number: int, table: int, corrects: str, *, by: int) -> Step:
    return f"/round/{number}/table/{table}", {"points-0": str(by), "points-1": "7", "correct": corrects}


RACED: dict[str, Callable[[int], tuple[Step, bool]]] = {
    "draw": lambda _: (("/draw", {"number": "1"}), False),
    "swap": lambda _: (swap(1, 2), False),
    "clock": lambda _: (("/clock", {}), False),
    "penalty": lambda _: (("/penalty", {"entrant": "1", "points": "5", "why": "late"}), False),
    "leaving": lambda _: (("/who/1", {"do": "left"}), True),
    "rest": lambda _: (("/who/1", {"do": "rest"}), True),
    "prize": lambda _: (("/money", {"kind": "prize", "what": "First", "cents": "1"}), False),
    "plan": lambda turn: (("/plan", {**PLAN, "minutes": "50", "rounds": str(3 + turn % 5)}), False),
    "code": lambda _: (("/phones", {"do": "renew"}), True),
    "totals": lambda turn: (points(1, 1, "", by=turn), True),
    "undo": lambda _: (("/undo", {}), False),
}
"""By kind, what both send the time so counted, and whether it is undone before the next time."""


def night_in(app: Flask) -> tuple[FlaskClient, str]:
    director = browser(app)
    path = open_night(director, minutes="50", entry="5")
    sign_in(director, path, *NAMES)
    draw(director, path, 1)
    return director, path


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)])
def servers(request: pytest.FixtureRequest) -> list[Flask]:
    """The processes that serve the two directors."""
    make: Callable[..., Flask] = request.getfixturevalue("make_far" if request.param == "postgresql" else "make_app")
    return [make() for _ in range(DIRECTORS)]


def race(servers: list[Flask], phones: list[FlaskClient], path: str, step: Step, seen: str) -> list[int]:
    """Both send their form at once; what each is answered."""
    starting = Barrier(DIRECTORS)

    def send(phone: FlaskClient) -> int:
        starting.wait()
        return phone.post(f"{path}{step[0]}", data={**step[1], "seen": seen}).status_code

    with ThreadPoolExecutor(DIRECTORS) as threads:
        return sorted(threads.map(send, phones))


def entries(app: Flask, path: str) -> int:
    with app.app_context():
        read = current_store().nights.read(path.rpartition("/")[2])
    assert read is not None
    return len(read.entries)


@pytest.mark.parametrize("kind", [*RACED, "correction", "close"])
def test_of_two_directors_at_once_one_writes(servers: list[Flask], kind: str) -> None:
    director, path = night_in(servers[0])
    phones = [browser(app) for app in servers]
    for table in (1, 2) if kind in ("correction", "close") else ():
        enter(director, path, 1, table, 1, 2)
    for turn in range(RACES):
        if kind == "undo":
            director.post(f"{path}/penalty", data={"entrant": "1", "points": "5", "why": "late"})
        step, undone = RACED[kind](turn) if kind in RACED else (("/close", {}), True)
        if kind == "correction":
            step, undone = points(1, 1, "1", by=turn + 10), False
        seen = version(servers[0], path)
        assert race(servers, phones, path, step, seen) == [303, 409]
        assert entries(servers[0], path) == int(seen) + 1, "it is written once"
        if undone:
            assert director.post(f"{path}/undo", data={"seen": version(servers[0], path)}).status_code == 303
