"""A night whose server process is killed: between two rounds, and between the two signatures of a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from bench.killing import House, sqlite_house
from companion.night.events import TotalsEntered
from companion.store import open_store
from companion.store.nights import CODEC
from tests.conftest import PATIENCE_SECONDS
from tests.night.second_count.judge import Count, Entries

pytestmark = pytest.mark.thorough

NAMES = tuple(f"Player {number:02}" for number in range(1, 21))
ROUNDS = 5
SLIPS = {(n, t): (100 * n + 7 * t, 400 - 90 * n + t) for n in range(1, ROUNDS + 1) for t in range(1, 6)}

DIES_BEFORE_THEY_ARRIVE = """
import os, signal, sys
from companion.cli import main
from companion.web.night import games

games._enter = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
main(sys.argv[1:])
"""


class Phone:
    """A browser that finds the server wherever it was started last."""

    def __init__(self, house: House) -> None:
        self.house, self.keys = house, 0
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()))
        self.path = ""

    def get(self, path: str) -> str:
        return self._ask(Request(f"http://{self.house.address}{path}"))

    def post(self, path: str, *told: tuple[str, object]) -> str:
        """Send a form, and see the page to which it leads."""
        self.keys += 1
        fields = [("key", f"{id(self)} {self.keys}"), *told]
        site = {"Sec-Fetch-Site": "same-origin"}
        return self._ask(Request(f"http://{self.house.address}{path}", urlencode(fields).encode(), site))

    def _ask(self, request: Request) -> str:
        with self.opener.open(request, timeout=PATIENCE_SECONDS) as answer:
            self.path = answer.url.removeprefix(f"http://{self.house.address}")
            return unescape(answer.read().decode())


@pytest.fixture(params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    there = sqlite_house(tmp_path)
    if request.param == "postgresql":
        there = House(request.getfixturevalue("careful_cluster").new_address())
    with there.running():
        yield there


def open_night(phone: Phone, name: str, movement: str, *names: str, deals: int = 4) -> str:
    plan = (("name", name), ("rules", "Single deck, partners"), ("movement", movement))
    phone.post("/nights/", *plan, ("rounds", ROUNDS), ("deals", deals))
    night = phone.path.removesuffix("/here")
    phone.post(f"{night}/here", *(("name", each) for each in names))
    return night


def enter(phone: Phone, night: str, number: int) -> None:
    """A round is drawn, and its slips are typed in."""
    phone.post(f"{night}/draw", ("number", number))
    for (there, table), points in SLIPS.items():
        if there == number:
            fields = [(f"points-{side}", each) for side, each in enumerate(points)]
            phone.post(f"{night}/round/{number}/table/{table}", *fields)


def standing_of(phone: Phone, night: str) -> list[tuple[str, str]]:
    return re.findall(r'class="who">([^<]+)</span> <b class="num">([^<]+)', phone.get(f"{night}/standing"))


def cards(page: str) -> dict[tuple[str, str], str]:
    """By name and round, the place that a guide card says."""
    found: dict[tuple[str, str], str] = {}
    for card in page.split('<section class="paper-slip">')[1:]:
        name = re.findall(r"<h2>([^<]+)", card)[0]
        found |= {(name, number): place for number, place in re.findall(r"Round (\d)</th><td>([^<]+)", card)}
    return found


def seated(count: Count) -> dict[tuple[str, str], str]:
    """The same of the seats that are stored."""
    return {
        (count.people[who][0], str(number)): f"table {table}, {seat}"
        for number, tables in count.seats.items()
        for table, sides in enumerate(tables, 1)
        for side, seats in zip(sides, (("North", "South"), ("East", "West")), strict=True)
        for who, seat in zip(side, seats, strict=True)
    }


def entries_of(house: House, night: str) -> Entries:
    with closing(open_store(database=house.database)) as store:
        read = store.nights.read(night.rpartition("/")[2])
        assert read is not None and store.database.faults() == []
    return [[CODEC.encode(event) for event in batch] for batch in read.batches]


def test_the_slips_of_an_evening_that_went_on_without_the_server_make_the_same_standing(house: House) -> None:
    phone = Phone(house)
    without_a_stop, night = (open_night(phone, name, "seats", *NAMES) for name in ("Whole", "Stopped"))
    for number in range(1, ROUNDS + 1):
        enter(phone, without_a_stop, number)
    printed = cards(phone.get(f"{night}/paper/guides"))
    for number in (1, 2):
        enter(phone, night, number)
    before = standing_of(phone, night)
    house.kill("server")
    assert standing_of(phone, night) == before
    for number in range(3, ROUNDS + 1):
        enter(phone, night, number)
    assert standing_of(phone, night) == standing_of(phone, without_a_stop) != before
    count = Count(entries_of(house, night))
    assert printed == seated(count), "the cards that were printed before play said where to sit"
    assert {name: total.replace("−", "-") for name, total in standing_of(phone, night)} == {
        count.people[who][0]: str(total) for who, (total, _, _) in count.totals().items()
    }


def sign(phone: Phone, game: str, side: str) -> str:
    return phone.post(f"{game}sign", ("side", side))


def table_of_four(house: House) -> tuple[Phone, str, list[Phone], str]:
    """A director, the night, the phones of both sides, and the game, which is over and waits for signatures."""
    director, phones = Phone(house), [Phone(house), Phone(house)]
    night = open_night(director, "Thursday", "drawn", *NAMES[:4], deals=1)
    director.post(f"{night}/draw", ("number", 1))
    seats = Count(entries_of(house, night)).seats[1][0]
    code = re.findall(r'class="night-code">(\w+)', director.get(f"{night}/phones"))[0]
    for phone, side in zip(phones, seats, strict=True):
        phone.post("/door/", ("code", code))
        phone.post(f"{phone.path}/{side[0]}/play")
    game = phones[0].path
    phones[0].post(f"{game}points", ("made-A", 320), ("made-B", 140))
    phones[0].post(f"{game}confirm")
    return director, night, phones, game


def totals_entered(house: House, night: str) -> list[object]:
    events = [event for batch in entries_of(house, night) for event in batch]
    return [body["totals"] for kind, body in events if kind == TotalsEntered.__name__]


TOTALS = {"points": [320, 140], "sets": [0, 0], "deals": 1}


def test_a_kill_between_two_signatures_loses_neither_and_the_totals_come_once(house: House) -> None:
    director, night, (ours, theirs), game = table_of_four(house)
    sign(ours, game, "A")
    house.kill("server")
    assert "must still sign" in director.get(night) and "Draw round 2" not in director.get(night)
    assert totals_entered(house, night) == []
    sign(theirs, game, "B")
    for _ in range(2):
        assert "Totals are in" in director.get(night)
    assert "Every side has signed" in ours.get(game)
    assert totals_entered(house, night) == [TOTALS]


def test_totals_that_a_kill_kept_from_arriving_are_fetched_once_and_what_is_undone_stays_so(house: House) -> None:
    director, night, (ours, theirs), game = table_of_four(house)
    sign(ours, game, "A")
    usual, house.program = house.program, ("-c", DIES_BEFORE_THEY_ARRIVE)
    house.kill("server")
    with pytest.raises(OSError, match=r"Remote|reset"):
        sign(theirs, game, "B")
    house.program = usual
    house.kill("server")
    assert totals_entered(house, night) == []
    for _ in range(2):
        page = director.get(night)
        assert "Totals are in" in page and "Draw round 2" in page
    assert totals_entered(house, night) == [TOTALS]
    seen = re.findall(r'name="seen" value="(\d+)"', page.partition('id="undo"')[2])
    assert "Totals are in" not in director.post(f"{night}/undo", ("seen", seen[0]))
    assert "Totals are in" not in director.get(night)
