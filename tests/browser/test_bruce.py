"""A game of Bruce’s seven-card through the real pages: four alone, then the level two, with scripts and without."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONES, Phone, Server
from tests.browser.game_night import close_meld, heads, win_bid

pytestmark = pytest.mark.thorough

PEOPLE = ("Ann", "Ben", "Cleo", "Dan")


# Ones; a king, ten and ace 1, the last trick 1; Ann deals first (rulebook, section 9, items 8 and 9).
#
# deal  dealer  bid       meld + nines      tricks     change                                      score A / B / C / D
# 1     Ann     Ben 8     4+1 15 0 6        0 6 5 4    A keeps the nine: +1 / +21 / +5 / +10        1 / 21 / 5 / 10
# 2     Ben     Ben 1     all pass          renege D   D −1, the others keep 36, 0 and 32          37 / 21 / 37 / 9
# 3     Cleo    Dan 6     12 0 12 2         3 2 3 4    +15 / +2 / +15 / 2 + 4 = 6: +6                52 / 23 / 52 / 15
# 4     Ann     Cleo 5    4 - 2+1 -         5 - 6 -    Ann and Cleo alone: +9 / 9 ≥ 5: +9          61 / 23 / 61 / 15
#
# After deal 3 Ann and Cleo are level at 52 and Dan bid, so they play on; Cleo bid deal 4 and wins (end.tie-bidder).
@pytest.mark.parametrize("script", [True, False], ids=["with scripts", "without"])
def test_a_game_of_four_alone_to_the_level_two(
    serve: Callable[..., Server], make_phone: Callable[..., Phone], script: bool
) -> None:
    phone = make_phone(PHONES[1], script=script, server=serve())
    page = _sit_down(phone)
    _first_deal(phone)
    expect(page.get_by_text("1 for nines of trump stays")).to_be_visible()
    _confirm(page, {"Ann": 1, "Ben": 21, "Cleo": 5, "Dan": 10}, "Deal 2 · Ben dealt")

    for name in ("Cleo", "Dan", "Ann", "Ben"):
        heads(page, f"{name} to bid")
        _tap(page, f"{name} passes")
    heads(page, "Ben names trump")
    _tap(page, "Clubs")
    _renege(phone)
    _confirm(page, {"Ann": 37, "Ben": 21, "Cleo": 37, "Dan": 9}, "Deal 3 · Cleo dealt")

    _take(page, "Dan", 6)
    _count(page, {"A": 12, "C": 12, "D": 2}, {"A": 3, "B": 2, "C": 3, "D": 4})
    _confirm(page, {"Ann": 52, "Ben": 23, "Cleo": 52, "Dan": 15}, "Deal 4 · Ann dealt")
    expect(page.get_by_text("Without Ben and Dan")).to_be_visible()
    expect(page.get_by_text("Only Ann and Cleo can still win")).to_be_visible()
    phone.check_layout()

    _take(page, "Cleo", 5)
    one_nine = page.locator("[name=dix-C][value='1']")
    one_nine.evaluate("each => each.scrollIntoView({block: 'center'})")  # out from under the button at the bottom
    one_nine.check(force=True)
    _count(page, {"A": 4, "C": 2}, {"A": 5, "C": 6})
    expect(page.get_by_text("This ends the game")).to_be_visible()
    _tap(page, "Confirm")
    heads(page, "Cleo wins")
    expect(page.get_by_text("the bidding side wins, Cleo")).to_be_visible()
    page.get_by_role("link", name="Score sheet").first.click()
    heads(page, "Score sheet")
    phone.check_layout()


def _sit_down(phone: Phone) -> Page:
    page = phone.open("/new/bruce-7")
    for seats in range(2, 4):
        expect(page.locator("[id^=name-]")).to_have_count(seats)
        _tap(page, "Add a player")
    expect(page.locator("[id^=name-]")).to_have_count(4)
    expect(page.locator("#name-0")).to_be_focused()  # the page that came last has settled
    for seat, name in enumerate(PEOPLE):
        page.locator(f"#name-{seat}").fill(name)
    page.get_by_role("group", name="Player 1").get_by_label("deals first").check()
    phone.check_layout()
    _tap(page, "Start the game")
    return page


def _first_deal(phone: Phone) -> None:
    """Bid by bid; the cards exchanged by a tap each, one of them wrongly; nines of trump beside the meld."""
    page = phone.page
    heads(page, "Ben to bid")
    page.get_by_role("button", name="8", exact=True).click()
    for name in ("Cleo", "Dan", "Ann"):
        heads(page, f"{name} to bid")
        _tap(page, f"{name} passes")
    heads(page, "Ben names trump")
    _tap(page, "Hearts")
    heads(page, "Meld")
    page.get_by_text("Cards exchanged").click()
    _tap(page, "Ben exchanged 3")
    expect(page.get_by_text("1 of 4 noted")).to_be_visible()
    page.locator("[name=dix-A][value='1']").check(force=True)
    _count(page, {"A": 4, "B": 15, "D": 6}, {"A": 0, "B": 6, "C": 5, "D": 4})
    phone.check_layout()


def _renege(phone: Phone) -> None:
    """Dan draws another number than he discarded; the others keep their meld."""
    page = phone.page
    for side, points in (("A", 36), ("C", 32)):
        page.locator(f"#meld-{side}").fill(str(points))
    page.locator("[name=save]").first.click()
    expect(page.locator("#name-A output")).to_have_text("36")
    page.get_by_text("Cards exchanged").click()
    page.get_by_text("Somebody drew another number").click()
    page.get_by_role("group", name="Who?").get_by_text("Dan").click()
    page.locator("#discarded").fill("3")
    page.locator("#drawn").fill("4")
    _tap(page, "Note this")
    expect(page.get_by_text("3 discarded but 4 drawn: that is a renege.")).to_be_visible()
    phone.check_layout()
    _tap(page, "End the deal by this renege")
    heads(page, "Is this right?")


def _tap(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.click()


def _take(page: Page, name: str, bid: int) -> None:
    """Who has the bid; spades are trump."""
    win_bid(page, name, bid)
    _tap(page, "Spades")
    heads(page, "Meld")


def _count(page: Page, melds: Mapping[str, int], taken: Mapping[str, int]) -> None:
    """The melds by number, and what each took."""
    for side, points in melds.items():
        page.locator(f"#meld-{side}").fill(str(points))
    close_meld(page)
    heads(page, "Play, then count")
    for side, points in taken.items():
        page.locator(f"#points-{side}").fill(str(points))
    _tap(page, "Count the deal")
    heads(page, "Is this right?")


def _confirm(page: Page, scores: Mapping[str, int], now: str) -> None:
    _tap(page, "Confirm")
    expect(page.get_by_text(now)).to_be_visible()
    shown = dict(zip(PEOPLE, page.locator("#table .score dd").all_inner_texts(), strict=True))
    assert shown == {name: str(score) for name, score in scores.items()}
