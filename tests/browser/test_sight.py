"""What has the focus is in sight: nothing that stays at the top or the bottom of the screen covers it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.game.commands import CloseMeld
from tests.browser.conftest import Phone, Server
from tests.browser.far_on import LONG, TAKEN, keep
from tests.browser.game_night import close_meld
from tests.browser.logged import refused
from tests.game.table import EIGHT, Table

pytestmark = pytest.mark.thorough

SIZES = [(width, zoom) for width in (320, 360, 390) for zoom in (100, 200)]
# What of a part cannot be seen: where it leaves the screen, and what covers it. Of one that is too high for the room
# there is, nothing is asked, but if it says what was refused its beginning has to be in sight.
HIDDEN = """(part) => {
    const { top, bottom, left, right, height } = part.getBoundingClientRect();
    const isApart = (each) => each.checkVisibility() && !each.contains(part) && !part.contains(each);
    const stays = [...document.querySelectorAll("body *")].filter(isApart)
        .filter((each) => /sticky|fixed/.test(getComputedStyle(each).position))
        .filter((each) => !(getComputedStyle(each).zIndex < 0)); // the film that keeps the screen awake is behind all
    const boxes = stays.map((each) => [each, each.getBoundingClientRect()]);
    const onScreen = boxes.filter(([, box]) => box.bottom > 0 && box.top < innerHeight);
    const room = onScreen.reduce((left, [, box]) => left - box.height, innerHeight);
    const isHigh = height > room - 48;
    if (isHigh && part.role !== "alert") return [];
    const end = isHigh ? top + 2 : bottom;
    const meets = ([, box]) => box.top < end - 1 && top + 1 < box.bottom && box.left < right && left < box.right;
    const covers = boxes.filter(meets).map(([each]) => each.innerText || each.className);
    if (top < -1) covers.push("the upper edge");
    if (end > innerHeight + 1) covers.push("the lower edge");
    return covers.map((what) => `${part.outerHTML.slice(0, 80)} lies beneath ${what}`);
}"""
FOCUSED = f"() => ({HIDDEN})(document.activeElement)"
MEASURED = """() => parseFloat(document.documentElement.style.getPropertyValue("--over"))
    >= document.querySelector(".line").offsetHeight"""
"""Whether the page has measured the line that stands at its top."""


def at_size(page: Page, width: int, zoom: int) -> None:
    browser = page.context.new_cdp_session(page)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * zoom // 100, "fixed": 13 * zoom // 100}})
    page.set_viewport_size({"width": width, "height": 640})


def hidden_on_the_way(page: Page) -> list[str]:
    """What cannot be seen of whatever gets the focus, from the first to the last and back."""
    found = list[str]()
    parts = page.locator("main :is(a, button, input, summary):visible").all()
    for part in (*parts, *reversed(parts)):
        part.focus()
        found += page.evaluate(FOCUSED)
    return found


@pytest.mark.parametrize("names", [EIGHT[:4], LONG[:4]], ids=["short names", "long names"])
@pytest.mark.parametrize(("width", "zoom"), SIZES)
def test_after_a_meld_is_refused_each_field_that_gets_the_focus_is_in_sight(
    serve: Callable[..., Server], make_phone: Callable[..., Phone], names: tuple[str, ...], width: int, zoom: int
) -> None:
    server = serve()
    phone = make_phone(server=server)
    page = phone.page
    at_size(page, width, zoom)
    phone.open(keep(server.app, Table("site", names=names).do(*TAKEN)))
    for side in "AB":
        page.locator(f"#meld-{side}").fill("99999")
    close_meld(page)
    alert = page.locator(".alert.bad")
    expect(alert).to_be_focused()
    found = page.evaluate(FOCUSED)
    for link in alert.get_by_role("link").all():
        link.click()
        found += page.locator(":target").evaluate(HIDDEN)
    found += hidden_on_the_way(page)
    phone.forgive(*refused(422))
    assert found == []


@pytest.mark.parametrize(("width", "zoom"), SIZES)
def test_counters_that_are_asked_back_are_in_sight_while_the_line_is_lost(
    serve: Callable[..., Server], make_phone: Callable[..., Phone], width: int, zoom: int
) -> None:
    server = serve(foresees=True)
    phone = make_phone(server=server)
    page = phone.page
    at_size(page, width, zoom)
    phone.open(keep(server.app, Table("site", names=LONG[:4]).do(*TAKEN, CloseMeld())))
    page.locator("#points-A").fill("260")
    page.get_by_role("button", name="Count the deal").click()
    expect(page.locator(".alert.bad")).to_be_focused()
    page.evaluate("document.querySelector('.line').textContent = 'The companion can’t be reached; trying again.'")
    page.wait_for_function(MEASURED)
    found = hidden_on_the_way(page)
    phone.forgive(*refused(422))
    assert found == []
