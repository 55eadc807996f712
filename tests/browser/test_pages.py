"""The pages that need no game, for every phone, by day and by night, with and without JavaScript."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from companion.cards import parse_card
from companion.vision import Reading, SeenCard
from companion.vision.samples import find_sample
from companion.vision.serve import Pack, Picture
from companion.vision.stages.decode import decode_photo, encode_upright_jpeg
from tests.browser.conftest import SCRIPT, Phone, Server
from tests.browser.logged import refused

PAGES = ["/", "/rules/", "/rules/?q=throw", "/photo/"]


@pytest.mark.thorough
def test_every_page_fits_every_phone_and_can_be_read_by_all(
    make_phone: Callable[..., Phone],
) -> None:
    phone = make_phone()
    for path in PAGES:
        phone.open(path)
        phone.look()


@pytest.mark.thorough
def test_the_start_page_can_be_walked_without_javascript(make_phone: Callable[..., Phone]) -> None:
    phone = make_phone(script=False)
    page = phone.open("/")
    page.get_by_role("link", name="Look up a rule").click()
    page.get_by_label("What do you want to know?").fill("last trick")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("heading", name="The last trick", exact=True)).to_be_visible()


@pytest.mark.thorough
def test_the_rules_are_searched_while_typing(phone: Phone) -> None:
    page = phone.open("/rules/")
    page.get_by_label("What do you want to know?").press_sequentially("last trick")
    expect(page.get_by_role("heading", name="for “last trick”")).to_be_visible()


@pytest.mark.thorough
def test_a_wrong_address_leads_home(make_phone: Callable[..., Phone]) -> None:
    phone = make_phone()
    phone.open("/g/nosuchgame99").get_by_role("link", name="To the start page").click()
    expect(phone.page.get_by_role("link", name="New game")).to_be_visible()
    # Chromium itself logs every 404; that line is no fault of the page.
    phone.forgive(*refused(404))


@pytest.mark.thorough
@pytest.mark.parametrize("script", SCRIPT)
def test_a_photo_is_read_corrected_and_priced(
    serve: Callable[..., Server], make_phone: Callable[..., Phone], script: bool
) -> None:
    phone = make_phone(script=script, server=serve(READER=read_a_marriage))
    page = phone.open("/photo/?variant=site&trump=H")
    page.get_by_label("Choose one you have").set_input_files(find_sample("aces-around").picture)
    if not script:
        page.get_by_role("button", name="Read the cards").click()
    expect(page.get_by_role("heading", name="2 cards")).to_be_visible()
    phone.check_layout()
    page.get_by_role("list").get_by_role("link", name="please check").click()
    page.get_by_role("button", name="queen of hearts").click()
    expect(page.locator("output")).to_have_text("40")
    page.get_by_text("Add a card that was missed").click()
    page.get_by_role("button", name="king of clubs").click()
    expect(page.get_by_role("heading", name="3 cards")).to_be_visible()
    if script:
        phone.check()


NOTE_PROGRESS = """addEventListener("submit", (event) => sessionStorage.setItem(
    "shown", event.target.querySelector("[role=status]").checkVisibility()))"""


def test_progress_is_shown_from_the_tap_until_the_cards_are_read(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    page = make_phone(server=serve(READER=read_a_marriage)).open("/photo/")
    expect(page.get_by_text("Sending the photo").first).to_be_hidden()
    # While a page is being left, Playwright sees nothing of it: the page itself has to remember.
    page.evaluate(NOTE_PROGRESS)
    page.get_by_role("button", name="Aces around").click()
    expect(page.get_by_role("heading", name="2 cards")).to_be_visible()
    assert page.evaluate('sessionStorage.getItem("shown")') == "true"


def read_a_marriage(content: bytes, pack: Pack) -> Picture:
    """A reader that sees two kings of hearts, the second doubtful; the picture is what was sent."""
    image = decode_photo(content)
    height, width = image.shape[:2]
    seen = tuple(
        SeenCard(parse_card("KH"), 0.9, ((x, 10), (x + width / 3, 10), (x + width / 3, 400), (x, 400)), sure)
        for x, sure in ((10.0, True), (width / 2, False))
    )
    return Picture(encode_upright_jpeg(image, 1600), Reading(seen, (), (width, height), 1.0))
