"""Two phones at one table: each tells something from the page it has, before the other's news has come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from companion.rules.variants.partnership import SITE
from tests.browser.conftest import PHONES, Phone, Server
from tests.browser.game_night import heads
from tests.browser.logged import LOST_LINE, refused
from tests.web.conftest import browser
from tests.web.table_player import Player, begin


@dataclass
class Pair:
    """Two phones at a table where the meld is told; they hear nothing of each other until they ask."""

    table: Player
    one: Phone
    other: Phone

    def melds(self) -> dict[str, int]:
        """The melds that stand, by side."""
        assert self.table.state.deal is not None
        return {shown.side: shown.points for shown in self.table.state.deal.shown}


@pytest.fixture
def pair(serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> Pair:
    server = serve()
    table = Player(server.app, browser(server.app), begin(server.app, SITE))
    table.do("take", seat="0", amount="300")
    table.do("trump", trump="S")
    one, other = (make_phone(name, server=server) for name in PHONES)
    for phone in (one, other):
        phone.page.route("**/live/**", lambda route: route.abort())
        phone.open(f"/game/{table.game}/")
        heads(phone.page, "Meld")
    return Pair(table, one, other)


def save(phone: Phone, side: str, points: int) -> None:
    """Tell the meld of a side."""
    field = phone.page.get_by_role("textbox", name=f"Meld of {side}")
    field.fill(str(points))
    phone.page.locator(".save", has=field).get_by_role("button", name="Save").click()


def forgive(*phones: Phone) -> None:
    """Forget what Chromium and htmx log of the line that is cut, and of a 409."""
    for phone in phones:
        phone.forgive(*LOST_LINE, *refused(409))


def test_the_melds_of_both_sides_told_at_once_both_stand_at_the_first_try(pair: Pair) -> None:
    save(pair.one, "Ann & Cy", 120)
    expect(pair.one.page.locator("#name-A output")).to_have_text("120")
    save(pair.other, "Bob & Di", 60)
    for side, points in (("A", "120"), ("B", "60")):
        expect(pair.other.page.locator(f"#name-{side} output")).to_have_text(points)
    assert pair.melds() == {"A": 120, "B": 60}
    forgive(pair.one, pair.other)


def test_one_meld_told_in_two_ways_is_shown_side_by_side_and_the_last_word_is_a_tap_away(pair: Pair) -> None:
    save(pair.one, "Ann & Cy", 120)
    expect(pair.one.page.locator("#name-A output")).to_have_text("120")
    save(pair.other, "Ann & Cy", 140)
    alert = pair.other.page.get_by_role("alert")
    for title, says in (("Yours, not written", "Ann & Cy: meld 140."), ("On the sheet", "Ann & Cy: meld 120.")):
        expect(alert.locator(".versions > div", has_text=title)).to_contain_text(says)
    pair.other.check()
    assert pair.melds() == {"A": 120}
    expect(pair.other.page.get_by_role("textbox", name="Meld of Ann & Cy")).to_have_value("140")
    save(pair.other, "Ann & Cy", 140)
    expect(pair.other.page.locator("#name-A output")).to_have_text("140")
    assert pair.melds() == {"A": 140}
    forgive(pair.one, pair.other)


def test_a_phone_that_only_looks_on_follows_the_table_and_has_nothing_to_tap(pair: Pair) -> None:
    page = pair.other.open(f"/game/{pair.table.game}/join")
    pair.other.check()
    page.get_by_text("I only look on").click()
    page.get_by_role("button", name="That’s me").click()
    expect(page.get_by_text("This phone is view-only.")).to_be_visible()
    expect(page.locator("main form")).to_have_count(0)
    pair.other.look()
    for path in ("sheet", "tricks/", "share"):
        pair.other.open(f"/game/{pair.table.game}/{path}")
        pair.other.check()
    forgive(pair.one, pair.other)
