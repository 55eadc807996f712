"""Two phones that agree: a dispute leads to the referee and to the deal, and what both signed needs both."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NARROWEST, PHONES, Phone, Server
from tests.browser.logged import refused
from tests.web.conftest import browser
from tests.web.new_game import begin
from tests.web.table.agreeing import count
from tests.web.table_player import Player

pytestmark = pytest.mark.thorough


@pytest.fixture
def table(serve: Callable[..., Server]) -> tuple[Server, Player]:
    """A game to 300 whose sides are asked, up to the count of the deal that ends it."""
    server = serve()
    client = browser(server.app)
    client.get("/")
    at = Player(server.app, client, begin(client, dealer="3", target="300", asked="1"))
    count(at)
    return server, at


def sit(phone: Phone, game: str, name: str) -> Page:
    """Let a narrow phone sit for a player."""
    page = phone.open(f"/game/{game}/join")
    page.set_viewport_size({"width": NARROWEST, "height": 740})
    page.get_by_text(name, exact=True).first.tap()
    page.get_by_role("button", name="That’s me").tap()
    expect(page.locator("#table")).to_be_visible()
    return page


def tap(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).tap()


def put_right(page: Page) -> None:
    """Follow the dispute to the deal, and tell its count again."""
    page.get_by_role("link", name="Correct deal 1").tap()
    page.locator("#points-A").fill("190")
    tap(page, "See what changes")
    tap(page, "Confirm")
    expect(page.get_by_text("corrected")).to_be_visible()


def test_a_dispute_is_settled_and_what_both_sides_signed_is_changed_by_both_alone(
    table: tuple[Server, Player], make_phone: Callable[..., Phone]
) -> None:
    server, at = table
    phones = [make_phone(name, server=server) for name in PHONES]
    ann, bob = (sit(phone, at.game, name) for phone, name in zip(phones, ("Ann", "Bob"), strict=True))
    tap(ann, "Confirm")
    expect(bob.get_by_role("heading", name="Is deal 1 right?")).to_be_visible()
    phones[1].check()
    tap(bob, "Bob & Di: deal 1 is not right")
    expect(ann.get_by_text("Bob & Di: deal 1 is not right.")).to_be_visible()
    expect(ann.get_by_role("link", name="Ask the referee")).to_be_visible()
    phones[0].check()
    put_right(ann)
    ann.goto(f"{phones[0].url}/game/{at.game}/")
    tap(ann, "Ann & Cy: deal 1 is right")
    expect(ann.get_by_role("button", name="Ann & Cy: deal 1 is right")).to_have_count(0)
    tap(ann, "Ann & Cy: sign")
    expect(bob.locator("p", has_text="Ann & Cy: signed.")).to_be_visible()  # nothing moves under the next taps
    tap(bob, "Bob & Di: deal 1 is right")
    expect(bob.get_by_role("button", name="Bob & Di: deal 1 is right")).to_have_count(0)
    tap(bob, "Bob & Di: sign")
    expect(ann.get_by_role("heading", name="Every side has signed")).to_be_visible()
    phones[0].check()
    expect(ann.get_by_role("button", name="Undo")).to_have_count(0)
    ann.goto(f"{phones[0].url}/game/{at.game}/names")
    expect(ann.locator("main")).to_contain_text("Every side has signed this result")
    expect(ann.get_by_role("textbox")).to_have_count(0)
    ann.goto(f"{phones[0].url}/game/{at.game}/")
    tap(ann, "Ann & Cy: withdraw signature")
    expect(bob.get_by_text("signature withdrawn, waiting for the others")).to_be_visible()  # nor under this one
    tap(bob, "Bob & Di: withdraw signature")
    expect(ann.get_by_role("button", name="Undo")).to_be_visible()
    for phone in phones:
        phone.forgive(*refused(403))
