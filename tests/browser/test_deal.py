"""A table on the phones: each phase can be seen and used by all, and no phone disturbs another."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from companion.rules.variants.double_deck import DOUBLES
from companion.rules.variants.partnership import SITE
from tests.browser.conftest import PHONES, Phone, Server
from tests.browser.game_night import close_meld, heads, tap, win_bid
from tests.browser.logged import LOST_LINE, refused
from tests.conftest import also
from tests.web.conftest import browser
from tests.web.table_player import Player, begin


@pytest.mark.engines
@pytest.mark.parametrize(
    ("name", "scheme", "script"),
    [
        (PHONES[0], "light", True),
        also(PHONES[1], "dark", True),
        also(PHONES[1], "light", False),
    ],
)
def test_a_deal_is_played_from_the_first_bid_to_the_next_dealer(
    serve: Callable[..., Server], make_phone: Callable[..., Phone], name: str, scheme: str, script: bool
) -> None:
    server = serve()
    phone = make_phone(name, scheme, script, server)
    look = phone.check if script else phone.check_layout
    page = phone.open(f"/game/{begin(server.app, SITE)}/")
    heads(page, "Bob to bid")
    tap(page, "260")
    heads(page, "Cy to bid")
    look()
    page.get_by_text("Another amount").click()
    look()
    win_bid(page, "Ann", 330)
    look()
    tap(page, "Spades")
    heads(page, "Meld")
    bidders = page.get_by_role("region", name="Ann & Cy")
    bidders.get_by_role("link", name="Melds").click()
    tap(page, "Royal marriage")
    expect(page.locator("#name-A output")).to_have_text("40")
    others = page.get_by_role("region", name="Bob & Di")
    others.get_by_role("link", name="Cards").click()
    for told, (card, meld) in enumerate((("jack of diamonds", "0"), ("queen of spades", "40")), start=1):
        others.get_by_role("button", name=card).last.click()
        expect(page.locator("#cards-B [name=remove]")).to_have_count(told)
        expect(page.locator("#name-B output")).to_have_text(meld)
    look()
    close_meld(page)
    heads(page, "Play, then count")
    page.get_by_label("Bob & Di").first.fill("10")
    if script:
        expect(page.get_by_label("Ann & Cy").first).to_have_value("240")
    page.get_by_text("Something went wrong").click()
    look()
    tap(page, "Count the deal")
    heads(page, "Is this right?")
    look()
    tap(page, "Confirm")
    expect(page.get_by_text("Deal 2 · Bob dealt")).to_be_visible()


@pytest.mark.thorough
def test_the_end_of_a_game_and_the_way_back_into_it(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    phone = make_phone(server=server)
    game = begin(server.app, DOUBLES)
    page = phone.open(f"/game/{game}/?how=pad")
    page.locator("#seat").get_by_text("Cy", exact=True).click()
    tap(page, "Write it down")
    expect(page.get_by_role("alert")).to_contain_text("automatic bid of another seat")
    phone.check()
    phone.open(f"/game/{game}/?how=each")
    win_bid(page, "Cy", 60)
    tap(page, "Hearts")
    page.get_by_role("textbox", name="Meld of Ann & Cy").fill("60")
    close_meld(page)
    page.get_by_role("group", name="Who took every").get_by_text("Ann & Cy").click()
    tap(page, "Count the deal")
    tap(page, "Confirm")
    heads(page, "Ann & Cy win")
    phone.check()
    tap(page, "Undo")
    heads(page, "Is this right?")
    # Chromium itself logs every refusal; that line is no fault of the page.
    phone.forgive(*refused(422))


@pytest.mark.engines
def test_the_other_phones_follow_but_never_lose_what_is_being_typed(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    game = begin(server.app, SITE)
    one, two, three = (make_phone(server=server).open(f"/game/{game}/") for _ in range(3))
    two.get_by_text("Another amount").click()
    two.get_by_label("Bob bids").fill("26")
    tap(one, "250")
    heads(one, "Cy to bid")
    heads(three, "Cy to bid")
    expect(two.get_by_text("The score has moved on.")).to_be_visible()
    expect(two.get_by_label("Bob bids")).to_have_value("26")
    two.get_by_role("link", name="Show it").click()
    heads(two, "Cy to bid")


@pytest.mark.thorough
def test_a_phone_says_that_its_game_was_deleted_and_keeps_what_is_being_typed(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    game = begin(server.app, SITE)
    typing, looking = phones = [make_phone(server=server) for _ in range(2)]
    for phone in phones:
        phone.open(f"/game/{game}/")
    typing.page.get_by_text("Another amount").click()
    typing.page.get_by_label("Bob bids").fill("26")
    browser(server.app).post("/games/lay", data={"each": game, "shelf": "bin"})
    for phone in phones:
        # A phone whose stream was closed has asked by itself.
        phone.page.evaluate("document.querySelector('[data-live]') && htmx.trigger('[data-live]', 'sse:changed', {})")
        expect(phone.page.get_by_text("This game was deleted")).to_be_visible()
        expect(phone.page.get_by_role("link", name="Deleted games")).to_be_visible()
        phone.forgive(*LOST_LINE, *refused(404))
    expect(typing.page.get_by_label("Bob bids")).to_have_value("26")
    expect(looking.page.get_by_label("Bob bids")).to_have_count(0)


def test_a_bid_made_while_an_older_answer_is_on_its_way_is_not_missed(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    table = Player(server.app, browser(server.app), begin(server.app, SITE))
    page = make_phone(server=server).open(f"/game/{table.game}/")
    answered: list[tuple[Route, APIResponse]] = []
    page.route("**since=*", lambda route: answered.append((route, route.fetch())), times=1)
    page.evaluate("() => document.addEventListener('sse:changed', it => { window.heard = it.detail.data }, true)")
    table.do("bid", amount="250")
    while not answered:
        page.evaluate("() => new Promise(requestAnimationFrame)")
    table.do("bid", amount="260")
    page.wait_for_function("version => window.heard === version", arg=str(table.version))
    [(route, older)] = answered
    route.fulfill(response=older)
    heads(page, "Di to bid")


@pytest.mark.engines
def test_two_taps_bid_once_and_back_shows_the_table_as_it_stands(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    phone = make_phone(server=server)
    page = phone.open(f"/game/{begin(server.app, SITE)}/")
    page.get_by_role("button", name="250").dblclick()
    heads(page, "Cy to bid")
    expect(page.get_by_role("list", name="Calls so far").get_by_role("listitem")).to_have_count(1)
    phone.open("/")
    page.go_back()
    heads(page, "Cy to bid")
    page.reload()
    heads(page, "Cy to bid")


@pytest.mark.engines
def test_a_lost_connection_is_told_and_the_tap_is_sent_when_it_is_back(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    phone = make_phone(server=server)
    page = phone.open(f"/game/{begin(server.app, SITE)}/")
    phone.context.set_offline(True)
    tap(page, "250")
    expect(page.get_by_text("“250” is kept on this phone; trying again")).to_be_visible()
    phone.context.set_offline(False)
    heads(page, "Cy to bid")
    phone.forgive(*LOST_LINE)


def test_a_meld_that_is_typed_outlives_a_tap_beside_it_and_a_reload(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    table = Player(server.app, browser(server.app), begin(server.app, SITE))
    table.do("take", seat="0", amount="300")
    table.do("trump", trump="H")
    page = make_phone(server=server).open(f"/game/{table.game}/?A=melds")
    theirs = page.get_by_role("textbox", name="Meld of Bob & Di")
    theirs.fill("120")
    tap(page, "Royal marriage")
    expect(page.locator("#name-A output")).to_have_text("40")
    expect(theirs).to_have_value("120")
    theirs.fill("140")
    page.reload()
    expect(theirs).to_have_value("140")


def test_no_tap_on_a_meld_takes_back_what_the_one_before_added(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    table = Player(server.app, browser(server.app), begin(server.app, SITE))
    table.do("take", seat="0", amount="300")
    table.do("trump", trump="H")
    page = make_phone(server=server).open(f"/game/{table.game}/?A=melds")
    tile = page.locator("#more-A-pinochle")
    first = tile.bounding_box()
    assert first
    for total in ("40", "300"):
        now = tile.bounding_box()
        assert now and (now["x"], now["width"]) == (first["x"], first["width"])
        tile.click(position={"x": 8, "y": now["height"] / 2})
        expect(page.locator("#name-A output")).to_have_text(total)
    page.get_by_role("button", name="One pinochle less").click()
    expect(page.locator("#name-A output")).to_have_text("40")


def on_the_card_pad(phone: Phone, game: str) -> Page:
    page = phone.open(f"/game/{game}/?how=each")
    win_bid(page, "Ann", 300)
    tap(page, "Hearts")
    page.get_by_role("region", name="Ann & Cy").get_by_role("link", name="Cards").click()
    page.wait_for_load_state()  # what is tapped before its scripts have come is sent as a page of its own
    return page


ONE_ROW = 4
"""So many chosen cards are side by side on the narrowest phone."""


def middle(page: Page, card: str) -> tuple[float, float]:
    key = page.locator(f"[name=add][value={card}]")
    key.scroll_into_view_if_needed()
    box = key.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("hasty", [False, also(True)], ids=["live at once", "guarded"])
def test_cards_tapped_quickly_are_all_counted(
    hasty: bool, serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve(hasty=hasty)
    page = on_the_card_pad(make_phone(server=server), begin(server.app, SITE))
    places = [middle(page, card) for card in ("AS", "AH", "AC", "AD")]
    page.evaluate("document.getAnimations().forEach((each) => each.finish())")  # it has been looked at for long enough
    for place in places:
        page.mouse.click(*place, delay=30)
    expect(page.locator("#name-A output")).to_have_text("100")


@pytest.mark.thorough
def test_the_card_pad_stays_under_the_thumb(serve: Callable[..., Server], make_phone: Callable[..., Phone]) -> None:
    server = serve()
    page = on_the_card_pad(make_phone(server=server), begin(server.app, SITE))
    stood, down = middle(page, "AD"), page.evaluate("scrollY")
    for count, card in enumerate(("AS", "AH", "AC", "AD", "KS", "KH", "KC"), start=1):
        page.locator(f"[name=add][value={card}]").evaluate("key => key.click()")
        expect(page.locator(".chosen button")).to_have_count(count)
        assert middle(page, "AD") == pytest.approx(stood, abs=1), f"after {count} cards"
        if count <= ONE_ROW:
            assert page.evaluate("scrollY") == pytest.approx(down, abs=1), f"the sum stays in sight with {count} cards"


def test_a_press_during_which_the_page_is_renewed_counts(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    page = on_the_card_pad(make_phone(server=server), begin(server.app, SITE))
    page.mouse.move(*middle(page, "AH"))
    page.locator("[name=add][value=AS]").evaluate("key => key.click()")
    page.mouse.down()
    expect(page.locator(".chosen button")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".chosen button")).to_have_count(2)
    expect(page.locator(".too-soon")).to_be_hidden()


AS_IT_COMES = """key => new Promise((done) => {
    document.addEventListener("htmx:afterSwap", () => {
        document.querySelector("[name=add][value=AH]").click();
        window.isSamePage = true;
        done();
    }, {once: true});
    key.click();
})"""


@pytest.mark.thorough
def test_a_tap_on_a_page_that_is_just_coming_is_sent_from_it(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    page = on_the_card_pad(make_phone(server=server), begin(server.app, SITE))
    page.locator("[name=add][value=AS]").evaluate(AS_IT_COMES)
    expect(page.locator(".chosen button")).to_have_count(2)
    assert page.evaluate("window.isSamePage")
