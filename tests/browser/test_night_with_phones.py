"""The same night with a phone on each table, whose totals arrive by themselves once both sides have signed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError as NoAnswer
from playwright.sync_api import expect

from companion.web.night import desk, door
from tests.browser.conftest import NARROWEST, Phone, Server
from tests.browser.director import DEALS, TABLES, Director, shown
from tests.browser.thumb import Thumb

MOST_TAPS = 21
"""What a round takes: name, game, "Just the points", two a deal or with a minus three, result, signatures, and back."""

TAPPED_AGAIN_SECONDS = 15
"""After so long a person taps again on what changed under the thumb."""


class TablePhone:
    """A phone that stays on its table: the player who sits North taps their name."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.page, self.thumb = phone, phone.page, Thumb(phone.page)

    def come_in(self, code: str) -> None:
        self.phone.open("/door/")
        self.thumb.type(self.page.get_by_label("Tonight’s code"), code)
        self.thumb.button("Come in")

    def sit_down(self, north: str) -> None:
        self.thumb.tap(self.page.get_by_role("link", name=north, exact=True))

    def begin(self) -> None:
        self.thumb.button("Keep score here")
        self.page.wait_for_url("**/game/**")
        self.thumb.tap(self.page.get_by_text("More ways to enter this deal"))
        self.thumb.tap(self.page.get_by_role("link", name="Just the points"))
        self.page.locator("#made-A").wait_for()
        self.page.wait_for_load_state()  # the Enter key goes on by a script

    def enter(self, points: tuple[int, int]) -> None:
        before = self.page.locator("#table").get_attribute("data-live") or ""
        if points[0] < 0:
            self.thumb.tap(self.page.locator("[name=minus-A]"))
        self.thumb.tap(self.page.locator("#made-A"))
        expect(self.page.locator("#made-A")).to_be_focused()  # a tap is done before its click is
        self.page.keyboard.type(str(abs(points[0])))
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#made-B")).to_be_focused()
        self.page.keyboard.type(str(points[1]))
        self.thumb.button("Write it down")
        expect(self.page.locator("#table")).not_to_have_attribute("data-live", before)

    def sign(self) -> None:
        self.thumb.button("Confirm")
        for signed in (1, 2):
            self.thumb.tap(self.page.get_by_role("button", name=re.compile(": sign$")))
            expect(self.page.get_by_role("button", name=re.compile(": withdraw"))).to_have_count(signed)
        expect(self.page.get_by_role("heading", name="Every side has signed")).to_be_visible()

    def back(self) -> None:
        """To the names, from a game that is over or from one that the bell cut short."""
        seat = self.page.get_by_role("link", name="Where you sit tonight")
        if not seat.count():
            self.thumb.tap(self.page.get_by_label("Menu"))
            self.thumb.tap(self.page.get_by_role("link", name="Home"))
        self.thumb.tap(seat)
        with suppress(NoAnswer):
            self.page.wait_for_url("**/door/**", timeout=TAPPED_AGAIN_SECONDS * 1000)
        if "/door/" not in self.page.url:
            self.thumb.tap(seat)
        self.thumb.tap(self.page.get_by_role("link", name="Who are you?"))


class Tables:
    """The five phones, and what was entered on them."""

    def __init__(self, director: Director, phones: list[TablePhone]) -> None:
        self.director, self.phones, self.chance = director, phones, random.Random(7)
        self.taps: list[int] = []

    def play(self, number: int, table: int) -> None:
        """All tables of a round; the director enters only the one that the bell cut short."""
        if (number, table) == (1, 1):
            code = self.director.code()
            for phone in self.phones:
                phone.come_in(code)
        if table == 1:
            for each in range(1, TABLES + 1):
                self._play(number, each)
        if (number, table) == self.director.cut:
            self.director.close_early(table, 3)
        else:
            expect(self.director.page.locator(".night-tables li").nth(table - 1)).to_contain_text("Totals are in")

    def _play(self, number: int, table: int) -> None:
        at = self.phones[table - 1]
        deals = 3 if (number, table) == self.director.cut else DEALS
        played = [(10 * self.chance.randint(-30, 50), 10 * self.chance.randint(1, 50)) for _ in range(deals)]
        at.thumb.since()
        at.sit_down(self.director.seats[number, table][0][0])
        at.begin()
        for points in played:
            at.enter(points)
        if deals == DEALS:
            at.sign()
        at.back()
        taps, _ = at.thumb.since()
        self.taps.append(taps)
        ours, theirs = (sum(each) for each in zip(*played, strict=True))
        self.director.slips[number, table] = ((ours, theirs), deals)


@pytest.fixture
def tables(serve: Callable[..., Server], make_phone: Callable[..., Phone], monkeypatch: pytest.MonkeyPatch) -> Tables:
    for pages in (desk, door):
        monkeypatch.setattr(pages, "SECONDS", 2)
    server = serve(ENTERED="pad")
    phones = [make_phone(server=server) for _ in range(1 + TABLES)]
    for each in phones:
        each.page.set_viewport_size({"width": NARROWEST, "height": 740})
    return Tables(Director(phones[0], server), [*map(TablePhone, phones[1:])])


@pytest.mark.thorough
def test_a_whole_night_with_a_phone_on_each_table(tables: Tables) -> None:
    director = tables.director
    director.direct(tables.play)
    assert shown(director.page) == director.expected() == director.counted_again()
    assert max(tables.taps) <= MOST_TAPS
    print(f"taps of the director: {director.taps}; of a table and round: {min(tables.taps)} to {max(tables.taps)}")
