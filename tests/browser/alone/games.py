"""Games on the pages of a phone that runs the companion by itself."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Frame, Page, expect

from companion.rules.variants import find_variant
from tests.browser.alone.host import StaticPhone, shown
from tests.conftest import PATIENCE_SECONDS
from tests.game.table import EIGHT
from tests.web.games import GAMES

SEND = """async ([path, to, said]) => {
    const at = new URL(path.slice(1), new URL(".", document.querySelector("link[rel=manifest]").href)).href;
    const page = new DOMParser().parseFromString(await (await fetch(at)).text(), "text/html");
    const stamp = { key: crypto.randomUUID(), seen: page.querySelector("input[name=seen]").value };
    const body = new URLSearchParams({ ...said, ...stamp });
    return (await fetch(at + to, { method: "POST", body })).status;
}"""
"""Sends a form of a table, and returns once the page that follows has come."""
READER_HERE = "async (top) => Boolean(await caches.match(top + 'app/weights'))"


def begin(frame: Frame, key: str) -> str:
    """The path of a new game of a variant, begun on the page of its seats; the first player deals."""
    for seat, name in enumerate(EIGHT[: GAMES[key].players or find_variant(key).players[0]]):
        frame.locator(f"#name-{seat}").fill(name)
    frame.locator("label:has([name=dealer][value='0'])").click()
    frame.get_by_role("button", name="Start the game").click()
    frame.wait_for_url("**/game/*/")
    found = re.search(r"/game/[\w-]+/", frame.url)
    assert found
    return found[0]


def start_game(phone: StaticPhone) -> tuple[Page, Frame, str]:
    """A game of site in which Ann has the bid and names trump: the tab, its frame, and the game's path."""
    page, _ = phone.open()
    page.goto(f"{phone.url}new/site")
    frame = shown(page)
    at = begin(frame, "site")
    assert frame.evaluate(SEND, [at, "take", {"seat": "0", "amount": "300"}]) == 200
    frame.goto(f"{phone.url.rstrip('/')}{at}?how=each")
    expect(frame.get_by_role("button", name="Spades")).to_be_visible()
    return page, frame, at


def get_reader(frame: Frame, phone: StaticPhone) -> None:
    """Open the camera's page, and wait until the reader has come."""
    frame.goto(f"{phone.url}photo/?trump=S")
    for _ in range(int(PATIENCE_SECONDS)):
        if frame.evaluate(READER_HERE, phone.url):
            return
        frame.page.wait_for_timeout(1000)
    pytest.fail("the reader did not come")


def alike(page: str) -> str:
    """A page without what differs from game to game and from form to form."""
    page = re.sub(r"(/game/|/games/|/live/|\bgame=|data-command=\"|data-over=\")[\w-]{12}\b", r"\1ID", page)
    page = re.sub(r'name="key" value="[^"]*"', 'name="key"', page)
    return re.sub(r"\d\d:\d\d(:\d\d\.\d{3}\+00:00)?", "HH:MM", page)


def text_of(frame: Frame, path: str) -> str:
    """A page as the worker answers it."""
    return str(frame.evaluate("async (path) => (await fetch(path)).text()", path))
