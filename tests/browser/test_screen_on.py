"""The screen stays on while a game is open: by the wake lock over https, by a silent video over plain http."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from playwright.sync_api import Page, expect

from companion.rules.variants import find_variant
from tests.browser.conftest import PLAIN_NAME, Phone, Server
from tests.browser.played import over
from tests.game.table import EIGHT
from tests.web.table_player import begin

PLAYS = (
    "() => (({paused, currentTime, error}) => !paused && currentTime > 0 && !error)"
    "(document.querySelector('.awake') ?? {})"  # the film comes once the page is up
)
COUNTS_LOCKS = """
    window.locks = 0;
    Object.defineProperty(navigator, "wakeLock", { value: { request: () => Promise.resolve({
        released: false, release: () => { window.locks -= 1; }, at: window.locks += 1,
    }) } });
"""
REFUSES_LOCKS = """
    window.refused = 0;
    Object.defineProperty(navigator, "wakeLock", { value: { request: () => {
        window.refused += 1;
        return Promise.reject(new DOMException("Permission was denied", "NotAllowedError"));
    } } });
"""
HOME_SCREEN = """
    navigator.standalone = true;
    CSS.supports = () => false;
"""
"""As iOS 16.4 to 18.3, where a page on the home screen is given a lock that does nothing."""


def turn(page: Page, to: str) -> None:
    """Have the page hidden or visible, as a phone does that is put away or taken up."""
    page.evaluate(
        """to => {
        Object.defineProperty(document, "visibilityState", { value: to, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }""",
        to,
    )


def keep_on(page: Page, keeps: bool) -> None:
    """Turn the switch in the menu."""
    page.get_by_label("Menu").click()
    page.get_by_label("Keep the screen on").set_checked(keeps)
    page.get_by_label("Menu").click()


def test_over_plain_http_a_video_plays_from_the_first_tap_until_the_switch_or_the_end(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    phone = make_phone(server=replace(server, url=server.url.replace("127.0.0.1", PLAIN_NAME)))
    page = phone.open(f"/game/{begin(server.app, find_variant('site'), EIGHT[:4])}/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    video = page.locator(".awake")
    expect(video).to_have_count(0)
    page.get_by_text("To 1500").tap()
    page.wait_for_function(PLAYS)
    turn(page, "hidden")
    assert page.evaluate("document.querySelector('.awake').paused")
    turn(page, "visible")
    page.wait_for_function(PLAYS)
    assert [url for url in asked if "/video/" in url]
    keep_on(page, False)
    expect(video).to_have_count(0)
    page.reload()
    page.get_by_text("To 1500").tap()
    expect(video).to_have_count(0)
    keep_on(page, True)
    page.wait_for_function(PLAYS)
    phone.open(f"/game/{over(server.app, EIGHT[:4])}/").get_by_text("win").first.tap()
    expect(video).to_have_count(0)


def test_where_the_browser_has_a_wake_lock_it_holds_one_and_fetches_no_video(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    phone = make_phone(server=server)
    phone.context.add_init_script(COUNTS_LOCKS)
    page = phone.open(f"/game/{begin(server.app, find_variant('site'), EIGHT[:4])}/")
    page.get_by_text("To 1500").tap()
    page.wait_for_function("() => window.locks === 1")
    expect(page.locator(".awake")).to_have_count(0)
    keep_on(page, False)
    page.wait_for_function("() => window.locks === 0")


def test_where_the_wake_lock_is_refused_the_video_plays(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    phone = make_phone(server=server)
    phone.context.add_init_script(REFUSES_LOCKS)
    page = phone.open(f"/game/{begin(server.app, find_variant('site'), EIGHT[:4])}/")
    page.dispatch_event("body", "pointerdown")
    page.wait_for_function("() => window.refused === 1")
    expect(page.locator(".awake")).to_have_count(0)  # before a click Safari refuses every lock
    page.get_by_text("To 1500").tap()
    page.wait_for_function(PLAYS)
    turn(page, "hidden")
    turn(page, "visible")
    page.wait_for_function(PLAYS)
    assert page.evaluate("window.refused") == 2
    keep_on(page, False)
    expect(page.locator(".awake")).to_have_count(0)


def test_on_the_home_screen_of_an_older_iphone_the_video_plays(
    serve: Callable[..., Server], make_phone: Callable[..., Phone]
) -> None:
    server = serve()
    phone = make_phone(server=server)
    phone.context.add_init_script(COUNTS_LOCKS + HOME_SCREEN)
    page = phone.open(f"/game/{begin(server.app, find_variant('site'), EIGHT[:4])}/")
    page.get_by_text("To 1500").tap()
    page.wait_for_function(PLAYS)
