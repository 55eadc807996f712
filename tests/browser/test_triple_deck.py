"""A whole game of six with three packs: twenty aces card by card, six pinochles tile by tile, and the target."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Phone
from tests.browser.game_night import close_meld, heads, tap
from tests.browser.short_telling import count, sit_down, take

pytestmark = pytest.mark.thorough

OURS, THEIRS = "Ann & Cleo & Eve", "Ben & Dan & Fay"


# ones, 75 in all, to 500 (rulebook, section 9, item 18); Ann deals first.
# Five aces of each suit are 150 + 100, six pinochles 60 + 30 (meld.over-four).
#
# deal  bid       meld A / B   tricks   change        score
# 1     Ann 75    250 / 60     50 25    +300 / +85    300  85
# 2     Ben 80     60 / 90     30 45    +90 / +135    390 220
# 3     Ann 100    80 / 20     45 30    +125 / +50    515 270
def test_a_game_of_triple_deck_to_the_target(phone: Phone) -> None:
    page = sit_down(phone, "triple-deck", 6)
    take(page, "Ann", 75, "Spades")
    heads(page, "Meld")
    _twenty_aces(panel(page, OURS))
    phone.check()
    number(page, "B", 60)
    done(page, {"A": 50}, "+300")

    take(page, "Ben", 80, "Hearts")
    heads(page, "Meld")
    _six_pinochles(panel(page, THEIRS))
    number(page, "A", 60)
    done(page, {"A": 30}, "+135")

    take(page, "Ann", 100, "Clubs")
    heads(page, "Meld")
    number(page, "A", 80)
    number(page, "B", 20)
    done(page, {"A": 45}, "+125")
    heads(page, f"{OURS} win")
    phone.check()


def panel(page: Page, side: str) -> Locator:
    """Where the meld of a side is told."""
    return page.get_by_role("region", name=side)


def number(page: Page, side: str, points: int) -> None:
    """The meld of a side as a plain number."""
    where = panel(page, OURS if side == "A" else THEIRS)
    where.get_by_role("link", name="Together").click()
    page.wait_for_load_state()  # its scripts bring back what is typed elsewhere
    page.locator(f"#meld-{side}").fill(str(points))


def done(page: Page, counters: dict[str, int], change: str) -> None:
    """Meld is done, the tricks are counted, and everyone agrees with the change that is shown."""
    close_meld(page)
    heads(page, "Play, then count")
    count(page, counters)
    expect(page.get_by_label("Result").get_by_text(change, exact=True)).to_be_visible()
    tap(page, "Confirm")


def _twenty_aces(where: Locator) -> None:
    where.get_by_role("link", name="Cards").click()
    for suit in ("spades", "hearts", "clubs", "diamonds"):
        for held in range(1, 6):
            where.locator(".pad").get_by_role("button", name=f"ace of {suit}").click()
            expect(where.get_by_role("button", name=f"Take out the ace of {suit}")).to_have_count(held)
    expect(where.locator("output").first).to_have_text("250")


def _six_pinochles(where: Locator) -> None:
    where.get_by_role("link", name="Melds").click()
    for points in (4, 30, 45, 60, 75, 90):
        where.locator("[name=more][value=pinochle]").click()
        expect(where.locator("output").first).to_have_text(str(points))
