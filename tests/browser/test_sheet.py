"""The score sheet, the log, the names and the correction, on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from companion.rules.variants.site import SITE
from tests.browser.conftest import Phone, Server
from tests.web.conftest import browser
from tests.web.played_game import Told, seat_game
from tests.web.table_player import Player

DEALS = [
    Told(0, 300, (150, 40), 180),
    Told(1, 330, (20, 120), 90),
    Told(2, 300, (40, 60), 200),
    Told(3, 250, (20, 110), 60),
]
LONG_NAMES = ("Bartholomew Featherstone", "Wilhelmina-Ann of Kent", "Annemarie", "Christopher")


def played(server: Server, deals: list[Told] = DEALS, names: tuple[str, ...] = ("Ann", "Bob", "Cy", "Di")) -> Player:
    client: FlaskClient = browser(server.app)
    return seat_game(server.app, client, SITE, deals, names)


def open_row(page: Page, bid: str) -> None:
    page.locator("summary", has_text=bid).click()


def test_every_page_about_the_sheet_fits_every_phone_and_can_be_read_by_all(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    game = played(server, DEALS * 3, LONG_NAMES).game
    phone = make_phone(server=server)
    for path in ("sheet", "log", "names", "deal/2"):
        page = phone.open(f"/game/{game}/{path}")
        phone.look()
    page.get_by_label("Bartholomew Featherstone & Annemarie").first.fill("60")
    page.get_by_role("button", name="See what changes").click()
    expect(page.get_by_role("heading", name="Is this right?")).to_be_visible()
    phone.look()
    phone.open(f"/game/{game}/sheet")
    for row in page.locator(".of-deal > summary").all()[:2]:
        row.click()
    phone.look()


@pytest.mark.parametrize("script", [True, False])
def test_a_deal_is_corrected_from_its_row(
    serve: Callable[..., Server], make_phone: Callable[..., Phone], script: bool
) -> None:
    server = serve()
    table = played(server)
    page = make_phone(server=server, script=script).open(f"/game/{table.game}/sheet")
    open_row(page, "Bob 330")
    page.get_by_role("link", name="Correct deal 2").click()
    page.get_by_label("Bob & Di").first.fill("180")
    page.get_by_role("button", name="See what changes").click()
    expect(page.get_by_role("row", name="Bob & Di")).to_contain_text("+340")
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("corrected")).to_be_visible()
    assert table.state.deals[1].change["B"] == 340


def test_only_the_questions_of_an_ending_are_asked(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    page = make_phone(server=server).open(f"/game/{played(server).game}/deal/1")
    tricks, offender = page.get_by_role("heading", name="Counters"), page.get_by_text("Who reneged?")
    expect(tricks).to_be_visible()
    expect(offender).to_be_hidden()
    page.get_by_label("A renege").check()
    expect(offender).to_be_visible()
    page.get_by_label("A misdeal").check()
    expect(tricks).to_be_hidden()
    expect(page.get_by_text("What was wrong with the deal?")).to_be_visible()


def test_the_sheet_follows_the_table_and_an_opened_row_stays_open(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    table = played(server)
    page = make_phone(server=server).open(f"/game/{table.game}/sheet")
    open_row(page, "Bob 330")
    expect(page.get_by_text("280 < 330 – set")).to_be_visible()
    table.do("names", **{f"name-{seat}": name for seat, name in enumerate(("Ann", "Bob", "Cyril", "Di"))})
    expect(page.locator(".score").get_by_text("Ann & Cyril")).to_be_visible()
    expect(page.get_by_text("280 < 330 – set")).to_be_visible()
    table.client.post(f"/game/{table.game}/deal/2", data=correction_of_deal_2())
    expect(page.get_by_text("corrected")).to_be_visible()


def correction_of_deal_2() -> dict[str, str]:
    told = {"end": "played", "seat": "1", "bid": "330", "trump": "S", "meld-A": "20", "meld-B": "180"}
    return told | {"points-A": "90", "confirm": "1"}


def test_the_log_shows_the_hour_of_this_phone(serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> None:
    server = serve()
    game = played(server).game
    page = make_phone(server=server).open(f"/game/{game}/log")
    expect(page.locator("time").first).not_to_contain_text("UTC")
    page = make_phone(server=server, script=False).open(f"/game/{game}/log")
    expect(page.locator("time").first).to_contain_text("UTC")


def test_a_long_game_prints_on_one_page(serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> None:
    server = serve()
    page = make_phone(server=server).open(f"/game/{played(server, DEALS * 5).game}/sheet")
    document = page.pdf(format="A4")
    assert document.count(b"/Type /Page\n") == 1
