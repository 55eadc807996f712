"""Taps that wait: equal cards, a refusal for a minute, what is forgotten on its way, other companions, older phones.

All under a path, as where ``COMPANION_URL`` ends in one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from companion.game.events import CardPlayed
from companion.rules.variants.partnership import SITE
from companion.store.entries import Shelf
from companion.store.moments import now
from companion.web.core.current import journal
from companion.web.core.game import open_game
from tests.browser.conftest import OLDER, Phone, Server
from tests.browser.cuts import KEPT
from tests.browser.logged import LOST_LINE, refused
from tests.web.conftest import browser
from tests.web.table_player import Player, begin

CARDS = ((1, "10S"), (2, "9S"), (3, "JS"), (0, "QS"), (1, "10S"), (2, "KS"))
"""Two tricks in part; the ten of spades is in the pack twice."""
KEEP = """([key, entry]) => {
    localStorage.setItem("outbox|" + key, JSON.stringify(entry));
}"""
KEEP_ON_DISK = """(entry) => new Promise((done) => {
    const opened = indexedDB.open("outbox", 1);
    opened.onupgradeneeded = () => opened.result.createObjectStore("entries", { keyPath: "key" });
    opened.onsuccess = () => {
        const put = opened.result.transaction("entries", "readwrite");
        put.objectStore("entries").put(entry);
        put.oncomplete = () => { opened.result.close(); done(); };
    };
})"""


@pytest.fixture
def base() -> str:
    return "/cards"


@pytest.fixture
def table(phone: Phone, server: Server) -> Player:
    """A table that records its tricks, and a phone at that page."""
    made = Player(server.app, browser(server.app), begin(server.app, SITE))
    made.do("take", seat="1", amount="300")
    made.do("trump", trump="S")
    made.do("meld/close", meld_A="0", meld_B="0")
    assert made.send("tricks/choose", kept="1").status_code == 303
    phone.open(f"/game/{made.game}/tricks/")
    return made


@pytest.fixture
def server(serve: Callable[..., Server]) -> Server:
    return serve()


@pytest.fixture
def phone(make_phone: Callable[..., Phone], server: Server) -> Iterator[Phone]:
    made = make_phone(server=server)
    yield made
    made.forgive(*LOST_LINE)


def tap(page: Page, seat: int, card: str) -> None:
    page.locator(f"#fall input[name=seat][value='{seat}']").check(force=True)
    page.locator(f"#fall button[name=card][value='{card}']").click()


def played(table: Player) -> list[tuple[int, str]]:
    with table.app.test_request_context():
        events = [recorded.event for recorded in open_game(table.game).history]
    return [(each.seat, str(each.card)) for each in events if isinstance(each, CardPlayed)]


def is_empty(page: Page) -> None:
    expect(page.locator(".outbox")).to_be_empty()


@pytest.mark.engines
def test_of_six_cards_tapped_without_a_line_each_is_written_though_two_are_equal(phone: Phone, table: Player) -> None:
    phone.context.set_offline(True)
    for number, (seat, card) in enumerate(CARDS, 1):
        tap(phone.page, seat, card)
        expect(phone.page.locator(".outbox p")).to_have_count(number)
        expect(phone.page.locator(".outbox p").last).to_contain_text(KEPT)
    phone.context.set_offline(False)
    is_empty(phone.page)
    assert played(table) == [*CARDS]
    phone.forgive(*LOST_LINE)


def test_what_waits_for_a_game_in_the_bin_is_sent_again_once_it_is_back(phone: Phone, table: Player) -> None:
    phone.context.set_offline(True)
    for seat, card in CARDS[:2]:
        tap(phone.page, seat, card)
        expect(phone.page.locator(".outbox p").last).to_contain_text(KEPT)
    expect(phone.page.locator(".outbox .bad")).to_have_count(0)
    _lay(table, Shelf.BIN)
    phone.context.set_offline(False)
    first = phone.page.locator(".outbox p").first
    expect(first).to_contain_text("Not entered: ")
    expect(first).to_contain_text("This game was deleted")
    expect(first).to_have_class("bad")
    expect(first.get_by_role("button")).to_have_text(["Send it again", "Forget it"])
    expect(phone.page.locator(".outbox p").last).to_contain_text("What came before it was not taken")
    _lay(table, Shelf.OPEN)
    first.get_by_role("button", name="Send it again").click()
    is_empty(phone.page)
    assert played(table) == [*CARDS[:2]]
    phone.forgive(*LOST_LINE, *refused(404))


def _lay(table: Player, shelf: Shelf) -> None:
    with table.app.test_request_context():
        journal().lay(table.game, shelf, now())


def test_a_tap_that_was_refused_at_once_is_not_lost_with_its_page(phone: Phone, table: Player) -> None:
    page = "<h1>That isn’t allowed</h1><p>Sign in first.</p>"
    phone.page.route(
        "**/tricks/card", lambda route: route.fulfill(status=403, body=page, content_type="text/html; charset=utf-8")
    )
    phone.forgive(*refused(403))
    tap(phone.page, *CARDS[0])
    row = phone.page.locator(".outbox p")
    expect(row).to_contain_text("”. Sign in first.")
    phone.check()
    phone.page.unroute("**/tricks/card")
    phone.page.reload()
    with phone.page.expect_response("**/tricks/card"):
        row.get_by_role("button", name="Send it again").click()
    is_empty(phone.page)
    assert played(table) == [*CARDS[:1]]


def test_a_tap_at_which_the_server_broke_is_kept_with_what_was_said(phone: Phone, table: Player) -> None:
    fault = "<h1>Our mistake</h1><p>Something broke on our side.</p>"
    phone.page.route("**/tricks/card", lambda route: route.fulfill(status=500, body=fault, content_type="text/html"))
    tap(phone.page, *CARDS[0])
    row = phone.page.locator(".outbox p")
    expect(row).to_contain_text(KEPT)
    expect(row).to_contain_text("Something broke on our side.")
    phone.page.unroute("**/tricks/card")
    row.get_by_role("button", name="Send it again").click()
    is_empty(phone.page)
    assert played(table) == [*CARDS[:1]]
    phone.forgive(*refused(500))


def test_what_is_forgotten_on_its_way_and_arrives_is_said_to_have_arrived(phone: Phone, table: Player) -> None:
    held: list[Route] = []
    phone.page.route("**/tricks/card", lambda route: route.abort())
    for seat, card in CARDS[:2]:
        tap(phone.page, seat, card)
        expect(phone.page.locator(".outbox p").last).to_contain_text(KEPT)
    phone.page.unroute("**/tricks/card")
    phone.page.route("**/tricks/card", lambda route: route.continue_() if held else held.append(route))
    with phone.page.expect_request("**/tricks/card"):
        phone.page.evaluate("dispatchEvent(new Event('focus'))")
    first = phone.page.locator(".outbox p").first
    first.get_by_role("button", name="Forget it").click()
    expect(first).to_contain_text("is being sent. It is forgotten unless it arrives.")
    held[0].continue_()
    expect(phone.page.locator(".outbox")).to_contain_text("It had been entered already.")
    expect(phone.page.locator(".outbox")).not_to_contain_text("Not entered")
    is_empty(phone.page)
    assert played(table) == [*CARDS[:2]]
    phone.forgive(*LOST_LINE)


def test_what_an_older_version_kept_is_sent_by_the_companion_that_kept_it(phone: Phone, table: Player) -> None:
    stamp = f"seat=1&card=10S&seen={table.version}"
    entries = {
        name: {
            "key": name,
            "url": f"{origin}/game/{table.game}/tricks/card",
            "body": f"key={name}&{stamp}",
            "game": "game",
        }
        for name, origin in (("ours", phone.url), ("theirs", phone.url.replace("/cards", "/others")))
    }
    kept = {"at": 1, "label": "ten of spades", "after": [], "tries": 1, "since": 1, "page": "", "agreed": True}
    phone.page.evaluate(KEEP_ON_DISK, entries["ours"] | kept)
    phone.page.evaluate(KEEP, ["theirs", entries["theirs"] | kept])
    phone.page.reload()
    expect(phone.page.locator(".outbox")).to_contain_text("Sent: “ten of spades”.")
    is_empty(phone.page)
    assert played(table) == [(1, "10S")]
    assert phone.page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('outbox'))") == [
        "outbox|theirs"
    ]


@pytest.mark.engines
def test_an_older_phone_sends_what_waited_and_sees_the_line_go(
    make_phone: Callable[..., Phone], serve: Callable[..., Server], server: Server, table: Player
) -> None:
    older = make_phone(server=server)
    older.context.add_init_script(OLDER)
    page = older.open(f"/game/{table.game}/tricks/")
    assert page.evaluate("!AbortSignal.timeout && !HTMLFormElement.prototype.requestSubmit")
    server.stop()
    for seat, card in CARDS[:2]:
        tap(page, seat, card)
        expect(page.locator(".outbox p").last).to_contain_text(KEPT)
    expect(page.locator("html")).to_have_attribute("data-line", "lost")
    table.app = serve(port=server.port).app
    is_empty(page)
    expect(page.locator("html")).to_have_attribute("data-line", "there")
    assert played(table) == [*CARDS[:2]]
    older.forgive(*LOST_LINE)
