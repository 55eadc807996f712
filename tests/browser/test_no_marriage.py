"""A bidder without a marriage on a phone of 360 × 740, at tables where the opponents keep their meld."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.rules.options import with_options
from companion.rules.variants import find_variant
from tests.browser.conftest import PHONES, Phone, Server
from tests.browser.game_night import heads
from tests.browser.logged import refused
from tests.game.table import EIGHT
from tests.web.table_player import Player, begin

pytestmark = pytest.mark.thorough

SMALL = {"width": 360, "height": 740}
PAYS = {"score.no-marriage": True, "score.no-marriage.opponents": "meld", "trump.needs": "marriage"}
Sit = Callable[..., Phone]


@pytest.fixture
def sit(serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> Sit:
    """Opens a table on a small phone where Ann has the bid and trump is to be named."""

    def sit_down(key: str, changes: dict[str, Any], bid: int) -> Phone:
        variant, server = with_options(find_variant(key), changes), serve(ENTERED="pad")
        game = begin(server.app, variant, EIGHT[: variant.players[0]])
        Player(server.app, server.app.test_client(), game).do("take", seat="0", amount=str(bid))
        phone = make_phone(PHONES[1], server=server)
        phone.page.set_viewport_size({"width": SMALL["width"], "height": SMALL["height"]})
        phone.open(f"/game/{game}/")
        phone.page.get_by_text("More ways to enter this deal").click()
        phone.page.get_by_role("link", name="No marriage, or the bidder declines").click()
        heads(phone.page, "Ann names trump")
        return phone

    return sit_down


@pytest.mark.parametrize(("key", "bid"), [("doubles", 60), ("cutthroat", 25), ("five-handed", 510)])
def test_the_fields_and_the_button_are_in_sight(key: str, bid: int, sit: Sit) -> None:
    phone = sit(key, PAYS, bid)
    button = phone.page.get_by_role("button", name="No marriage in any suit").bounding_box()
    assert button
    assert button["y"] + button["height"] <= SMALL["height"]
    assert phone.page.evaluate("scrollY") == 0
    phone.check()


def test_a_deal_ends_so_and_is_put_right_from_the_sheet(sit: Sit) -> None:
    phone = sit("doubles", {"score.no-marriage.opponents": {"at_least": 20}}, 60)
    page = phone.page
    page.get_by_role("button", name="No marriage in any suit").click()
    expect(page.get_by_text("Please write the meld of Ben & Dan, 0 if there is none.").first).to_be_visible()
    phone.forgive(*refused(422))
    page.locator("#meld-B").fill("24")
    page.get_by_role("button", name="No marriage in any suit").click()
    heads(page, "Is this right?")
    expect(page.get_by_text("Ben & Dan: meld 24 with no trump counts without a trick: +24.")).to_be_visible()
    phone.check()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("Deal 2")).to_be_visible()
    phone.open(f"/game/{page.url.split('/')[4]}/sheet")
    expect(page.locator("#deal-1")).to_contain_text("no marriage")
    expect(page.locator("#deal-1")).to_contain_text("Ben & Dan: meld 24 with no trump")
    phone.check()
    page.get_by_role("link", name="Correct deal 1").click()
    expect(page.get_by_label("Ended")).to_have_value("no-marriage")
    expect(page.locator("#meld-B")).to_have_value("24")
    phone.check()
    page.locator("#meld-B").fill("18")
    page.get_by_role("button", name="See what changes").click()
    expect(page.get_by_text("Ben & Dan: meld 18 with no trump, and at least 20 is needed: 0.")).to_be_visible()
