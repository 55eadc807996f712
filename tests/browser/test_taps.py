"""How many taps a deal takes, from the first page to the result that counts; more than these fails."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from companion.web.core.current import current_store
from tests.browser.conftest import Phone, Server
from tests.browser.game_night import heads
from tests.browser.played import over
from tests.browser.thumb import Thumb
from tests.conftest import also
from tests.web.conftest import NOW

PEOPLE = ("Ann", "Bob", "Cy", "Di")


def play_again(thumb: Thumb) -> None:
    thumb.button("Play again")


def new_game(thumb: Thumb) -> None:
    thumb.tap(thumb.page.get_by_role("link", name="New game"))
    heads(thumb.page, "How many players?")  # the page before names the next link, too
    thumb.tap(thumb.page.get_by_role("link", name="Single deck, partners"))
    thumb.button("Start the game")


def on_the_pad(thumb: Thumb) -> None:
    """A deal on the score pad: bidder, bid, trump, melds, the counters of one side, and the button."""
    thumb.tap(thumb.page.locator("#seat").get_by_text("Ann", exact=True))
    thumb.type(thumb.page.locator("#amount"), "300")
    thumb.tap(thumb.page.locator("#trump").get_by_text("♠"))
    for name, points in (("meld-A", "120"), ("meld-B", "60"), ("points-A", "180")):
        thumb.type(thumb.page.locator(f"#{name}"), points)
    thumb.button("Write it down")


def bid_by_bid(thumb: Thumb) -> None:
    """A deal step by step, with seven calls."""
    page = thumb.page
    for call in ("250", "260", "passes", "270", "280", "passes", "passes"):
        before = page.locator("#table").get_attribute("data-live")
        thumb.button(call)
        expect(page.locator("#table")).not_to_have_attribute("data-live", before or "")
    thumb.button("Spades")
    expect(page.get_by_role("heading", name="Meld", exact=True)).to_be_visible()
    for side, points in (("A", "120"), ("B", "60")):
        thumb.type(page.locator(f"#meld-{side}"), points)
    thumb.button("Meld is done")
    expect(page.get_by_role("heading", name="Play, then count")).to_be_visible()
    thumb.type(page.locator("#points-A"), "180")
    expect(page.locator("[name=shown]")).to_be_enabled()
    thumb.button("Count the deal")


@pytest.mark.parametrize(
    ("begin", "enter", "most_taps", "most_seconds"),
    [
        also(play_again, on_the_pad, 8, 14.0),
        (new_game, on_the_pad, 10, 16.2),
        also(play_again, bid_by_bid, 14, 17.9),
        also(new_game, bid_by_bid, 16, 19.9),
    ],
)
def test_from_the_first_page_to_the_first_scored_deal(
    begin: Callable[[Thumb], None],
    enter: Callable[[Thumb], None],
    most_taps: int,
    most_seconds: float,
    serve: Callable[..., Server],
    make_phone: Callable[..., Phone],
) -> None:
    """In a house in which a game has been played, on a phone that knows its people."""
    server = serve(foresees=True, ENTERED="pad" if enter is on_the_pad else "each")
    over(server.app, PEOPLE)
    page = make_phone(server=server).open("/")
    device = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "device")
    with server.app.app_context():
        current_store().people.remember_names(device, PEOPLE, NOW)
    thumb = Thumb(page)
    begin(thumb)
    page.locator("#table").wait_for()
    page.wait_for_load_state()  # what is tapped before its scripts have come is sent as a page of its own
    enter(thumb)
    expect(page.get_by_text("Deal 2").first).to_be_visible()
    taps, seconds = thumb.since()
    assert taps <= most_taps, f"{taps} taps, {seconds} s"
    assert seconds <= most_seconds, f"{taps} taps, {seconds} s"
