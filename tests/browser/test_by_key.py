"""A deal by the keys of a keyboard alone, for somebody who hears the page: role and name say where each key goes."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import CDPSession, Page, expect

from companion.rules.variants import find_variant
from tests.browser.conftest import Phone, Server
from tests.browser.game_night import COMING
from tests.game.table import EIGHT
from tests.web.table_player import begin

DEAL = (
    ("radio", "Ann", "Space"),
    ("textbox", "Bid for", "300"),
    ("radio or button", "Spades", "Space"),
    ("textbox", "Meld, Ann & Cleo", "150"),
    ("textbox", "Meld, Ben & Dan", "40"),
    ("textbox", "Taken, Ann & Cleo", "160"),
)
"""What the focus has to come to, in this order, and the key or the figure there."""
WRITES = (("textbox", "Taken, Ben & Dan", "Enter"), ("button", "Write it down", "Enter"))
"""What writes a deal down: the last field keeps its place on the page that follows, the button does not."""


def hears(browser: CDPSession) -> tuple[str, str]:
    """Role and name of what has the focus, as Chromium gives them to a reader."""
    focused = browser.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]["objectId"]
    asked = {"objectId": focused, "fetchRelatives": False}
    (node,) = browser.send("Accessibility.getPartialAXTree", asked)["nodes"]
    return node["role"]["value"], node.get("name", {}).get("value", "")


def go_to(page: Page, browser: CDPSession, role: str, name: str) -> None:
    """Press Tab until a part of this role and name has the focus."""
    passed = list[tuple[str, str]]()
    while len(passed) < 30:
        page.keyboard.press("Tab")
        passed.append(hears(browser))
        if passed[-1][0] in role and passed[-1][1] == name:
            return
    raise AssertionError(f"no key leads to the {role} {name!r}, but to {passed}")


def test_a_deal_is_entered_by_keys_alone_each_part_known_by_its_name(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve(ENTERED="pad")
    phone = make_phone(server=server)
    page = phone.open(f"/game/{begin(server.app, find_variant('site'), EIGHT[:4])}/")
    browser, keys = page.context.new_cdp_session(page), page.keyboard
    made = page.locator(".made")
    for deal, writes in enumerate(WRITES, 1):
        for role, name, key in (*DEAL, writes):
            go_to(page, browser, role, name)
            if key.isdigit():
                keys.press("Control+A")
                keys.type(key)
            else:
                keys.press(key)
                expect(page.locator(COMING)).to_have_count(0)
        expect(made).to_contain_text(f"Deal {deal}:")
        expect(made).to_contain_text("+310")
        expect(made).to_be_focused()
    keys.press("Tab")
    assert hears(browser)[0] == "radio", "one key leads to the next bid"
    keys.press("Space")
    keys.press("Enter")
    expect(page.get_by_text("Ann bid 250")).to_be_visible()
    expect(page.get_by_role("heading", name="Score pad")).to_be_focused()
