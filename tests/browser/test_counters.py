"""Counters as they are typed: what they leave to the other side, and what they come to beside the button."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from companion.cards import Suit
from companion.game.commands import CloseMeld, NameTrump, TakeBid
from tests.browser.conftest import Phone, Server
from tests.browser.game_night import close_meld
from tests.browser.logged import refused
from tests.web.moments import MELD, PLAY, Moment, game_at

RESULT = "Ann & Cleo +380"


@pytest.fixture
def server(serve: Callable[..., Server]) -> Server:
    return serve(foresees=True)


@pytest.fixture
def page(server: Server, make_phone: Callable[..., Phone]) -> Page:
    """A table at which the counters are asked for."""
    return make_phone(server=server).open(f"/game/{game_at(server.app, Moment('site', PLAY))}/")


def test_what_another_figure_leaves_goes_with_it_and_comes_back(page: Page) -> None:
    ours, theirs = page.locator("#points-A"), page.locator("#points-B")
    for typed, left in (("180", "70"), ("260", ""), ("250", "0"), ("", ""), ("90", "160"), ("1x", ""), ("120", "130")):
        ours.fill(typed)
        expect(theirs).to_have_value(left)


@pytest.mark.thorough
def test_what_was_typed_for_the_other_side_stays_beside_an_impossible_figure(page: Page) -> None:
    page.locator("#points-B").fill("70")
    page.locator("#points-A").fill("260")
    expect(page.locator("#points-B")).to_have_value("70")


def test_the_other_side_follows_after_a_refusal_until_somebody_types_it(
    server: Server, make_phone: Callable[..., Phone]
) -> None:
    phone = make_phone(server=server)
    page = phone.open(f"/game/{game_at(server.app, Moment('site', PLAY))}/")
    ours, theirs = page.locator("#points-A"), page.locator("#points-B")
    for typed, left in (("183", "67"), ("177", "73")):
        ours.fill(typed)
        expect(theirs).to_have_value(left)
        page.get_by_role("button", name="Count the deal").click()
        expect(page.get_by_role("alert")).to_contain_text(f"{typed} cannot be")
        expect(theirs).to_have_value(left)
    ours.fill("180")
    expect(theirs).to_have_value("70")
    theirs.fill("60")
    ours.fill("200")
    expect(theirs).to_have_value("60")
    page.get_by_role("button", name="Count the deal").click()
    expect(page.get_by_role("alert")).to_contain_text("add up to 260")
    ours.fill("180")
    expect(theirs).to_have_value("60")
    phone.forgive(*refused(422))


# Types as soon as the form is on the page, before htmx has listened to what is new there.
TYPES_AT_ONCE = """() => document.addEventListener("htmx:afterSwap", () => {
    const field = document.getElementById("points-A");
    if (!field || field.value) return;
    field.value = "180";
    field.dispatchEvent(new Event("input", { bubbles: true }));
})"""


@pytest.mark.thorough
def test_a_figure_that_was_typed_the_moment_its_field_came_is_foreseen(
    server: Server, make_phone: Callable[..., Phone]
) -> None:
    page = make_phone(server=server).open(f"/game/{game_at(server.app, Moment('site', MELD))}/")
    for side, points in (("A", "200"), ("B", "60")):
        page.locator(f"#meld-{side}").fill(points)
    page.evaluate(TYPES_AT_ONCE)
    close_meld(page)
    expect(page.locator(".foreseen")).to_contain_text(RESULT)
    expect(page.locator("[name=shown]")).to_be_enabled()


def test_a_figure_that_came_back_with_its_page_is_foreseen(page: Page) -> None:
    page.locator("#points-A").fill("180")
    expect(page.locator(".foreseen")).to_contain_text(RESULT)
    page.reload()
    expect(page.locator("#points-A")).to_have_value("180")
    expect(page.locator(".foreseen")).to_contain_text(RESULT)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("moment", "role", "name"),
    [
        (Moment("kitty-partnership", PLAY), "checkbox", "Ann & Cleo took no trick"),
        (Moment("doubles", (TakeBid(0, 60), NameTrump(Suit.SPADES), CloseMeld())), "radio", "Ann & Cleo"),
    ],
    ids=["box", "choice"],
)
def test_what_was_ticked_comes_back_with_its_page(
    server: Server, make_phone: Callable[..., Phone], moment: Moment, role: Literal["checkbox", "radio"], name: str
) -> None:
    page = make_phone(server=server).open(f"/game/{game_at(server.app, moment)}/")
    tick = page.locator("#count").get_by_role(role, name=name)
    expect(tick).not_to_be_checked()
    tick.check()
    page.reload()
    expect(tick).to_be_checked()


@pytest.mark.thorough
def test_a_tick_that_was_taken_away_stays_away(server: Server, make_phone: Callable[..., Phone]) -> None:
    page = make_phone(server=server).open(f"/game/{game_at(server.app, Moment('kitty-partnership', PLAY))}/")
    box = page.get_by_label("Ann & Cleo took no trick")
    for ticked in (True, False):
        box.set_checked(ticked)
        page.reload()
        expect(box).to_be_checked(checked=ticked)


@pytest.mark.thorough
def test_what_a_photo_counted_takes_the_place_of_what_was_typed_before_it(page: Page) -> None:
    page.locator("#points-B").fill("9")
    here = page.url
    page.goto(f"{here}?points-B=5&deal=1")
    expect(page.locator("#points-B")).to_have_value("5")
    page.locator("#points-B").fill("7")
    page.reload()
    expect(page.locator("#points-B")).to_have_value("7")
