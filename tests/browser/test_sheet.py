"""The score sheet, the log, the names and the correction, on a phone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SCRIPT, Phone, Server
from tests.browser.played import DEALS, played
from tests.conftest import also
from tests.web.corrector import page_of

LONG_NAMES = ("Bartholomew Featherstone", "Wilhelmina-Ann of Kent", "Annemarie", "Christopher")


def open_row(page: Page, bid: str) -> None:
    page.locator("summary", has_text=bid).click()


@pytest.mark.thorough
def test_every_page_about_the_sheet_fits_every_phone_and_can_be_read_by_all(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    game = played(server, DEALS * 3, LONG_NAMES).game
    phone = make_phone(server=server)
    for path in ("sheet", "log", "names", "deal/2"):
        page = phone.open(f"/game/{game}/{path}")
        phone.look()
    page = phone.open(f"/game/{game}/deal/1")
    for summary in page.locator("details.more > summary").all():
        summary.click()
    phone.look()
    page.locator("#meld-A").fill("60")
    page.get_by_role("button", name="See what changes").click()
    expect(page.get_by_role("heading", name="Is this right?")).to_be_visible()
    phone.look()
    phone.open(f"/game/{game}/sheet")
    for row in page.locator(".of-deal > summary").all()[:2]:
        row.click()
    phone.look()


@dataclass(frozen=True)
class Slip:
    """One thing that was entered wrong of deal 2: the field of the pad, what is typed there, and what it changes."""

    field: str
    typed: str
    change: tuple[int, int]


SLIPS = {
    "a wrong counter": Slip("#points-A", "130", (150, -330)),
    "a wrong bid": Slip("#amount", "300", (110, -300)),
    "the wrong bidder": Slip("#seat", "Cy", (-330, 280)),
    "a forgotten meld": Slip("#meld-B", "180", (110, 340)),
    "the wrong trump": Slip("#trump", "♥", (110, -330)),
}


@pytest.mark.engines
@pytest.mark.parametrize("script", SCRIPT)
@pytest.mark.parametrize(
    "slip",
    [SLIPS["a wrong counter"], *(also(slip) for name, slip in SLIPS.items() if name != "a wrong counter")],
    ids=list(SLIPS),
)
def test_a_slip_in_an_earlier_deal_is_corrected_on_the_pad(
    serve: Callable[..., Server], make_phone: Callable[..., Phone], slip: Slip, script: bool
) -> None:
    server = serve()
    table = played(server)
    phone = make_phone(server=server, script=script)
    page = phone.open(f"/game/{table.game}/sheet")
    open_row(page, "Bob 330")
    page.get_by_role("link", name="Correct deal 2").click()
    at = page.locator(slip.field)
    if slip.field in ("#seat", "#trump"):
        at.get_by_text(slip.typed).click()
    else:
        at.fill(slip.typed)
    page.get_by_role("button", name="See what changes").click()
    expect(page.get_by_role("heading", name="Is this right?")).to_be_visible()
    phone.check_layout()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("corrected")).to_be_visible()
    assert tuple(table.state.deals[1].change.values()) == slip.change


@pytest.mark.thorough
@pytest.mark.parametrize("script", SCRIPT)
def test_the_wrong_ending_is_corrected(
    serve: Callable[..., Server], make_phone: Callable[..., Phone], script: bool
) -> None:
    server = serve()
    table = played(server)
    page = make_phone(server=server, script=script).open(f"/game/{table.game}/deal/2")
    page.get_by_label("Ended").select_option("a misdeal")
    page.get_by_role("button", name="See what changes").click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("corrected")).to_be_visible()
    assert tuple(table.state.deals[1].change.values()) == (0, 0)


@pytest.mark.thorough
def test_the_sheet_follows_the_table_and_an_opened_row_stays_open(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    table = played(server)
    page = make_phone(server=server).open(f"/game/{table.game}/sheet")
    open_row(page, "Bob 330")
    expect(page.get_by_text("280 < 330 – set")).to_be_visible()
    names = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bob", "Cyril", "Di"))}
    table.do("names", **names, **{"substitute-2": "0"})
    expect(page.locator(".score").get_by_text("Ann & Cyril")).to_be_visible()
    expect(page.get_by_text("280 < 330 – set")).to_be_visible()
    page_of(table, 2).tell(meld_B="180").confirm()
    expect(page.get_by_text("corrected")).to_be_visible()


def test_the_log_shows_the_hour_of_this_phone(serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> None:
    server = serve()
    game = played(server).game
    page = make_phone(server=server).open(f"/game/{game}/log")
    expect(page.locator("time").first).not_to_contain_text("UTC")
    page = make_phone(server=server, script=False).open(f"/game/{game}/log")
    expect(page.locator("time").first).to_contain_text("UTC")


@pytest.mark.thorough
def test_a_long_game_prints_every_working_on_two_pages(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    page = make_phone(server=server).open(f"/game/{played(server, DEALS * 5).game}/sheet")
    document = page.pdf(format="A4")
    assert document.count(b"/Type /Page\n") == 2
