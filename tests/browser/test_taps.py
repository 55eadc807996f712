"""How many taps a deal takes, from the first page to the result that counts; more than these fails."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.web.core.current import current_store
from tests.browser.conftest import Phone, Server
from tests.browser.test_shelf import over
from tests.web.conftest import NOW

WHO = "Who has the bid?"
PEOPLE = ("Ann", "Bob", "Cy", "Di")
SECONDS_A_TAP, SECONDS_A_KEY = 1.1, 0.28
"""What a tap on a new place and a key of the keypad take a practised thumb (keystroke-level model)."""


class Thumb:
    """A thumb that counts its taps and the keys that it types; going into a field is a tap."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = self.keys = 0

    def tap(self, place: Locator) -> None:
        place.first.tap()
        self.taps += 1

    def button(self, name: str, exact: bool = False) -> None:
        self.tap(self.page.get_by_role("button", name=name, exact=exact))

    def type(self, field: Locator, text: str) -> None:
        field.fill(text)
        self.taps, self.keys = self.taps + 1, self.keys + len(text)

    @property
    def seconds(self) -> float:
        return round(self.taps * SECONDS_A_TAP + self.keys * SECONDS_A_KEY, 1)

    def since(self) -> tuple[int, float]:
        """Taps and seconds so far, and from here on counted anew."""
        so_far, self.taps, self.keys = (self.taps, self.seconds), 0, 0
        return so_far


def play_again(thumb: Thumb) -> None:
    thumb.button("Play again")


def new_game(thumb: Thumb) -> None:
    thumb.tap(thumb.page.get_by_role("link", name="New game"))
    thumb.tap(thumb.page.get_by_role("link", name="Single deck, partners"))
    thumb.button("Start the game")


def only_the_result(thumb: Thumb, name: str) -> None:
    """Who has the bid, for how much, and trump: told on one page."""
    heading, result = thumb.page.get_by_role("heading", name="to bid"), thumb.page.get_by_role("group", name=WHO)
    expect(heading.or_(result)).to_be_visible()
    if not result.count():
        thumb.tap(thumb.page.get_by_role("link", name="Only the result"))
    thumb.tap(result.get_by_text(name, exact=True))
    thumb.type(thumb.page.get_by_label("For how much?"), "300")
    thumb.button("Spades")


def seven_calls(thumb: Thumb, _name: str) -> None:
    for call in ("250", "260", "passes", "270", "280", "passes", "passes"):
        before = thumb.page.locator("#table").get_attribute("data-live")
        thumb.button(call)
        expect(thumb.page.locator("#table")).not_to_have_attribute("data-live", before or "")
    thumb.button("Spades")


def meld_and_count(thumb: Thumb) -> None:
    page = thumb.page
    expect(page.get_by_role("heading", name="Meld", exact=True)).to_be_visible()
    for side, points in (("A", "120"), ("B", "60")):
        thumb.type(page.locator(f"#points-{side}"), points)
    thumb.button("Meld is done")
    expect(page.get_by_role("heading", name="Play, then count")).to_be_visible()
    thumb.type(page.locator("#points-A"), "180")
    expect(page.locator("[name=shown]")).to_be_enabled()
    thumb.button("Count the deal")
    expect(page.get_by_text("Deal 2").or_(page.get_by_text("Deal 3")).first).to_be_visible()


@pytest.fixture
def thumb(serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> Thumb:
    """On the first page of a house in which a game has been played, with a phone that knows its people."""
    server = serve(foresees=True)
    over(server.app, PEOPLE)
    page = make_phone(server=server).open("/")
    device = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "device")
    with server.app.app_context():
        current_store().people.remember_names(device, PEOPLE, NOW)
    return Thumb(page)


@pytest.mark.parametrize(
    ("begin", "bid", "most_taps", "most_seconds"),
    [
        (play_again, only_the_result, 10, 14.3),
        (new_game, only_the_result, 12, 16.5),
        (play_again, seven_calls, 14, 17.9),
        (new_game, seven_calls, 16, 19.9),
    ],
    ids=["again, the result", "new, the result", "again, seven calls", "new, seven calls"],
)
def test_from_the_first_page_to_the_first_scored_deal(
    thumb: Thumb, begin: Callable[[Thumb], None], bid: Callable[[Thumb, str], None], most_taps: int, most_seconds: float
) -> None:
    begin(thumb)
    bid(thumb, "Ann")
    meld_and_count(thumb)
    taps, seconds = thumb.since()
    assert taps <= most_taps, f"{taps} taps, {seconds} s"
    assert seconds <= most_seconds, f"{taps} taps, {seconds} s"


def test_a_later_deal_told_by_its_result(thumb: Thumb) -> None:
    play_again(thumb)
    only_the_result(thumb, "Ann")
    meld_and_count(thumb)
    thumb.since()
    only_the_result(thumb, "Bob")
    meld_and_count(thumb)
    taps, seconds = thumb.since()
    assert taps <= 8, f"{taps} taps, {seconds} s"
