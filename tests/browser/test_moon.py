"""The moon on a phone of 360 × 740: its button is in line on the pad, and a deal is made and failed with it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from companion.rules.options import with_options
from companion.rules.variants.partnership import SITE
from tests.browser.conftest import PHONES, Phone, Server
from tests.browser.logged import refused
from tests.browser.pads import EDGES, NAMES, NORMAL_PAUSE, SMALL, fits_without_scrolling
from tests.browser.thumb import Thumb
from tests.conftest import PATIENCE_SECONDS
from tests.web.table_player import begin

pytestmark = pytest.mark.thorough

MOON = with_options(SITE, {"bid.moon": {"made": 1500, "failed": 750}, "end.target": 5000})


@pytest.fixture
def sit(serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> Callable[[str], Phone]:
    """Opens a new game of a table that bids the moon, entered in one way or the other."""

    def sit_down(entered: str) -> Phone:
        server = serve(hasty=True, foresees=True, ENTERED=entered)
        phone = make_phone(PHONES[1], server=server)
        phone.page.set_default_timeout(PATIENCE_SECONDS * 1000)
        phone.page.set_viewport_size({"width": SMALL["width"], "height": SMALL["height"]})
        phone.open(f"/game/{begin(server.app, MOON, NAMES)}/")
        return phone

    return sit_down


def bid_the_moon(phone: Phone, taken: str) -> Thumb:
    """Ann bids it in spades, and her side counts so much."""
    page, thumb = phone.page, Thumb(phone.page)
    thumb.tap(page.locator("#seat").get_by_text("Ann", exact=True))
    thumb.tap(page.locator("#pad").get_by_text("Moon", exact=True))
    page.wait_for_timeout(NORMAL_PAUSE)
    thumb.tap(page.locator("#trump").get_by_text("♠"))
    page.wait_for_timeout(NORMAL_PAUSE)
    thumb.type(page.locator("#points-A"), taken)
    page.wait_for_timeout(NORMAL_PAUSE)
    thumb.button("Write it down")
    return thumb


def test_its_button_is_in_sight_and_in_line(sit: Callable[[str], Phone]) -> None:
    phone = sit("pad")
    fits_without_scrolling(phone.page)
    seats, amount, moon, *rows = phone.page.evaluate(EDGES)
    assert (amount[0], moon[1], {*map(tuple, rows)}) == (seats[0], seats[1], {tuple(seats)})
    assert amount[1] < moon[0], "the moon is not beside the amount"
    box = phone.page.locator("#pad").get_by_text("Moon", exact=True).bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    phone.look()


def test_a_moon_is_made_once_every_trick_is_confirmed(sit: Callable[[str], Phone]) -> None:
    phone = sit("pad")
    thumb, page = bid_the_moon(phone, "250"), phone.page
    expect(page.locator("#points-A-wrong")).to_have_text("Did Ann & Cy take every single trick?")
    phone.check()
    page.wait_for_timeout(NORMAL_PAUSE)
    thumb.button("Every one")
    expect(page.get_by_text("Deal 1: why?")).to_be_visible()
    assert "1500" in page.locator(".score").inner_text()
    phone.forgive(*refused(422))


def test_a_failed_moon_is_on_the_sheet_with_its_working(sit: Callable[[str], Phone]) -> None:
    phone = sit("pad")
    bid_the_moon(phone, "230")
    expect(phone.page.get_by_text("Deal 1: why?")).to_be_visible()
    phone.page.goto(f"{phone.page.url.partition('?')[0]}sheet")
    expect(phone.page.get_by_text("Ann moon")).to_be_visible()
    expect(phone.page.get_by_text("bid the moon, missed a trick – set, −750.")).to_be_visible()
    phone.check()


def test_the_moon_is_one_button_in_turn(sit: Callable[[str], Phone]) -> None:
    phone = sit("each")
    phone.check()
    Thumb(phone.page).button("The moon: every trick")
    expect(phone.page.get_by_text("Bob names trump")).to_be_visible()
