"""What is told is on the phone before it is on the air: however the line is cut, a tap counts once or is in sight."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import suppress
from typing import cast

import pytest
from playwright.sync_api import Error, Route, expect

from tests.browser.conftest import PLAIN_NAME
from tests.browser.cuts import KEPT, WRITES, Cut, cut, lose, save, swallow, waits
from tests.browser.game_night import close_meld
from tests.browser.logged import LOST_LINE, refused

__all__ = ["cut"]

TAPS = {"one tap": 1, "three taps": 3}
TOLD = {1: [("A", 120)], 3: [("A", 120), ("B", 60), "closed"]}
"""What the journal holds of one tap and of three."""
PLACES = {"127.0.0.1": ("127.0.0.1", ""), "under a path": ("127.0.0.1", "/cards"), PLAIN_NAME: (PLAIN_NAME, "")}
WAYS = {f"{place}-{told}": (*PLACES[place], taps) for place in PLACES for told, taps in TAPS.items()}
QUICK = ("under a path-three taps",)


@pytest.fixture(params=[pytest.param(way, marks=() if name in QUICK else pytest.mark.thorough, id=name)
                        for name, way in WAYS.items()])  # fmt: skip
def way(request: pytest.FixtureRequest) -> tuple[str, str, int]:
    """Under which name and path the phone reaches the server, and how often it is tapped."""
    return cast("tuple[str, str, int]", request.param)


@pytest.fixture
def base(way: tuple[str, str, int]) -> str:
    return way[1]


@pytest.fixture
def taps(way: tuple[str, str, int]) -> int:
    return way[2]


DENIED = "() => { Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }; }"


def is_there(cut: Cut, taps: int, *, replays: bool = False) -> None:
    """All that was tapped is in the journal, once and in order, and nothing waits any more."""
    expect(cut.page.locator(".outbox")).to_be_empty()
    shown = cut.page.get_by_text("Play, then count") if taps == 3 else cut.page.locator("#name-A output")
    expect(shown).to_contain_text("Play, then count" if taps == 3 else "120")
    assert cut.told() == TOLD[taps]
    assert cut.replays or not replays
    cut.phone.forgive(*LOST_LINE, *refused(502))


def test_offline_before_the_tap(cut: Cut, taps: int) -> None:
    cut.phone.context.set_offline(True)
    cut.tap(taps)
    waits(cut)
    cut.phone.check_access()
    cut.phone.context.set_offline(False)
    is_there(cut, taps)


def lose_answer(route: Route) -> None:
    with suppress(Error):  # the line was mended meanwhile, so that the browser is past waiting
        # Playwright asks by itself here, and knows no name that only the browser maps.
        headers = {name: text.replace(PLAIN_NAME, "127.0.0.1") for name, text in route.request.headers.items()}
        route.fetch(url=route.request.url.replace(f"//{PLAIN_NAME}:", "//127.0.0.1:"), headers=headers)
        route.abort()


def proxy_fails(route: Route) -> None:
    route.fulfill(status=502, body="Bad Gateway")


@pytest.mark.thorough
@pytest.mark.parametrize("how", [lose, lose_answer, swallow, proxy_fails], ids=lambda how: how.__name__)
def test_the_request_or_its_answer_is_lost(cut: Cut, taps: int, how: Callable[[Route], None]) -> None:
    cut.page.evaluate("htmx.config.timeout = 400")
    cut.page.route(WRITES, how)
    cut.tap(taps)
    waits(cut)
    cut.page.evaluate("htmx.config.timeout = 8000")
    if how is lose:  # it finds out by itself that the line is back
        cut.page.unroute(WRITES)
    else:
        cut.mend()
    is_there(cut, taps, replays=how is lose_answer)


def test_the_server_is_stopped_and_started_again(cut: Cut, taps: int) -> None:
    cut.server.stop()
    cut.tap(taps)
    waits(cut)
    cut.restart()
    is_there(cut, taps)


def test_the_page_is_closed_while_it_waits_and_opened_again(cut: Cut, taps: int) -> None:
    cut.page.route(WRITES, lose)
    cut.tap(taps)
    waits(cut)
    cut.page.close()
    cut.phone.page = cut.phone.context.new_page()
    cut.phone.open(f"/game/{cut.table.game}/")
    is_there(cut, taps)


@pytest.mark.thorough
def test_two_tabs_send_the_same(cut: Cut, taps: int) -> None:
    context = cut.phone.context
    context.route(WRITES, lose)
    cut.tap(taps)
    waits(cut)
    other = context.new_page()
    other.goto(cut.page.url)
    expect(other.locator(".outbox p").first).to_contain_text(KEPT)
    context.unroute(WRITES)
    expect(other.locator(".outbox")).to_be_empty()
    expect(cut.page.locator(".outbox")).to_be_empty()
    assert cut.told() == TOLD[taps]
    cut.phone.forgive(*LOST_LINE)


def test_another_phone_wrote_meanwhile(cut: Cut, taps: int) -> None:
    cut.page.route(WRITES, lose)
    cut.tap(taps)
    waits(cut)
    cut.table.do("meld/number", **{"save": "meld-A", "meld-A": "140"})
    cut.mend()
    rows = cut.page.locator(".outbox p")
    expect(rows).to_have_count(taps)
    expect(rows.first).to_contain_text("Not entered: “Meld of Ann & Cy")
    expect(rows.first).to_contain_text("120”. Another phone was first: Ann & Cy: meld 140.")
    for row in rows.all()[1:]:
        expect(row).to_contain_text("What came before it was not taken, so this was not sent.")
    assert cut.told() == [("A", 140)]
    cut.page.reload()
    expect(rows).to_have_count(taps)
    for _ in range(taps):
        rows.first.get_by_role("button", name="Forget it").click()
    expect(rows.first).to_contain_text("Forgotten.")
    cut.phone.forgive(*LOST_LINE, *refused(409))


def test_it_is_edited_after_its_answer_was_lost(cut: Cut, taps: int) -> None:
    cut.page.route(WRITES, lose_answer)
    save(cut.page, "Ann & Cy", 120)
    waits(cut)
    save(cut.page, "Ann & Cy", 140)
    if taps == 3:
        close_meld(cut.page)
    cut.mend()
    expect(cut.page.locator(".outbox")).to_be_empty()
    assert cut.told() == [("A", 120), ("A", 140), *([("B", 0), "closed"] if taps == 3 else [])]
    assert cut.replays
    cut.phone.forgive(*LOST_LINE)


def test_the_storage_is_denied(cut: Cut, taps: int) -> None:
    cut.page.evaluate(DENIED)
    cut.page.route(WRITES, lose)
    cut.tap(taps)
    waits(cut)
    cut.mend()
    is_there(cut, taps)


def test_the_server_was_restored_from_yesterday(cut: Cut, taps: int) -> None:
    cut.page.route(WRITES, lose)
    cut.tap(taps)
    waits(cut)
    cut.server.stop()
    for leftover in cut.folder.glob("companion.db*"):
        leftover.unlink()
    shutil.copy(cut.folder / "yesterday.db", cut.folder / "companion.db")
    cut.restart()
    cut.mend()
    rows = cut.page.locator(".outbox p")
    expect(rows.first).to_contain_text("Not entered: ")
    expect(rows).to_have_count(taps)
    assert cut.told() == []
    cut.phone.forgive(*LOST_LINE, *refused(409))
