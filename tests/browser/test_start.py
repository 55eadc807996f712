"""From the first page to the first bid, and other phones at the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.beginning import start_game, watch_path
from tests.browser.conftest import NARROWEST, SCRIPT, Phone
from tests.browser.game_night import heads


@pytest.mark.thorough
def test_every_number_of_players_is_large_enough_for_a_thumb(phone: Phone) -> None:
    page = phone.open("/new")
    page.set_viewport_size({"width": NARROWEST, "height": 740})
    for each in page.get_by_role("navigation", name="How many players?").get_by_role("link").all():
        box = each.bounding_box()
        assert box and min(box["width"], box["height"]) >= 44, each.inner_text()
    phone.check_layout()


@pytest.mark.thorough
@pytest.mark.parametrize("script", SCRIPT)
def test_a_table_that_has_played_before_bids_after_four_taps(make_phone: Callable[..., Phone], script: bool) -> None:
    phone = make_phone(script=script)
    start_game(phone)
    page = phone.open("/")
    page.get_by_role("link", name="New game").tap()
    heads(page, "How many players?")  # the page before names this game, too
    page.get_by_role("link", name="Single deck, partners").first.tap()
    expect(page.get_by_label("Player 1, side")).to_have_value("Ann")
    page.get_by_role("button", name="Start the game").tap()
    page.get_by_role("button", name="250").tap()
    expect(page.get_by_text("250").first).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("script", SCRIPT)
def test_partners_change_with_one_tap_and_the_dealer_stays(make_phone: Callable[..., Phone], script: bool) -> None:
    phone = make_phone(script=script)
    start_game(phone)
    page = phone.open("/new/site")
    page.get_by_role("group", name="Player 3").get_by_label("deals first").check()
    page.get_by_role("group", name="Ann plays with").get_by_role("button", name="Bob").tap()
    expect(page.get_by_text("Ann plays with Bob, Cy plays with Di.")).to_be_visible()
    expect(page.get_by_role("group", name="Player 2").get_by_label("deals first")).to_be_checked()
    phone.check_layout()


def test_names_are_taken_up_by_the_tiles_while_they_are_typed(phone: Phone) -> None:
    page = phone.open("/new/site")
    page.get_by_label("Player 1, side").fill("Ann")
    page.get_by_label("Player 3, side").fill("Cy")
    page.get_by_label("Player 3, side").blur()
    expect(page.get_by_text("Ann plays with Cy")).to_be_visible()


def test_a_tap_on_a_name_selects_it_and_typing_finds_a_game(phone: Phone) -> None:
    page = phone.open("/new/site")
    ann = page.get_by_label("Player 1, side")
    ann.fill("Ann")
    page.get_by_label("Player 2, side").tap()
    ann.tap()
    page.keyboard.type("Xenia")
    expect(ann).to_have_value("Xenia")
    phone.open("/new").get_by_role("searchbox", name="Find a game by its name").press_sequentially("binok")
    expect(page.get_by_role("heading", name="4 games for “binok”")).to_be_visible()
    phone.check()


@pytest.mark.parametrize("script", SCRIPT)
def test_enter_goes_on_to_the_next_empty_seat(make_phone: Callable[..., Phone], script: bool) -> None:
    page = make_phone(script=script).open("/new/site")
    page.get_by_label("Player 1, side").fill("Ann")
    page.get_by_label("Player 1, side").press("Enter")
    expect(page.get_by_label("Player 2, side")).to_be_focused()
    expect(page.get_by_label("Player 1, side")).to_have_value("Ann")


@pytest.mark.thorough
def test_the_start_and_share_pages_fit_every_phone_and_can_be_read_by_all(phone: Phone) -> None:
    page = phone.open("/")
    phone.look()
    page.get_by_role("button", name="Look around in a sample game").tap()
    page.wait_for_url("**/game/**")
    phone.look()
    game = start_game(phone)
    for path in ("/", "/first-game", "/new", "/new?players=4", "/new/site", f"{game}share"):
        phone.open(path)
        phone.look()
    path = watch_path(phone.page)
    phone.look()
    phone.open(path)
    phone.look()


@pytest.mark.thorough
def test_a_watcher_sees_each_bid_as_it_is_made(make_phone: Callable[..., Phone]) -> None:
    writer, watcher = make_phone(), make_phone("Pixel 7")
    game = start_game(writer)
    path = watch_path(writer.open(f"{game}share"))
    seen = watcher.open(path)
    expect(seen.get_by_text("Ann speaks next")).to_be_visible()
    writer.open(game).get_by_role("button", name="260").tap()
    expect(seen.get_by_text("Bob speaks next; Ann leads with 260")).to_be_visible()


def test_each_phone_hears_when_it_is_its_turn(make_phone: Callable[..., Phone]) -> None:
    ann = make_phone()
    page = ann.open(f"{start_game(ann)}share")
    page.get_by_role("group", name="Who are you").get_by_label("Ann plays with Cy").check()
    page.get_by_role("button", name="That’s me").tap()
    expect(page.get_by_text("Your turn")).to_be_visible()
