"""House rules on a phone: made, played by, found again; every option can be read and tapped."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SCRIPT, Phone
from tests.browser.game_night import GameNight
from tests.browser.logged import refused

NAME = "Aunt Mary’s"


def open_option(page: Page, group: str, option: str) -> None:
    """Open a group of options, and one option in it, if they are closed."""
    for kind, says in (("group", group), ("option", option)):
        details = page.locator(f"details.{kind}").filter(has=page.get_by_text(says, exact=True)).first
        if details.get_attribute("open") is None:
            details.locator("summary").first.click()


def make_house_rules(phone: Phone) -> Page:
    """Single deck for partners to 300, without anything for a spare king beside a run."""
    page = phone.open("/new")
    page.get_by_role("link", name="Our table plays it differently").click()
    page.get_by_role("link", name="Make house rules").click()
    page.get_by_role("link", name="Single deck, partners").first.click()
    page.get_by_label("What do you call these rules?").fill(NAME)
    open_option(page, "Ending the game", "Target")
    page.get_by_label("Target points", exact=True).fill("300")
    open_option(page, "Meld", "Spare king or queen beside a run")
    page.get_by_role("group", name="Spare king or queen beside a run").get_by_text("No", exact=True).click()
    phone.check_layout()
    page.get_by_role("button", name="See what changes").last.click()
    expect(page.get_by_text("The first side to reach 300 wins.").first).to_be_visible()
    expect(page.get_by_label("What do you call these rules?")).to_have_value(NAME)
    page.get_by_role("button", name="Keep these rules").click()
    expect(page.get_by_role("heading", name=NAME)).to_be_visible()
    phone.check_layout()
    return page


@pytest.mark.thorough
@pytest.mark.parametrize("script", SCRIPT)
def test_house_rules_are_made_on_the_phone_and_a_game_is_played_by_them(
    make_phone: Callable[..., Phone], script: bool
) -> None:
    phone = make_phone(script=script)
    make_house_rules(phone)
    night = GameNight(phone, NAME, by_hand=True)
    expect(night.page.get_by_role("heading", name=NAME)).to_be_visible()
    night.play("Ann", 300, "Spades", (120, 80), "A", 190)
    night.confirm(310, 140, leads_to="Ann & Cy win")
    page = phone.open("/")
    expect(page.get_by_text(f"Ann & Cy won · {NAME}")).to_be_visible()
    page.get_by_role("link", name="New game").click()
    page.get_by_role("link", name=NAME).first.click()
    expect(page.get_by_label("Player 1, side")).to_have_value("Ann")


@pytest.mark.thorough
def test_the_pages_of_house_rules_fit_every_phone_and_can_be_read_by_all(phone: Phone) -> None:
    page = make_house_rules(phone)
    phone.look()
    for path in ("/house", "/house/new", "/new"):
        phone.open(path)
        phone.look()
    phone.open("/house/new/racehorse")
    for summary in page.locator("details > summary").all():
        summary.evaluate("summary => summary.parentElement.open = true")
    page.get_by_text("Our own", exact=True).click()
    phone.look()


def test_what_cannot_be_dealt_is_refused_in_place_with_everything_typed(phone: Phone) -> None:
    page = phone.open("/house/new/site")
    page.get_by_label("What do you call these rules?").fill(NAME)
    open_option(page, "The cards and the deal", "Cards in a hand")
    page.get_by_label("Cards in a hand", exact=True).fill("13")
    page.get_by_role("button", name="Keep these rules").click()
    expect(page.get_by_role("alert")).to_contain_text("4 hands of 13 are 52 cards, but the pack has 48.")
    expect(page.get_by_label("Cards in a hand", exact=True)).to_have_value("13")
    phone.forgive(*refused(422))
