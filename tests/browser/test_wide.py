"""Larger screens: two panes beside each other, and the table as a television shows it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Page, ViewportSize, expect

from companion.cards import Suit, parse_cards
from companion.game.commands import NameTrump, ShowCards, ShowNumber, TakeBid
from tests.browser.conftest import SCHEMES, Phone, Server
from tests.browser.far_on import LONG, MELDED, PLAYED, TAKEN, far_apart, five_sides, keep, partners, watched
from tests.game.table import Table

TABLET = ViewportSize(width=820, height=1180)
TELEVISIONS = (ViewportSize(width=1280, height=720), ViewportSize(width=1920, height=1080))

LETTERS = "parts => parts.map((each) => parseFloat(getComputedStyle(document.querySelector(each)).fontSize))"


def boxes(page: Page, *places: str) -> list[FloatRect]:
    """Where these parts stand on the page."""
    found = [page.locator(place).first.bounding_box() for place in places]
    assert all(found), found
    return [each for each in found if each]


@pytest.mark.thorough
def test_from_a_tablet_on_score_and_sheet_stand_beside_the_step_and_follow_the_game(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    phone = make_phone(server=server)
    phone.page.set_viewport_size(TABLET)
    page = phone.open(keep(server.app, partners(TAKEN[:1], (300, 240))))
    expect(page.locator(".beside .deal-sheet")).to_be_visible()
    step, sheet = boxes(page, "#trump", ".beside .deal-sheet")
    assert sheet["x"] >= step["x"] + step["width"]
    assert page.locator(".score:visible").count() == 1
    phone.check()
    page.get_by_role("button", name="Hearts").tap()
    expect(page.get_by_role("heading", name="Meld", exact=True)).to_be_visible()
    version = page.locator("#table").get_attribute("data-live")
    expect(page.locator("#sheet")).to_have_attribute("data-live", str(version))


def test_a_phone_fetches_no_second_pane(serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> None:
    server = serve()
    phone = make_phone(server=server)
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    page = phone.open(keep(server.app, partners(TAKEN[:1], (300, 240))))
    page.get_by_role("button", name="Hearts").tap()
    expect(page.get_by_role("heading", name="Meld", exact=True)).to_be_visible()
    assert not [url for url in asked if url.endswith("/sheet")]
    expect(page.locator(".beside")).to_be_hidden()


def test_what_changed_comes_with_the_signal_and_leaves_open_what_was_opened(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    game = keep(server.app, partners(TAKEN[:1], (300, 240)))
    phone = make_phone(server=server)
    phone.page.route("**/watch/*?since=*", lambda route: route.fulfill(status=204))
    page = phone.open(watched(server.app, game))
    page.locator("#deal-1 summary").first.tap()
    expect(page.locator("#deal-1[open]")).to_be_visible()
    make_phone(server=server).open(game).get_by_role("button", name="Hearts").tap()
    expect(page.get_by_text("meld so far").first).to_be_visible()
    expect(page.locator("#deal-1[open]")).to_be_visible()
    phone.check()


def melding() -> Table:
    """Two partners and two, after one deal, while the meld of the second is told."""
    table = Table("site").do(*TAKEN, *MELDED, *PLAYED)
    far_apart(table, (350, 410))
    cards = ShowCards(1, parse_cards("AH 10H KH QH JH QS JD"))
    return table.do(TakeBid(1, 330), NameTrump(Suit.HEARTS), ShowNumber("A", None, 100), cards)


@pytest.mark.thorough
@pytest.mark.parametrize("screen", TELEVISIONS, ids=["1280", "1920"])
def test_a_television_shows_the_whole_deal_at_once(
    serve: Callable[..., Server], make_phone: Callable[..., Phone], screen: ViewportSize
) -> None:
    server = serve()
    phone = make_phone(server=server)
    phone.page.set_viewport_size(screen)
    page = phone.open(watched(server.app, keep(server.app, melding())))
    for says in ("Ben bid", "330", "Hearts", "meld so far", "Ben: run, pinochle"):
        shown = page.locator(".now").get_by_text(says).first
        expect(shown).to_be_in_viewport(ratio=1)
    for part in (".score", ".chart", ".deal-sheet thead"):
        expect(page.locator(part).first).to_be_in_viewport(ratio=1)
    sizes = page.evaluate(LETTERS, [".score dd", ".bid-meld dd", ".needed"])
    assert min(sizes) >= screen["height"] / 28
    phone.check_layout()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        phone.check_access()


@pytest.mark.thorough
def test_five_sides_far_apart_with_long_names_fit_a_television(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    phone = make_phone(server=server)
    phone.page.set_viewport_size(TELEVISIONS[0])
    page = phone.open(watched(server.app, keep(server.app, five_sides())))
    for name in LONG:
        expect(page.locator(".score").get_by_text(name)).to_be_in_viewport(ratio=1)
    phone.check()
