"""Numbers with a thumb, at 360 px: what is there is marked, the steps beside it, and what is asked back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.rules.variants import find_variant
from tests.browser.conftest import NARROWEST, PHONES, SCRIPT, Phone, Server
from tests.browser.game_night import close_meld, win_bid
from tests.browser.logged import refused
from tests.web.table_player import begin

TALL = 780
BIDDER = "[name=seat][value='0']"


@pytest.fixture
def table(serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> Phone:
    """A phone of 360 px at a game of site whose meld is told: Ann has the bid of 300."""
    phone = _at(make_phone, serve(), script=True, how="each")
    page = phone.page
    win_bid(page, "Ann", 300)
    page.get_by_role("button", name="Spades").click()
    expect(page.locator("#meld-A")).to_be_visible()
    return phone


def _at(make_phone: Callable[..., Phone], server: Server, *, script: bool, how: str = "pad") -> Phone:
    phone = make_phone(PHONES[1], script=script, server=server)
    phone.page.set_viewport_size({"width": NARROWEST, "height": TALL})
    phone.open(f"/game/{begin(server.app, find_variant('site'))}/?how={how}")
    return phone


def _marked(page: Page) -> str:
    return str(
        page.evaluate(
            "() => { const f = document.activeElement; return f.value.slice(f.selectionStart, f.selectionEnd); }"
        )
    )


def _big_enough(button: Locator) -> bool:
    box = button.bounding_box()
    return box is not None and min(box["width"], box["height"]) >= 44


def test_whoever_taps_a_number_types_another_in_its_place(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    page = _at(make_phone, serve(), script=True).page
    amount = page.locator("#amount")
    expect(amount).to_have_value("250")
    amount.tap()
    expect(amount).to_be_focused()  # a tap is done before its click is
    assert _marked(page) == "250"
    page.keyboard.type("320")
    expect(amount).to_have_value("320")


def test_the_steps_beside_a_number_go_up_and_down(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    phone = _at(make_phone, serve(), script=True)
    page, amount = phone.page, phone.page.locator("#amount")
    for button, value in (("+10", "260"), ("+10", "270"), ("−10", "260"), ("−10", "250")):
        tapped = page.get_by_text(button, exact=True)
        assert _big_enough(tapped)
        tapped.tap()
        expect(amount).to_have_value(value)
    amount.fill("255")
    page.get_by_text("+10", exact=True).tap()
    expect(amount).to_have_value("260")
    amount.fill("99999")
    assert amount.evaluate("field => field.scrollWidth <= field.clientWidth")
    phone.check()


def test_a_sum_is_added_up_when_its_field_is_left_and_the_other_counters_follow(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    page = _at(make_phone, serve(), script=True).page
    for field, typed, sum_ in (("#meld-A", "60+40", "100"), ("#points-A", "100 + 20", "120")):
        page.locator(field).fill(typed)
        page.locator("#meld-B").focus()
        expect(page.locator(field)).to_have_value(sum_)
    expect(page.locator("#points-B")).to_have_value("130")
    page.reload()
    expect(page.locator("#meld-A")).to_have_value("100")
    page.locator("#points-A").fill("100+")
    expect(page.locator("#points-B")).to_have_value("")
    page.locator("#amount").fill("250+10")
    page.get_by_text("+10", exact=True).tap()
    expect(page.locator("#amount")).to_have_value("270")


@pytest.mark.thorough
def test_the_steps_of_a_meld_lie_side_by_side_below_it(table: Phone) -> None:
    more, less = (table.page.get_by_text(step, exact=True).first.bounding_box() for step in ("+10", "−10"))
    amount = table.page.locator("#meld-A").bounding_box()
    assert more and less and amount
    assert more["y"] == less["y"] >= amount["y"] + amount["height"]
    assert more["width"] == less["width"]


@pytest.mark.thorough
def test_the_links_beside_the_counters_are_large_enough_for_a_thumb(table: Phone) -> None:
    page = table.page
    close_meld(page)
    for name in ("Who takes this trick? Ask a photo", "Record the tricks card by card"):
        link = page.get_by_role("link", name=name)
        expect(link).to_be_visible()
        assert _big_enough(link), name


@pytest.mark.thorough
def test_a_bid_with_a_figure_too_many_is_asked_back_as_it_was_typed(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    phone = _at(make_phone, serve(), script=True)
    page = phone.page
    page.locator(BIDDER).check(force=True)
    page.locator("#amount").fill("232050")
    page.get_by_role("button", name="Write it down").click()
    expect(page.locator("#amount-wrong")).to_contain_text("232050 cannot be made")
    expect(page.locator("#amount")).to_have_value("232050")
    expect(page.locator(BIDDER)).to_be_checked()
    page.locator("#amount").fill("2320")
    page.get_by_role("button", name="Write it down").click()
    expect(page.locator("#amount-wrong")).to_contain_text("Really 2320?")
    phone.check()
    page.get_by_role("button", name="Yes, 2320").click()
    expect(page.locator(".pad-row.entered")).to_contain_text("2320")
    phone.forgive(*refused(422))


@pytest.mark.thorough
@pytest.mark.parametrize("script", SCRIPT)
def test_counters_that_do_not_add_up_wait_for_an_answer(
    serve: Callable[..., Server], make_phone: Callable[..., Phone], script: bool
) -> None:
    phone = _at(make_phone, serve(), script=script, how="each")
    page = phone.page
    win_bid(page, "Ann", 300)
    page.get_by_role("button", name="Spades").click()
    close_meld(page)
    expect(page.get_by_role("button", name="Count the deal")).to_be_visible()
    first, second = page.locator("#points-A"), page.locator("#points-B")
    first.fill("170")
    expect(second).to_have_value("80" if script else "")
    second.fill("90")
    expect(first).to_have_value("170")
    page.get_by_role("button", name="Count the deal").click()
    expect(page.get_by_text("these add up to 260").first).to_be_visible()
    expect(first).to_have_value("170")
    expect(second).to_have_value("90")
    phone.check_layout()
    page.get_by_role("button", name="Bob & Di: 80").click()
    expect(page.get_by_text("took 80 of 250").first).to_be_visible()
    phone.forgive(*refused(422))


def test_without_scripts_the_field_alone_is_shown(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    page = _at(make_phone, serve(), script=False).page
    expect(page.locator("#amount")).to_be_visible()
    expect(page.locator(".by").first).to_be_hidden()


@pytest.mark.thorough
def test_each_number_of_the_table_fits_at_360(table: Phone) -> None:
    page = table.page
    for button in page.locator(".by").all():
        assert _big_enough(button)
    page.locator("#meld-A").fill("1800")
    assert page.locator("#meld-A").evaluate("field => field.scrollWidth <= field.clientWidth")
    table.check()
    page.locator("#meld-A").fill("120")
    close_meld(page)
    expect(page.get_by_role("button", name="Count the deal")).to_be_visible()
    for button in page.locator("#count .by").all():
        assert _big_enough(button)
    table.check()
