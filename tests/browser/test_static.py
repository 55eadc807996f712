"""The companion in a phone's own browser, from a static host, in real Chromium; a server answers the same beside it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from platformdirs import user_cache_path
from playwright.sync_api import Browser, BrowserType, Frame, expect

from companion.browser.bridge import ALONE
from companion.browser.build import build
from companion.rules.variants import find_variant
from companion.web import create_app
from tests.browser.game_night import close_meld
from tests.browser.static_host import StaticHost, StaticPhone, phone, shown
from tests.browser.test_every_variant import is_open, tell_bid
from tests.game.table import EIGHT
from tests.web.conftest import browser
from tests.web.games import GAMES, Told
from tests.web.table_player import Player
from tests.web.test_every_variant import play as play_on_server
from tests.web.test_every_variant import sit_down

@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder as the command builds it."""
    folder = tmp_path_factory.mktemp("static") / "site"
    build(folder, user_cache_path("pinochle-companion"))
    return folder


@pytest.fixture
def host(built: Path) -> Iterator[StaticHost]:
    host = StaticHost(built)
    host.start()
    yield host
    host.stop()


@pytest.fixture
def app(host: StaticHost, tmp_path: Path) -> Iterator[Flask]:
    """The same application on a server, set up as in a browser."""
    app = create_app(tmp_path / "server", URL=host.url.rstrip("/"), **ALONE)
    yield app
    app.extensions["store"].close()


@pytest.fixture
def engine(chromium: Browser) -> BrowserType:
    return chromium.browser_type


@pytest.fixture
def mine(engine: BrowserType, host: StaticHost, tmp_path: Path) -> Iterator[StaticPhone]:
    """A phone that has not been here before; it logs no fault."""
    with phone(engine, tmp_path / "profile", host.url) as found:
        yield found
        assert found.faults == []


def begin(frame: Frame, key: str) -> None:
    """A new game of a variant from the page of its seats; the first player deals."""
    for seat, name in enumerate(EIGHT[: GAMES[key].players or find_variant(key).players[0]]):
        frame.locator(f"#name-{seat}").fill(name)
    frame.locator("[name=dealer][value='0']").check(force=True)
    frame.get_by_role("button", name="Start the game").click()
    frame.wait_for_url("**/game/*/")


def tell(frame: Frame, key: str, deal: Told) -> None:
    """Tell a deal on the page, up to its result."""
    variant = find_variant(key)
    if deal.seat is not None:
        tell_bid(frame, deal, EIGHT[deal.seat])
    frame.get_by_role("button", name="Spades").click()
    sides = "ABCD"[: len(deal.meld)]
    expect(frame.locator("#points-A")).to_be_visible()
    for side, points in zip(sides, deal.meld, strict=True):
        frame.locator(f"#points-{side}").fill(str(points))
    close_meld(frame)
    expect(frame.get_by_role("button", name="Count the deal")).to_be_visible()
    if deal.taken is None:
        frame.get_by_role("button", name="Throw in instead").click()
        return
    for side, points in list(zip(sides, deal.taken, strict=True))[: None if is_open(deal.taken, variant) else -1]:
        frame.locator(f"#points-{side}").fill(str(points))
    frame.get_by_role("button", name="Count the deal").click()


def alike(page: str) -> str:
    """A page without what differs from game to game and from form to form."""
    page = re.sub(r"/game/[\w-]+", "/game/ID", page)
    page = re.sub(r'name="key" value="[^"]*"', 'name="key"', page)
    return re.sub(r"\d\d:\d\d", "HH:MM", page)


def text_of(frame: Frame, path: str) -> str:
    """A page as the worker answers it."""
    return str(frame.evaluate("async (path) => (await fetch(path)).text()", path))


@pytest.mark.parametrize("key", ["site", "three-handed", "two-handed"])
def test_a_whole_game_offline_shows_what_a_server_shows(
    mine: StaticPhone, host: StaticHost, app: Flask, key: str
) -> None:
    server = sit_down(app, browser(app), key)
    page, _ = mine.open()
    host.stop()
    page.goto(f"{host.url}new/{key}")
    frame = shown(page)
    begin(frame, key)
    at = re.search(r"/game/[\w-]+/", frame.url)
    assert at
    for deal in GAMES[key].deals:
        tell(frame, key, deal)
        frame.get_by_role("button", name="Confirm").click()
        expect(frame.get_by_role("button", name="Confirm")).to_be_hidden()
        play_on_server(server, deal)
        server.do("confirm")
        for path in ("", "sheet", "log"):
            here = server.client.get(f"/game/{server.game}/{path}", base_url=host.url).text
            assert alike(text_of(frame, at[0] + path)) == alike(here)
    assert server.state.won
