"""What a safe line adds, https or the machine itself: pages that are kept, a screen that stays lit, links to send."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import pytest
from flask import Flask, Response
from playwright.sync_api import Browser, Page, expect

from companion.rules.variants.partnership import SITE
from companion.web.core.access import ANYBODY, allow
from tests.browser.conftest import ANYWHERE, PHONES, PLAIN_NAME, Phone, Server
from tests.browser.cuts import KEPT, save
from tests.browser.logged import LOST_LINE, refused
from tests.certificates import make_pair
from tests.conftest import PATIENCE_SECONDS, also
from tests.web.conftest import browser
from tests.web.played_game import Told as Deal
from tests.web.played_game import seat_game
from tests.web.table_player import Player, begin

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

NAME = "cards.example.org"
TRUSTED = "--ignore-certificate-errors-spki-list"
"""How Chromium is told of a public key to trust; a service worker needs that, ``ignore_https_errors`` is not enough."""
STORE = """
const base = new URL(".", document.querySelector("link[rel=manifest]").href).pathname;
const cache = await caches.open("pages-2 " + base);
const paths = (keys) => keys.map(({ url }) => new URL(url).pathname.slice(base.length - 1));
"""
KEPT_PAGES = f"async () => {{ {STORE} return paths(await cache.keys()); }}"
UNTIL_KEPT = f"""async ([path, words, patience]) => {{
    {STORE}
    for (const end = Date.now() + patience; Date.now() < end;) {{
        const keys = await cache.keys(), kept = keys.filter((_, place) => paths(keys)[place] === path);
        const copies = await Promise.all(kept.map(async (each) => (await cache.match(each))?.text()));
        if (copies.some((copy) => copy?.includes(words))) return;
        await new Promise((done) => setTimeout(done, 50));
    }}
    throw new Error(`no copy of ${{path}} says ${{words}}`);
}}"""
"""The store says nothing when something is put into it, so it is asked."""
LIT = """() => {
    window.lit = 0;
    const { request } = WakeLock.prototype;
    WakeLock.prototype.request = function (...words) { window.lit += 1; return request.apply(this, words); };
}"""
SHARES = "navigator.share = (what) => { window.shared = what; return Promise.resolve(); }"

SHARES_FILES = """navigator.canShare = ({ files }) => files.length > 0;
navigator.share = async ({ files: [file] }) => {
    window.shared = file.name + " " + new TextDecoder("latin1").decode((await file.arrayBuffer()).slice(1, 4));
};"""


@pytest.fixture
def server(serve: Callable[..., Server]) -> Server:
    return serve()


@pytest.fixture
def table(server: Server) -> Player:
    made = Player(server.app, browser(server.app), begin(server.app, SITE))
    made.do("take", seat="0", amount="300")
    made.do("trump", trump="S")
    return made


@pytest.fixture
def phone(make_phone: Callable[..., Phone], server: Server) -> Iterator[Phone]:
    made = make_phone(server=server, worker=True)
    yield made
    made.forgive(*LOST_LINE, *refused(502))


def is_kept(page: Page, path: str, words: str = "") -> None:
    """A copy of the page at this path is in the worker's store, with these words in it."""
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.evaluate(UNTIL_KEPT, [path, words, PATIENCE_SECONDS * 1000])


def sit(page: Page, who: str) -> None:
    """Say who this phone is."""
    page.get_by_role("group", name="Who are you at this table?").get_by_text(re.compile(f"^{who}")).first.click()
    page.get_by_role("button", name="That’s me").click()


@pytest.mark.engines
@ANYWHERE
def test_a_page_opened_again_while_the_companion_is_away_says_how_old_it_is_and_takes_taps(
    phone: Phone, server: Server, serve: Callable[..., Server], table: Player
) -> None:
    path = f"/game/{table.game}/"
    page = phone.open(path)
    is_kept(page, path)
    expect(page.locator(".as-of")).to_be_hidden()
    server.stop()
    page.reload()
    expect(page.locator(".as-of")).to_contain_text("the companion can’t be reached")
    expect(page.locator(".as-of span")).to_contain_text(":")
    phone.check()
    key = page.locator("input[name=key]").first
    first = key.input_value()
    page.reload()
    assert key.input_value() != first
    save(page, "Ann & Cy", 120)
    expect(page.locator(".outbox p").first).to_contain_text(KEPT)
    again = serve(port=server.port)
    expect(page.locator(".outbox")).to_be_empty()
    expect(page.locator("#name-A output")).to_have_text("120")
    expect(page.locator(".as-of")).to_be_hidden()
    assert again.app is not server.app


@ANYWHERE
def test_what_is_told_on_the_page_is_in_its_copy(phone: Phone, server: Server, table: Player) -> None:
    path = f"/game/{table.game}/"
    page = phone.open(path)
    is_kept(page, path)
    save(page, "Ann & Cy", 120)
    expect(page.locator("#name-A output")).to_have_text("120")
    is_kept(page, path, ">120</output>")
    server.stop()
    page.reload()
    expect(page.locator(".as-of")).to_be_visible()
    expect(page.locator("#name-A output")).to_have_text("120")


def test_a_file_comes_to_its_page_where_the_storage_is_full(phone: Phone, server: Server, table: Player) -> None:
    path = f"/game/{table.game}/"
    page = phone.open(path)
    is_kept(page, path)
    page.reload()
    session = page.context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": server.url, "quotaSize": 1})
    newer = "document.querySelector('link[rel=stylesheet]').href + '-newer'"
    assert page.evaluate(f"async () => navigator.serviceWorker.controller && (await fetch({newer})).status") == 200


@pytest.mark.engines
@ANYWHERE
def test_only_pages_that_the_companion_leaves_to_this_phone_are_kept(phone: Phone, table: Player) -> None:
    game = f"/game/{table.game}/"
    page = phone.open(game)
    is_kept(page, game)
    for path in ("/", f"{game}share", f"{game}join", f"{game}settle", f"{game}export.csv?shown=1", f"{game}sheet"):
        if "export" not in path:
            phone.open(path)
    is_kept(page, f"{game}sheet")
    assert sorted(page.evaluate(KEPT_PAGES)) == [game, f"{game}sheet"]


@ANYWHERE
@pytest.mark.thorough
def test_a_kept_page_is_listed_by_the_very_address_under_which_it_was_open(
    phone: Phone, server: Server, table: Player
) -> None:
    path = f"/game/{table.game}/sheet?of=Zo%C3%AB&way=a%2Fb"
    page = phone.open(path)
    is_kept(page, path.partition("?")[0])
    server.stop()
    page.goto(f"{phone.url}/rules/")
    link = page.locator(f"a[href*='/game/{table.game}/sheet']")
    assert str(link.get_attribute("href")).endswith(path)


@ANYWHERE
@pytest.mark.thorough
def test_a_page_that_was_never_open_says_so_and_lists_those_that_are_kept(
    phone: Phone, server: Server, table: Player
) -> None:
    game = f"/game/{table.game}/"
    is_kept(phone.open(game), game)
    server.stop()
    page = phone.open("/rules/")
    expect(page.get_by_role("heading", name="The companion is away")).to_be_visible()
    phone.check()
    page.get_by_role("link", name="Ann & Cy – Bob & Di").click()
    expect(page.locator(".as-of")).to_be_visible()


@ANYWHERE
@pytest.mark.thorough
def test_a_photo_that_is_sent_by_a_page_of_its_own_leaves_the_kept_pages(phone: Phone, table: Player) -> None:
    game = f"/game/{table.game}/"
    is_kept(phone.open(game), game)
    page = phone.open("/photo/")
    with page.expect_navigation():
        page.evaluate("HTMLFormElement.prototype.submit.call(document.querySelector('#start form'))")
    expect(page.get_by_text("Take a photo or choose one first.")).to_be_visible()
    assert page.evaluate(KEPT_PAGES) == [game]
    phone.forgive(*refused(422))


class AwayAfterWrites:
    """A proxy behind which the companion is away as soon as a form was taken."""

    def __init__(self, app: Flask) -> None:
        self.inner, self.away = app.wsgi_app, False
        app.wsgi_app = self  # type: ignore[method-assign]  # as Flask says that a server is wrapped

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not self.away:
            self.away = environ["REQUEST_METHOD"] == "POST"
            return self.inner(environ, start_response)
        start_response("502 Bad Gateway", [("Content-Length", "4"), ("Content-Type", "text/plain")])
        return [b"away"]


@ANYWHERE
def test_a_phone_that_has_become_somebody_else_is_not_shown_the_page_of_whom_it_was(
    phone: Phone, server: Server, table: Player
) -> None:
    game = f"/game/{table.game}/"
    is_kept(phone.open(game), game)
    page = phone.open(f"{game}join")
    AwayAfterWrites(server.app)
    sit(page, "I’m just watching")
    expect(page.locator("body")).to_have_text("away")
    assert phone.open(game).locator("body").inner_text() == "away"


@ANYWHERE
@pytest.mark.thorough
def test_a_copy_made_for_whom_the_phone_was_goes_with_the_first_answer_for_whom_it_is(
    phone: Phone, server: Server, table: Player
) -> None:
    game = f"/game/{table.game}/"
    is_kept(phone.open(game), game)
    page = phone.open(f"{game}sheet")
    is_kept(page, f"{game}sheet")
    phone.open(f"{game}join")
    sit(page, "I’m just watching")
    expect(page.get_by_text("This phone is view-only")).to_be_visible()
    is_kept(page, game, "This phone is view-only")
    assert page.evaluate(KEPT_PAGES) == [game]
    server.stop()
    page.reload()
    expect(page.locator(".as-of")).to_be_visible()
    expect(page.get_by_text("This phone is view-only")).to_be_visible()


SLOW_STORE = """
addEventListener("fetch", ({ request }) => {
  if (request.method === "GET") return;
  const { keys } = Cache.prototype;
  Cache.prototype.keys = async function () {
    const found = await keys.call(this);
    await fetch(ROOT + "slow/store");
    return found;
  };
  turning.then(() => fetch(ROOT + "slow/line"));
});
"""


class SlowMachine:
    """A proxy on a busy machine: after a form, the worker's store is at work until the next page has been asked for.

    That page is sent once the store has done its work.
    """

    def __init__(self, app: Flask) -> None:
        self.inner, self.turned = app.wsgi_app, False
        self.asked, self.forgotten = Event(), Event()
        app.wsgi_app = self  # type: ignore[method-assign]  # as Flask says that a server is wrapped
        script = Path(str(app.static_folder), "js", "worker.js").read_text(encoding="utf-8") + SLOW_STORE
        app.view_functions["assets.script"] = allow(ANYBODY)(lambda: Response(script, mimetype="text/javascript"))

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path == "/slow/store":
            self.asked.wait(PATIENCE_SECONDS)
        elif path == "/slow/line":
            self.forgotten.set()
        elif self.turned and environ.get("HTTP_SEC_FETCH_MODE") == "navigate":
            self.asked.set()
            self.forgotten.wait(PATIENCE_SECONDS)
        self.turned = self.turned or environ["REQUEST_METHOD"] == "POST"
        respond = Response(status=204) if path.startswith("/slow/") else self.inner
        return respond(environ, start_response)


@pytest.mark.thorough
def test_the_page_of_whom_a_phone_has_become_is_kept_however_long_the_store_takes(
    phone: Phone, server: Server, table: Player
) -> None:
    machine = SlowMachine(server.app)
    game = f"/game/{table.game}/"
    is_kept(phone.open(game), game)
    page = phone.open(f"{game}join")
    sit(page, "I’m just watching")
    expect(page.get_by_text("This phone is view-only")).to_be_visible()
    is_kept(page, game, "This phone is view-only")
    assert machine.asked.is_set()
    assert machine.forgotten.is_set()


def test_a_link_is_copied_or_sent_by_the_phones_own_means(
    make_phone: Callable[..., Phone], server: Server, table: Player
) -> None:
    phone = make_phone(server=server)
    page = phone.open(f"/game/{table.game}/share")
    phone.context.grant_permissions(["clipboard-read"])
    page.get_by_role("button", name="Copy the link").click()  # this browser has no such means
    expect(page.get_by_role("button", name="Copied")).to_be_focused()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("p.address").inner_text()
    page.add_init_script(SHARES)
    page.reload()
    page.get_by_role("button", name="Send the link").click()
    assert page.evaluate("window.shared.url") == page.locator("p.address").inner_text()
    phone.check()


@pytest.mark.thorough
def test_without_https_one_line_says_what_it_would_add(make_phone: Callable[..., Phone], server: Server) -> None:
    phone = make_phone(server=replace(server, url=server.url.replace("127.0.0.1", PLAIN_NAME)), worker=True)
    page = phone.open("/")
    assert not page.evaluate("isSecureContext")
    page.get_by_role("link", name="what, and how to get it").click()
    expect(page.get_by_role("heading", name="What a phone can do then")).to_be_visible()
    phone.look()


@pytest.fixture
def secured(chromium: Browser, serve: Callable[..., Server], tmp_path: Path) -> Iterator[tuple[Phone, Server]]:
    """A phone that trusts the certificate of its server, and finds it by its name; nothing of it is incognito."""
    pair = make_pair(tmp_path / "pair", f"DNS:{NAME}")
    server = serve(pair=pair)
    context = chromium.browser_type.launch_persistent_context(
        tmp_path / "profile",
        executable_path=chromium.path,  # type: ignore[attr-defined]  # kept beside the browser
        args=["--no-sandbox", f"--host-resolver-rules=MAP {NAME} 127.0.0.1", f"{TRUSTED}={pair.spki}"],
        **chromium.phones[PHONES[1]],  # type: ignore[attr-defined]
    )
    yield Phone(context.pages[0], context, server.url.replace("127.0.0.1", NAME)), server
    context.close()


def test_over_https_it_can_be_installed_keeps_its_page_and_the_screen_lit(
    secured: tuple[Phone, Server],
) -> None:
    phone, server = secured
    phone.page.add_init_script(f"({LIT})()")
    game = f"/game/{begin(server.app, SITE)}/"
    page = phone.open(game)
    assert page.evaluate("isSecureContext")
    assert all(cookie.get("secure") for cookie in phone.context.cookies())
    page.get_by_role("heading", name="to bid").click()
    page.wait_for_function("() => window.lit > 0")
    is_kept(page, game)
    found = phone.context.new_cdp_session(page).send("Page.getInstallabilityErrors")
    assert found["installabilityErrors"] == []
    server.stop()
    page.reload()
    expect(page.locator(".as-of")).to_be_visible()
    expect(page.get_by_role("heading", name="to bid")).to_be_visible()


@pytest.mark.parametrize("shares", [True, also(False)], ids=["shared", "saved"])
def test_the_result_is_a_picture_to_share_or_to_save(shares: bool, server: Server, phone: Phone) -> None:
    over = seat_game(server.app, browser(server.app), SITE, [Deal(0, 300, (900, 0), 200), Deal(0, 300, (300, 20), 200)])
    if shares:
        phone.page.add_init_script(SHARES_FILES)
    page = phone.open(f"/game/{over.game}/")
    phone.check()
    link = page.get_by_role("link", name="Share a picture")
    if shares:
        link.tap()
        page.wait_for_function("() => window.shared === 'pinochle-result.png PNG'")
    else:
        with page.expect_download() as download:
            link.tap()
        assert download.value.suggested_filename == "pinochle-result.png"
