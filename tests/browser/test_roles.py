"""Phones in a house by invitation: a link is used by a tap, and what a phone may no longer do it is told in words."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.beginning import start_game
from tests.browser.conftest import PHONES, Phone, Server
from tests.browser.logged import LOST_LINE, refused

NOT_INVITED = "this phone was not invited to this one"


@pytest.fixture
def house(serve: Callable[..., Server]) -> Server:
    """A server on which nobody sees a game without an invitation."""
    return serve(HOME="invited")


@pytest.fixture
def owner(house: Server, make_phone: Callable[..., Phone]) -> Phone:
    """The phone that began a game, on the page of the other phones."""
    phone = make_phone(PHONES[0], server=house)
    phone.open(f"{start_game(phone)}share")
    return phone


@pytest.fixture
def guest(house: Server, make_phone: Callable[..., Phone]) -> Phone:
    """A phone that has just come."""
    return make_phone(PHONES[1], server=house)


def hand_out(owner: Page, place: str) -> str:
    """Make a link for a place; its path."""
    owner.get_by_role("group", name="For whom?").get_by_label(f"{place} plays with").check()
    owner.get_by_role("button", name="Make a link", exact=True).tap()
    expect(owner.get_by_text(f"The link for: {place}")).to_be_visible()
    return urlsplit(owner.locator(".alert.good .address").first.inner_text()).path


def sit_down(guest: Phone, path: str, says: str) -> Page:
    """Use a link; the table."""
    page = guest.open(path)
    page.get_by_role("button", name=says).tap()
    expect(page.locator("#table")).to_be_visible()
    return page


def let_out(owner: Page, place: str) -> None:
    owner.reload()
    owner.get_by_role("button", name=f"Remove: {place}").tap()
    expect(owner.get_by_role("button", name=f"Remove: {place}")).to_have_count(0)


@pytest.mark.thorough
def test_a_phone_comes_by_a_link_writes_and_is_told_when_it_was_let_out(owner: Phone, guest: Phone) -> None:
    table = owner.page.url.removesuffix("share").removeprefix(owner.url)
    expect(guest.open(table).get_by_text(NOT_INVITED)).to_be_visible()
    path = hand_out(owner.page, "Ann")
    owner.look()
    guest.open(path)
    guest.look()
    page = sit_down(guest, path, "I am Ann")
    expect(page.get_by_text("Your turn")).to_be_visible()
    page.get_by_role("button", name="260").tap()
    expect(page.get_by_role("heading", name="Bob to bid")).to_be_visible()
    let_out(owner.page, "Ann")
    expect(page.get_by_role("alert")).to_contain_text(NOT_INVITED)
    assert guest.open("/").get_by_role("link", name="Ann").count() == 0
    guest.forgive(*LOST_LINE, *refused(403))


@pytest.mark.thorough
def test_what_waited_on_a_phone_that_was_let_out_meanwhile_is_in_sight_and_not_written(
    owner: Phone, guest: Phone
) -> None:
    page = sit_down(guest, hand_out(owner.page, "Ann"), "I am Ann")
    guest.context.set_offline(True)
    page.get_by_role("button", name="260").tap()
    waits = page.locator(".outbox p").first
    expect(waits).to_contain_text("is kept on this phone; trying again")
    let_out(owner.page, "Ann")
    guest.context.set_offline(False)
    expect(waits).to_contain_text("Not entered: ")
    expect(waits).to_contain_text(NOT_INVITED)
    expect(page.get_by_role("button", name="Forget it")).to_be_visible()
    guest.forgive(*LOST_LINE, *refused(403))


def test_a_second_phone_takes_a_seat_over_and_the_first_is_told_that_it_looks_on(
    owner: Phone, guest: Phone, make_phone: Callable[..., Phone], house: Server
) -> None:
    page = sit_down(guest, hand_out(owner.page, "Ann"), "I am Ann")
    second = make_phone(PHONES[0], server=house, script=False)
    sit_down(second, hand_out(owner.page, "Ann"), "I am Ann")
    expect(second.page.get_by_text("Your turn")).to_be_visible()
    expect(page.get_by_text("This phone is view-only.")).to_be_visible()
    expect(page.get_by_role("button", name="260")).to_have_count(0)
    second.page.get_by_role("button", name="260").tap()
    expect(second.page.get_by_role("heading", name="Bob to bid")).to_be_visible()
    page.reload()
    expect(page.get_by_text("This phone is view-only.")).to_be_visible()


@pytest.mark.thorough
def test_a_game_is_handed_over_once_its_owner_has_said_so_twice(owner: Phone, guest: Phone) -> None:
    sit_down(guest, hand_out(owner.page, "Ann"), "I am Ann")
    owner.page.reload()
    owner.page.get_by_role("button", name="Hand the game over: Ann").tap()
    expect(owner.page.get_by_role("heading", name="Hand the game over to Ann?")).to_be_visible()
    owner.look()
    owner.page.get_by_role("button", name="Hand it over").tap()
    expect(owner.page.get_by_role("heading", name="Who is here")).to_be_visible()  # the page of the other phones again
    expect(owner.page.get_by_role("heading", name="Invite someone to this game")).to_have_count(0)
    expect(
        guest.open(urlsplit(owner.page.url).path).get_by_role("heading", name="Invite someone to this game")
    ).to_be_visible()
