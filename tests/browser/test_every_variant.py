"""The start page and a first deal of each variant, with two to eight people, on a narrow phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.rules.count import total_range
from companion.rules.variant import Variant
from companion.rules.variants import find_variant
from tests.browser.conftest import Phone
from tests.browser.game_night import bidding, close_meld, win_bid
from tests.game.table import EIGHT
from tests.web.games import GAMES, Told

pytestmark = pytest.mark.thorough

_WHOLE = ("site", "doubles", "two-handed", "bruce-7", "check", "five-handed", "three-handed")
"""Played to the end in other modules: whole games, two-handed, Bruce’s, and each alone."""
KEYS = [key for key in GAMES if key not in _WHOLE]


@pytest.mark.parametrize("key", KEYS)
def test_a_first_deal_fits_a_narrow_phone_and_can_be_read_by_all(make_phone: Callable[..., Phone], key: str) -> None:
    phone, deal, variant = make_phone("Pixel 7"), GAMES[key].deals[0], find_variant(key)
    assert deal.seat is not None
    page = phone.page
    page.set_viewport_size({"width": 360, "height": 640})
    phone.open(f"/new/{key}")
    for seat, name in enumerate(EIGHT[: variant.players[0]]):
        page.locator(f"#name-{seat}").fill(name)
    page.locator("[name=dealer][value='0']").check(force=True)
    phone.check()
    page.get_by_role("button", name="Start the game").click()
    tell_bid(page, deal, EIGHT[deal.seat])
    expect(page.get_by_role("heading", name=f"{EIGHT[deal.seat]} names trump")).to_be_visible()
    phone.check()
    page.get_by_role("button", name="Spades").click()
    sides = "ABCD"[: len(deal.meld)]
    for side, points in zip(sides, deal.meld, strict=True):
        page.locator(f"#meld-{side}").fill(str(points))
    phone.check()
    close_meld(page)
    expect(page.get_by_role("heading", name="Play, then count")).to_be_visible()
    phone.check()
    if deal.taken is None:
        page.get_by_role("button", name="Throw in instead").click()
    else:
        counted = "ABCD"[: len(deal.taken)]
        for side, points in list(zip(counted, deal.taken, strict=True))[: None if is_open(deal.taken, variant) else -1]:
            page.locator(f"#points-{side}").fill(str(points))
        expect(page.locator(f"#points-{counted[-1]}")).to_have_value(str(deal.taken[-1]))
        page.get_by_role("button", name="Count the deal").click()
        for _ in deal.empty:
            page.get_by_role("button", name="A trick", exact=True).click()
    expect(page.get_by_role("heading", name="Is this right?")).to_be_visible()
    phone.check()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("Deal 2")).to_be_visible()
    phone.check()
    page.goto(f"{page.url.split('?')[0]}sheet")
    phone.check()


def tell_bid(page: Page, deal: Told, bidder: str) -> None:
    """Enter who has the bid, or where partners' bids are added up what each bid."""
    if not deal.bids:
        win_bid(page, bidder, deal.bid or 0)
        return
    table = bidding(page)
    page.goto(f"{table}?how=pad")
    for seat, bid in enumerate(deal.bids):
        page.locator(f"#bid-{seat}").fill(str(bid or ""))
    page.get_by_role("button", name="Write it down").click()
    expect(page.locator(".pad-row.entered").first).to_be_visible()
    page.goto(f"{table}?how=each")


def is_open(taken: tuple[int, ...], variant: Variant) -> bool:
    """Whether cards that nobody holds leave open what all tricks come to, so that no figure fills in."""
    least, most = total_range(variant, len(taken))
    return least < most
