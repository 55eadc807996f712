"""Eight phones at one table through a whole game: whoever tells a step, all have the same score after it."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from companion.web.core.game import open_game
from tests.browser.conftest import PHONES, Phone, Server
from tests.browser.game_night import PEOPLE, GameNight, heads
from tests.browser.logged import LOST_LINE

pytestmark = pytest.mark.thorough

SCORER, WATCHER = "I keep the score", "I’m just watching"
WHO = (*PEOPLE, SCORER, SCORER, SCORER, WATCHER)
"""Who each phone is."""
LOST, LOOKS_ON = 5, 7
SCORES = """() => {
    const shown = [...document.querySelectorAll("#table .score > div, #table .hero > .spread")];
    return shown.map((each) => each.innerText.replace("(leads)", "").replace(/\\s+/g, " ")).join(", ");
}"""
SHOWS = "(mark) => document.querySelector('#table').dataset.live === mark"

# site to 1500, ten a king, ten and ace; deal 3 is told by whoever was lost in deal 2.
#
# deal  bid        meld A / B    tricks A / B   change A / B     score A / B
# 1     Ann 300    600 / 100     150 / 100      +750 / +200      750 / 200
# 2     Bob 400    40 / 120      90 / 160       +130 / −400      880 / −200    (120 + 160 = 280 < 400)
# 3     Cy 350     700 / 60      200 / 50       +900 / +110      1780 / −90
DEALS = (
    ("Ann", 300, "Spades", (600, 100), 150, (750, 200)),
    ("Bob", 400, "Hearts", (40, 120), 90, (880, -200)),
    ("Cy", 350, "Clubs", (700, 60), 200, (1780, -90)),
)


@dataclass
class Table:
    """All phones at one table; ``tell`` lets the next of those who write do a step."""

    server: Server
    phones: list[GameNight]
    away: frozenset[int] = frozenset()
    told: int = 0

    @property
    def mark(self) -> str:
        with self.server.app.test_request_context():
            return str(open_game(self.phones[0].path.split("/")[2]).mark)

    def next(self) -> GameNight:
        """The phone that tells the next step: each in turn, but for one that is away and one that only looks on."""
        writers = [each for number, each in enumerate(self.phones) if number not in {*self.away, LOOKS_ON}]
        self.told += 1
        return writers[self.told % len(writers)]

    def agree(self) -> str:
        """What all phones that are there show of the score, once each has heard of the last step."""
        mark = self.mark
        scores = set()
        for number, night in enumerate(self.phones):
            if number not in self.away:
                night.page.wait_for_function(SHOWS, arg=mark)
                scores.add(night.page.evaluate(SCORES))
        assert len(scores) == 1, scores
        return str(scores.pop())

    def play(self, name: str, bid: int, trump: str, melds: tuple[int, int], taken: int) -> None:
        """A deal, each step on another phone; all agree after each."""
        for step in (
            lambda night: night.take_bid(name, bid, trump),
            lambda night: night.meld_numbers(*melds),
            lambda night: night.count("A", taken),
            confirm,
        ):
            step(self.next())
            self.agree()


def confirm(night: GameNight) -> None:
    """Say that the result is right, and wait until the page has gone on."""
    night.tap("Confirm")
    expect(night.page.get_by_role("heading", name="Is this right?")).to_have_count(0)


def sit(page: Page, who: str) -> None:
    """Say who this phone is."""
    page.get_by_role("group", name="Who are you at this table?").get_by_text(re.compile(f"^{who}")).first.click()
    page.get_by_role("button", name="That’s me").click()
    expect(page.locator("#table")).to_be_visible()


def seated(night: GameNight, phone: Phone, who: str) -> GameNight:
    """Another phone that joins the game of ``night``."""
    other = copy(night)
    other.phone, other.page = phone, phone.page
    sit(phone.open(f"{night.path}{'share' if phone is night.phone else 'join'}"), who)
    return other


def test_all_phones_have_the_same_score_after_every_step_of_a_whole_game(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve(WATCHERS=50)
    first = GameNight(make_phone(server=server), "Single deck, partners")
    phones = [first.phone, *(make_phone(PHONES[number % 2], server=server) for number in range(1, len(WHO)))]
    table = Table(server, [seated(first, phone, who) for phone, who in zip(phones, WHO, strict=True)])
    for number, (name, bid, trump, melds, taken, (ours, theirs)) in enumerate(DEALS):
        lost = table.phones[LOST]
        if number == 1:
            before = lost.page.evaluate(SCORES)
            lost.phone.context.set_offline(True)
            table.away = frozenset({LOST})
        table.play(name, bid, trump, melds, taken)
        if number == 1:
            assert lost.page.evaluate(SCORES) == before
            table.away = frozenset()
            lost.phone.context.set_offline(False)
        for score in (ours, theirs):
            assert str(score).replace("-", "−") in table.agree()
    for night in table.phones:
        heads(night.page, "Ann & Cy win")
    onlooker = table.phones[LOOKS_ON].page
    expect(onlooker.locator("form[data-command]")).to_have_count(0)
    table.phones[LOST].phone.forgive(*LOST_LINE)
