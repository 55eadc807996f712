"""A whole two-handed game on a narrow phone: melds that grow on the table, then only the score, then a claim."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SCRIPT, Phone
from tests.browser.game_night import heads, tap

pytestmark = pytest.mark.thorough


class Pair:
    """Ann and Ben at the phone between them; Ann deals first."""

    def __init__(self, phone: Phone, script: bool) -> None:
        self.phone, self.page = phone, phone.page
        self.check = phone.check if script else phone.check_layout  # axe is a script itself
        self.page.set_viewport_size({"width": 390, "height": 760})
        phone.open("/new/two-handed")
        for seat, name in enumerate(("Ann", "Ben")):
            self.page.locator(f"#name-{seat}").fill(name)
        self.page.locator("[name=dealer][value='0']").check(force=True)
        self.tap("Start the game")
        heads(self.page, "Which card is turned up?")

    def tap(self, name: str, within: Page | Locator | None = None) -> None:
        tap(within or self.page, name)

    def table_of(self, name: str) -> Locator:
        """What lies before a player."""
        return self.page.get_by_role("region", name=name)

    def melds(self, name: str, meld: str, points: int) -> None:
        """A player takes a trick and lays a meld, which brings the meld of the deal to these points."""
        self.tap(f"{name} took a trick")
        heads(self.page, f"{name} may meld")
        self.phone.check_layout()
        self.tap(meld)
        expect(self.table_of(name).locator("output")).to_have_text(str(points))

    def count(self, side: str, points: int) -> None:
        self.page.locator(f"#points-{side}").fill(str(points))
        self.tap("Count the deal")
        heads(self.page, "Is this right?")


# deal  dealer  turned  meld Ann / Ben                                             tricks         change
# 1     Ann     10♥     40 + 20 + 60 = 120 / 40 + 10 + 150 = 200                    87 / 163       120 + 90 / 200 + 160
# 2     Ben     told as sums: 500 / 480                                             125 / 125      500 + 120 / 480 + 120
# 3     Ann     9♠      a dix 10 / 0                                                Ben claims     960 + 50 = 1010
@pytest.mark.parametrize("script", SCRIPT)
def test_a_game_is_played_from_the_turned_up_card_to_a_claim(make_phone: Callable[..., Phone], script: bool) -> None:
    night = Pair(make_phone("iPhone 15", script=script), script)
    page = night.page
    night.check()
    night.tap("ten of hearts")
    expect(page.get_by_text("10♥\ufe0e up")).to_be_visible()
    _melds_of_the_first_deal(night)
    page.get_by_label("The last trick of the stock").check()
    night.tap("Ann took a trick")
    expect(page.get_by_text("Ben takes 9♥\ufe0e")).to_be_visible()
    night.tap("On to the playoff")
    heads(page, "Play, then count")
    night.check()
    night.count("A", 87)
    expect(page.get_by_text("took 87 of 250, counted as 90: +210.")).to_be_visible()
    night.check()
    night.tap("Confirm")

    page.get_by_role("link", name="Score pad").click()
    expect(page.get_by_role("button", name="Write it down")).to_be_visible()
    night.check()
    for field, points in (("meld-A", 500), ("meld-B", 480), ("points-B", 125)):
        page.locator(f"#{field}").fill(str(points))
    night.tap("Write it down")
    expect(page.get_by_text("Deal 3 ·")).to_be_visible()

    page.get_by_text("More ways to enter this deal").click()
    page.get_by_role("link", name="Meld by meld").click()
    night.tap("nine of spades")
    expect(night.table_of("Ann").locator("output")).to_have_text("10")
    page.get_by_text("Somebody declares out").click()
    page.get_by_role("group", name="Who declares out?").get_by_text("Ben", exact=True).click()
    night.check()
    page.locator("#claim-B").fill("47")
    night.tap("Count the claim")
    expect(page.get_by_text("Ben declared out with 1010, and is right.")).to_be_visible()
    night.tap("Confirm")
    heads(page, "Ben wins")
    night.check()


def _melds_of_the_first_deal(night: Pair) -> None:
    page = night.page
    night.melds("Ben", "Royal marriage", 40)
    night.tap("Exchange the dix for 10♥")
    expect(night.table_of("Ben").locator("output")).to_have_text("50")
    night.melds("Ann", "Pinochle", 40)
    night.melds("Ann", "Marriage in spades", 60)
    night.tap("Queen of spades: it was played", night.table_of("Ann"))
    expect(page.get_by_role("button", name="Queen of spades, played")).to_be_visible()
    night.melds("Ben", "Run", 200)
    night.tap("Ann took a trick")
    heads(page, "Ann may meld")
    night.check()
    night.tap("Queens around")
    expect(night.table_of("Ann").locator("output")).to_have_text("120")
    night.tap("Undo: Ann melded queens around")
    expect(night.table_of("Ann").locator("output")).to_have_text("60")
    night.tap("Redo")
    expect(night.table_of("Ann").locator("output")).to_have_text("120")
