"""What was entered wrong, at phone size: another dealer, a step to go back to, who was cut and who deals a rematch."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.game.commands import ConfirmDeal
from tests.browser.conftest import NARROWEST, Phone, Server
from tests.browser.game_night import tap
from tests.browser.logged import refused
from tests.web.moments import CONFIRM, PLAY, WON, Moment, game_at

SMALLEST = {"width": NARROWEST, "height": 740}
TARGET = 44
STANDS_ABOVE = """names => {
    const [ours, theirs, actions] = names.map(name => document.querySelector(name).getBoundingClientRect());
    return ours.y === theirs.y && ours.y < actions.y - ours.height / 2;
}"""


def _open(server: Server, phone: Phone, moment: Moment) -> Page:
    phone.page.set_viewport_size({"width": SMALLEST["width"], "height": SMALLEST["height"]})
    return phone.open(f"/game/{game_at(server.app, moment)}/{moment.page}")


def _is_tall(where: Locator) -> None:
    box = where.bounding_box()
    assert box
    assert box["height"] >= TARGET, f"{where} is {box['height']} px tall"


def test_the_dealer_s_name_changes_the_dealer(serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> None:
    server = serve()
    phone = make_phone(server=server)
    page = _open(server, phone, Moment("site", PLAY))
    chip = page.locator("#dealer summary")
    _is_tall(chip)
    chip.click()
    other = page.locator("#dealer").get_by_role("button", name="Cleo")
    _is_tall(other)
    phone.check()
    other.click()
    expect(page.get_by_text("Deal 1 · Cleo dealt")).to_be_visible()
    tap(page, "Undo: The dealer was changed: Cleo dealt.")
    expect(page.get_by_text("Deal 1 · Ann dealt")).to_be_visible()


@pytest.mark.thorough
def test_each_slip_is_one_tap_from_its_field(serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> None:
    server = serve()
    phone = make_phone(server=server)
    page = _open(server, phone, Moment("site", (*CONFIRM, ConfirmDeal(), *PLAY), "?how=pad"))
    wrong = page.locator(".wrong-turn")
    wrong.get_by_text("Something went wrong").click()
    wrong.get_by_text("It was entered wrong").click()
    for slip in ("Ann won the bid at 300.", "Trump: spades.", "Ann & Cleo: meld 200.", "Ben & Dan: meld 60."):
        _is_tall(wrong.get_by_role("button", name=slip))
    for line in ("Change the dealer: Ben dealt", "Correct deal 1"):
        _is_tall(wrong.get_by_text(line))
    wrong.get_by_text("Change the dealer: Ben dealt").click()
    phone.check()
    wrong.get_by_role("button", name="Ann won the bid at 300.").click()
    expect(page.get_by_role("radio", name="Ann")).to_be_checked()
    expect(page.locator("#amount")).to_be_in_viewport(ratio=1)
    tap(page, "Redo")
    expect(page.locator(".pad-row.entered").first).to_be_visible()
    wrong.get_by_text("Something went wrong").click()
    wrong.get_by_text("It was entered wrong").click()
    wrong.get_by_text("Correct deal 1").click()
    expect(page.locator("#points-A")).to_have_value("180")


@pytest.mark.thorough
def test_whoever_is_cut_is_named_and_a_rematch_asks_who_deals(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    phone = make_phone(server=server)
    page = _open(server, phone, Moment("site", WON))
    page.get_by_role("link", name="Rematch").click()
    expect(page.get_by_role("radio", name="Ben")).to_be_checked()
    cut = page.get_by_role("radio", name="Cut for the first deal")
    expect(cut).to_be_in_viewport(ratio=1)
    phone.check()
    cut.check(force=True)
    tap(page, "Start the rematch")
    expect(page.get_by_text("deals first.")).to_be_in_viewport(ratio=1)
    phone.check()


@pytest.mark.thorough
def test_refused_counters_stand_in_sight(serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> None:
    server = serve()
    phone = make_phone(server=server)
    page = _open(server, phone, Moment("site", PLAY))
    page.locator("#points-A").fill("183")
    tap(page, "Count the deal")
    expect(page.get_by_role("alert")).to_contain_text("183 cannot be")
    page.wait_for_function(STANDS_ABOVE, arg=["#points-A", "#points-B", ".actions"])  # it scrolls to what was refused
    phone.forgive(*refused(422))
