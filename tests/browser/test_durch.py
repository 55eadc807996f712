"""Durch and Untendurch of Binokel on a phone of 360 × 740: beside the suits on the pad, and played to the sheet."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from companion.rules.known import find_game
from companion.rules.options import with_options
from companion.rules.variant import Variant
from tests.browser.conftest import PHONES, Phone, Server
from tests.browser.logged import refused
from tests.browser.pads import NORMAL_PAUSE, SMALL, fits_without_scrolling
from tests.browser.thumb import Thumb
from tests.conftest import PATIENCE_SECONDS
from tests.web.table_player import begin

pytestmark = pytest.mark.thorough

BOTH = with_options(find_game("binokel-ennahofen"), {"bid.no-trick": {"made": 300, "failed": 600}})


@pytest.fixture
def sit(serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> Callable[[Variant], Phone]:
    """A phone at a new game of Binokel."""

    def sit_down(variant: Variant) -> Phone:
        server = serve(hasty=True, foresees=True, ENTERED="pad")
        phone = make_phone(PHONES[1], server=server)
        phone.page.set_default_timeout(PATIENCE_SECONDS * 1000)
        phone.page.set_viewport_size({"width": SMALL["width"], "height": SMALL["height"]})
        phone.open(f"/game/{begin(server.app, variant, ('Ann', 'Bob', 'Cy'))}/")
        return phone

    return sit_down


@pytest.fixture
def phone(sit: Callable[[Variant], Phone]) -> Phone:
    """A phone at a new game of Binokel as it is played in Ennahofen."""
    return sit(find_game("binokel-ennahofen"))


def test_its_button_is_in_sight_beside_the_suits(phone: Phone) -> None:
    fits_without_scrolling(phone.page)
    pills = phone.page.locator("#trump .pills label")
    boxes = [pills.nth(n).bounding_box() for n in range(pills.count())]
    assert [box and (box["y"], min(box["width"], box["height"]) >= 44) for box in boxes] == [
        (boxes[0] and boxes[0]["y"], True)
    ] * 5
    phone.look()


def test_it_is_said_on_the_pad_and_stands_on_the_sheet(phone: Phone) -> None:
    page, thumb = phone.page, Thumb(phone.page)
    thumb.tap(page.locator("#seat").get_by_text("Ann", exact=True))
    thumb.type(page.locator("#amount"), "200")
    page.wait_for_timeout(NORMAL_PAUSE)
    thumb.tap(page.locator("#trump").get_by_text("Durch", exact=True))
    page.wait_for_timeout(NORMAL_PAUSE)
    thumb.button("Write it down")
    expect(page.get_by_text("Ann said the Durch", exact=True)).to_be_visible()
    fits_without_scrolling(page)
    phone.look()
    for field, figure in (("#meld-B", "40"), ("#meld-C", "0"), ("#points-A", "239"), ("#points-B", "11")):
        thumb.type(page.locator(field), figure)
        page.wait_for_timeout(NORMAL_PAUSE)
    thumb.button("Write it down")
    expect(page.get_by_text("Deal 1: why?")).to_be_visible()
    phone.check()
    phone.open(f"{urlsplit(page.url).path.rstrip('/')}/sheet")
    expect(page.get_by_text("Ann Durch")).to_be_visible()
    expect(page.get_by_text("said the Durch, missed a trick – set, −2000.")).to_be_visible()
    phone.look()


def test_with_an_untendurch_all_still_fits_and_it_is_counted(sit: Callable[[Variant], Phone]) -> None:
    phone = sit(BOTH)
    page, thumb = phone.page, Thumb(phone.page)
    fits_without_scrolling(page)
    boxes = [pill.bounding_box() for pill in page.locator("#trump .pills label").all()]
    assert [bool(box and min(box["width"], box["height"]) >= 44) for box in boxes] == [True] * 6
    phone.look()
    thumb.tap(page.locator("#seat").get_by_text("Ann", exact=True))
    thumb.type(page.locator("#amount"), "200")
    page.wait_for_timeout(NORMAL_PAUSE)
    thumb.tap(page.locator("#trump").get_by_text("Untendurch", exact=True))
    page.wait_for_timeout(NORMAL_PAUSE)
    thumb.button("Write it down")
    expect(page.get_by_text("Ann said the Untendurch", exact=True)).to_be_visible()
    fits_without_scrolling(page)
    for field, figure in (("#points-A", "20"), ("#points-B", "180"), ("#points-C", "50")):
        thumb.type(page.locator(field), figure)
        page.wait_for_timeout(NORMAL_PAUSE)
    thumb.button("Write it down")
    expect(page.locator("#points-A-wrong")).to_have_text("Did Ann take a trick, even one worth nothing?")
    phone.look()
    page.wait_for_timeout(NORMAL_PAUSE)
    thumb.button("None")
    expect(page.get_by_text("Deal 1: why?")).to_be_visible()
    phone.forgive(*refused(422))
    phone.open(f"{urlsplit(page.url).path.rstrip('/')}/sheet")
    expect(page.get_by_text("said the Untendurch, took no trick – made, +300.")).to_be_visible()
    phone.look()
