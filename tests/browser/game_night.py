"""A table of four at its phone: what they tap from one deal to the next, with and without JavaScript."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from companion.rules.variants import VARIANTS
from tests.browser.conftest import Phone
from tests.browser.logged import refused

PEOPLE = ("Ann", "Bob", "Cy", "Di")
SIDES = {"A": "Ann & Cy", "B": "Bob & Di"}


class GameNight:
    """The phone that keeps the score; Di deals first."""

    def __init__(self, phone: Phone, variant: str, by_hand: bool = False) -> None:
        """Begin a game of this name, ``by_hand`` from the first page on."""
        self.phone, self.page = phone, phone.page
        if by_hand:
            self._begin(variant)
        else:
            (key,) = (each.key for each in VARIANTS if each.name == variant)
            self.page.goto(phone.begin(key, PEOPLE, dealer=3))
        self.sees("Ann to bid")
        self.path = urlsplit(self.page.url).path

    def _begin(self, variant: str) -> None:
        self.phone.open("/")
        self.page.get_by_role("link", name="New game").click()
        self.page.get_by_text("All games", exact=True).click()
        self.page.get_by_role("link", name=re.compile(f"^{re.escape(variant)}")).first.click()
        for seat, name in enumerate(PEOPLE):
            self.page.get_by_label(f"Player {seat + 1}, side").fill(name)
        self.page.get_by_role("group", name="Player 4").get_by_label("deals first").check()
        self.tap("Start the game")

    def sees(self, says: str) -> None:
        """The page has this heading now, and nothing on it is wider than the phone."""
        heads(self.page, says)
        self.phone.check_layout()

    def tap(self, name: str) -> None:
        """Tap the first button of this name."""
        tap(self.page, name)

    def refused(self, says: str) -> None:
        """The page says why not; Chromium itself logs every refusal, and that line is no fault of the page."""
        expect(self.page.get_by_role("alert")).to_contain_text(says)
        self.phone.forgive(*refused(422))

    def take_bid(self, name: str, bid: int, trump: str) -> None:
        """Enter who has the bid, and the trump suit."""
        win_bid(self.page, name, bid)
        self.tap(trump)
        self.sees("Meld")

    def panel(self, side: str) -> Locator:
        """Where the meld of a side is told."""
        return self.page.get_by_role("region", name=SIDES[side])

    def tell(self, side: str, *ways: str) -> Locator:
        """Choose how the meld of a side is told, and whose."""
        for way in ways:
            link = self.panel(side).get_by_role("link", name=way)
            if not link.get_attribute("aria-current"):
                link.click()
                self.page.wait_for_load_state()  # its scripts bring back what is typed elsewhere
            expect(link).to_have_attribute("aria-current", "true")
        return self.panel(side)

    def melded(self, side: str, points: int) -> None:
        """The meld of a side as the page has it."""
        expect(self.page.locator(f"#name-{side} output")).to_have_text(str(points))

    def meld_numbers(self, ours: int, theirs: int) -> None:
        """The melds of Ann & Cy and of Bob & Di as plain numbers, and the meld is done."""
        for side in SIDES:
            self.tell(side, "Number", "Together")
        for side, points in (("A", ours), ("B", theirs)):
            self.page.get_by_role("textbox", name=f"Meld of {SIDES[side]}").fill(str(points))
        self.close_meld()

    def close_meld(self) -> None:
        close_meld(self.page)
        self.sees("Play, then count")

    def count(self, side: str, points: int) -> None:
        """Write what one side took; the other's follows."""
        self.page.locator(f"#points-{side}").fill(str(points))
        self.tap("Count the deal")
        self.sees("Is this right?")

    def play(self, name: str, bid: int, trump: str, melds: tuple[int, int], side: str, points: int) -> None:
        """A whole deal but for its confirmation, told in the shortest way."""
        self.take_bid(name, bid, trump)
        self.meld_numbers(*melds)
        self.count(side, points)

    def form_of(self, button: str) -> tuple[dict[str, str | float | bool], str]:
        """What the form of a button would send, and where."""
        form = self.page.locator("form", has=self.page.get_by_role("button", name=button))
        fields = form.locator("input[type=hidden]").all()
        sent: dict[str, str | float | bool] = {
            field.get_attribute("name") or "": field.input_value() for field in fields
        }
        return sent, form.get_attribute("action") or ""

    def confirm(self, ours: int, theirs: int, leads_to: str) -> None:
        """Confirm with two taps, and see the scores of both sides and what follows."""
        self.page.get_by_role("button", name="Confirm").dblclick()
        stands_at(self.page, ours, theirs, now=leads_to)


COMING = ".htmx-request, .htmx-settling"


def tap(where: Page | Locator, name: str) -> None:
    """Tap the first button of this name there, once what it stands on has come.

    A person's page takes no tap for a moment, so that none falls between; here nothing holds it back
    (``LIVE_AT_ONCE``), and one that does is told to have come too soon.
    """
    _come(where, name).click()


def enter(where: Page | Locator, name: str) -> None:
    """Press the first button of this name there by its key, once what it stands on has come, as for a tap."""
    _come(where, name).press("Enter")


def _come(where: Page | Locator, name: str) -> Locator:
    button = where.get_by_role("button", name=name).first
    button.wait_for()
    expect(button.page.locator(COMING)).to_have_count(0)
    return button


def close_meld(page: Page) -> None:
    """Enter 0 for every side without a meld, which would be asked about, and tap "Meld is done"."""
    page.get_by_role("button", name="Meld is done").wait_for()
    for field in page.get_by_role("textbox", name=re.compile("^Meld of")).all():
        if not field.input_value():
            field.fill("0")
    tap(page, "Meld is done")


def win_bid(page: Page, name: str, bid: int) -> None:
    """Enter only who has the bid on the score pad, and go on with the pages that ask for one step at a time."""
    table = bidding(page)
    page.goto(f"{table}?how=pad")
    page.locator("#seat").get_by_text(name, exact=True).click()
    page.locator("#amount").fill(str(bid))
    tap(page, "Write it down")
    expect(page.locator(".pad-row.entered").first).to_be_visible()
    page.goto(f"{table}?how=each")
    heads(page, f"{name} names trump")


def bidding(page: Page) -> str:
    """The address of the table, once the deal has come that is bid for."""
    expect(page.get_by_role("heading", name=re.compile("to bid$"))).to_be_visible()
    return page.url.partition("?")[0]


def heads(page: Page, says: str) -> None:
    """The page has this heading now."""
    expect(page.get_by_role("heading", name=says, exact=True)).to_be_visible()


def stands_at(page: Page, ours: int, theirs: int, now: str) -> None:
    """The score of Ann & Cy and of Bob & Di, and a few words of what the table does now."""
    expect(page.get_by_text(now).first).to_be_visible()
    for side, score in zip(SIDES.values(), (ours, theirs), strict=True):
        figure = str(score).replace("-", "−")
        expect(page.locator("#table")).to_have_text(re.compile(rf"{side}\s*(\(leads\))?\s*{figure}\s"))
