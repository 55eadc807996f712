"""The hand of a night's director: taps, digits and scrolls of six rounds of six tables, with totals from paper.

Run it as ``python -m bench.one_hand``. Chromium shows a phone of 360 × 740 pixels. 24 people, who were here last week,
are ticked with their entry; each round is drawn, and each table's two totals are entered; the night is closed. A tap is
a finger on a link, a field or a button; a digit is a key. A scroll moves the page by most of its height, until what is
tapped next is in sight. The keyboard of the phone is left out: it hides half of the page while digits are typed.
"""

from __future__ import annotations

import random
import sys
import tempfile
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect, sync_playwright

from bench.bounds import Bounds
from bench.serving import served
from boot.browser import find_chromium

WIDE, HIGH = 360, 740
STEP = 0.8 * HIGH
"""How far one scroll goes."""
ROUNDS, TABLES = 6, 6
NAMES = [f"{name} {letter}" for letter in "ABC" for name in ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")]
BOUNDS = Bounds({"taps": 120, "scrolls": 6}, unit="")
SCROLL = """by => {
    const before = scrollY;
    scrollBy({ top: by, behavior: "instant" });
    return scrollY !== before;
}"""
TOP_AND_BOTTOM = "each => (({ top, bottom }) => [top, bottom])(each.getBoundingClientRect())"


@dataclass
class Hand:
    """One thumb, which counts what it does."""

    page: Page
    taps: int = 0
    digits: int = 0
    scrolls: int = 0

    def tap(self, what: Locator) -> None:
        self.bring_into_sight(what)
        what.tap()
        self.taps += 1

    def bring_into_sight(self, what: Locator) -> None:
        """Scroll until all of it is in sight."""
        what.wait_for()
        while True:
            top, bottom = what.evaluate(TOP_AND_BOTTOM)
            if top >= -1 and bottom <= HIGH + 1:  # a fraction of a pixel is none
                return
            if not self.page.evaluate(SCROLL, STEP if bottom > HIGH else -STEP):
                raise SystemExit(f"{what} can't be scrolled into sight: it is at {top:.0f} to {bottom:.0f}")
            self.scrolls += 1

    def type(self, field: Locator, number: int) -> None:
        """Type a total; a field that has the focus needs no tap."""
        if not field.evaluate("each => each === document.activeElement"):
            self.tap(field)
        field.fill(str(number))
        self.digits += len(str(number))

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)


def last_week(page: Page) -> None:
    """A night at which all of them were, so that their names and its plan are offered."""
    page.goto("/nights/")
    page.locator("summary", has_text="standing and money").click()
    page.locator("#entry").fill("5")
    page.locator("#name").fill("Last week")
    page.get_by_role("button", name="Open the night").tap()
    page.locator("#names").fill("\n".join(NAMES))
    page.get_by_role("button", name="They are here").tap()
    page.get_by_role("button", name="Draw round 1").tap()
    expect(page.get_by_role("heading", name="Tables of round 1")).to_be_visible()


def direct(hand: Hand) -> None:
    """The whole evening."""
    page, chance = hand.page, random.Random(1)  # noqa: S311 - no secret
    page.goto("/nights/")
    hand.tap(hand.button("Open the night"))
    page.wait_for_url("**/here")
    for name in NAMES:
        hand.tap(page.get_by_role("checkbox", name=name, exact=True).locator("xpath=.."))
    hand.tap(page.get_by_label("They have paid"))
    hand.tap(hand.button("They are here"))
    for number in range(1, ROUNDS + 1):
        hand.tap(hand.button(f"Draw round {number}"))
        for table in range(1, TABLES + 1):
            enter(hand, number, table, (chance.randint(100, 900), chance.randint(100, 900)))
    hand.tap(hand.button("Close the night"))
    expect(page.get_by_text("the night is over")).to_be_visible()


def enter(hand: Hand, number: int, table: int, points: tuple[int, int]) -> None:
    """The totals of one table."""
    page, title = hand.page, f"Table {table}, round {number}"
    heading = page.get_by_role("heading", name=title, exact=True)
    there = page.locator(f"#table-{number}-{table}")
    heading.or_(there).first.wait_for()
    if not heading.count():
        hand.tap(there)
    heading.wait_for()
    for side, each in enumerate(points):
        hand.type(page.locator(f"#points-{side}"), each)
    hand.tap(hand.button("Enter the totals"))
    heading.wait_for(state="detached")


def main() -> int:
    """Direct an evening, and print what it took."""
    with (
        tempfile.TemporaryDirectory() as folder,
        served("serve", ["--data", folder], None) as server,
        sync_playwright() as play,
    ):
        chromium = play.chromium.launch(executable_path=find_chromium())
        context = chromium.new_context(
            base_url=f"http://127.0.0.1:{server.port}", viewport={"width": WIDE, "height": HIGH}, has_touch=True
        )
        page = context.new_page()
        page.set_default_timeout(20_000)
        last_week(page)
        hand = Hand(page)
        direct(hand)
        chromium.close()
    print(f"{ROUNDS} rounds of {TABLES} tables, {len(NAMES)} people, {WIDE} × {HIGH}")
    print(f"taps: {BOUNDS.said('taps', hand.taps)}")
    print(f"digits: {hand.digits}")
    print(f"scrolls: {BOUNDS.said('scrolls', hand.scrolls)}")
    return BOUNDS.status()


if __name__ == "__main__":
    sys.exit(main())
