"""A table that enters its deals step by step: who has the bid, sums of meld, counters."""

from __future__ import annotations

from collections.abc import Mapping

from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.game_night import close_meld, heads, tap, win_bid
from tests.game.table import EIGHT


def sit_down(phone: Phone, variant: str, people: int) -> Page:
    """Ann, Ben and so on at a new game; Ann deals first."""
    page = phone.open(f"/new/{variant}")
    for seat, name in enumerate(EIGHT[:people]):
        page.locator(f"#name-{seat}").fill(name)
    page.get_by_role("group", name="Player 1").get_by_label("deals first").check()
    phone.check_layout()
    tap(page, "Start the game")
    return page


def take(page: Page, name: str, bid: int, trump: str, lays: str = "") -> None:
    """Who has the bid, what the page says of the kitty, and the trump suit."""
    win_bid(page, name, bid)
    if lays:
        expect(page.get_by_text(lays)).to_be_visible()
    tap(page, trump)


def meld(page: Page, points: Mapping[str, int], then: str = "Play, then count") -> None:
    """Melds as plain numbers, by side, and the meld is done."""
    heads(page, "Meld")
    for side, meld in points.items():
        page.locator(f"#meld-{side}").fill(str(meld))
    close_meld(page)
    heads(page, then)


def count(page: Page, points: Mapping[str, int], empty: int = 0) -> None:
    """What sides or teams took, where the last fills in; and that so many of them took a trick without counters."""
    for side, taken in points.items():
        page.locator(f"#points-{side}").fill(str(taken))
    tap(page, "Count the deal")
    for _ in range(empty):
        tap(page, "A trick")
    heads(page, "Is this right?")
