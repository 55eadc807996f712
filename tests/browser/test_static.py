"""The companion in a phone's own browser, from a static host, in real Chromium; a server answers the same beside it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from platformdirs import user_cache_path
from playwright.sync_api import Browser, BrowserType, Frame, Page, expect
from typing_extensions import override
from werkzeug.test import TestResponse

from companion.browser.bridge import ALONE
from companion.browser.build import build
from companion.rules.variants import find_variant
from companion.web import create_app
from tests.browser.static_host import StaticHost, StaticPhone, phone, rewrite, shown
from tests.game.table import EIGHT
from tests.web.conftest import browser
from tests.web.games import GAMES, Told
from tests.web.table_player import Player
from tests.web.test_every_variant import by_side, sit_down

KEEP_WORKERS = """
window.workers = [];
window.Worker = class extends Worker { constructor(...how) { super(...how); window.workers.push(this); } };
"""
SEND = """async ([at, path, said]) => {
    const page = new DOMParser().parseFromString(await (await fetch(at)).text(), "text/html");
    const stamp = { key: crypto.randomUUID(), seen: page.querySelector("input[name=seen]").value };
    const body = new URLSearchParams({ ...said, ...stamp });
    return (await fetch(at + path, { method: "POST", body })).status;
}"""
"""Sends a form of a table, and returns once the page that follows has come."""
UNTIL_FULL = """async (at) => {
    const send = SENDER;
    for (let turn = 0; turn < 500; turn += 1) {
        const status = await send(turn % 2 ? [at, "undo", {}] : [at, "trump", { trump: "S" }]);
        if (status !== 200) return status;
    }
}""".replace("SENDER", SEND)
"""Taps until one is refused: a browser sets some room aside beforehand."""
BUILD = "getComputedStyle(document.documentElement).getPropertyValue('--build')"


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


def begin(frame: Frame, key: str) -> str:
    """The path of a new game of a variant, begun on the page of its seats; the first player deals."""
    for seat, name in enumerate(EIGHT[: GAMES[key].players or find_variant(key).players[0]]):
        frame.locator(f"#name-{seat}").fill(name)
    frame.locator("[name=dealer][value='0']").check(force=True)
    frame.get_by_role("button", name="Start the game").click()
    frame.wait_for_url("**/game/*/")
    found = re.search(r"/game/[\w-]+/", frame.url)
    assert found
    return found[0]


def alike(page: str) -> str:
    """A page without what differs from game to game and from form to form."""
    page = re.sub(r"/(game|games|live)/[\w-]{12}\b", r"/\1/ID", page)
    page = re.sub(r'name="key" value="[^"]*"', 'name="key"', page)
    return re.sub(r"\d\d:\d\d(:\d\d\.\d{3}\+00:00)?", "HH:MM", page)


def text_of(frame: Frame, path: str) -> str:
    """A page as the worker answers it."""
    return str(frame.evaluate("async (path) => (await fetch(path)).text()", path))


class Both(Player):
    """A table on a server, and the same in a browser: each form goes to both, and both show the same then."""

    frame: Frame
    at: str

    @override
    def _post(self, path: str, fields: dict[str, Any], headers: dict[str, str]) -> TestResponse:
        answer = super()._post(path, fields, headers)
        sent = {re.sub("_(?=[A-H])|(?<=[A-H])_", "-", name): str(value) for name, value in fields.items()}
        assert self.frame.evaluate(SEND, [self.at, path, sent]) == 200
        for page in ("", "sheet", "log"):
            there = self.client.get(f"/game/{self.game}/{page}").text
            assert alike(text_of(self.frame, self.at + page)) == alike(there)
        return answer


def tell(table: Player, deal: Told) -> None:
    """Tell a deal as far as its result."""
    state = table.state
    assert state.deal is not None
    sides = state.sides_in(state.deal)
    if deal.seat is None:
        table.do("turn", card="AS")
    else:
        table.do("take", seat=deal.seat, amount=deal.bid)
        table.do("trump", trump="S")
    table.do("meld/close", **by_side(sides, deal.meld))
    if deal.taken is None:
        table.do("end", end="thrown-in")
    else:
        table.do("count", **by_side(sides[:-1], deal.taken), **{f"empty_{side}": "1" for side in deal.empty})


@pytest.mark.parametrize("key", ["site", "three-handed", "two-handed"])
def test_a_whole_game_offline_shows_at_each_step_what_a_server_shows(
    mine: StaticPhone, host: StaticHost, app: Flask, key: str
) -> None:
    server = sit_down(app, browser(app), key)
    both = Both(app, server.client, server.game)
    page, _ = mine.open()
    host.stop()
    page.goto(f"{host.url}new/{key}")
    both.frame = shown(page)
    both.at = begin(both.frame, key)
    for deal in GAMES[key].deals:
        tell(both, deal)
        both.do("confirm")
    won = both.state.won
    assert won is not None
    assert "".join(won.winners) == GAMES[key].winners
    page.reload()
    there = server.client.get(f"/game/{both.game}/").text
    assert alike(text_of(shown(page), both.at)) == alike(there)


def start_game(phone: StaticPhone) -> tuple[Page, Frame, str]:
    """A game of site in which Ann has the bid and names trump: the tab, its frame, and the game's path."""
    page, _ = phone.open()
    page.goto(f"{phone.url}new/site")
    frame = shown(page)
    at = begin(frame, "site")
    assert frame.evaluate(SEND, [at, "take", {"seat": "0", "amount": "300"}]) == 200
    frame.goto(f"{phone.url.rstrip('/')}{at}?how=result")
    expect(frame.get_by_role("button", name="Spades")).to_be_visible()
    return page, frame, at


def test_a_tap_is_kept_once_it_is_answered(engine: BrowserType, host: StaticHost, tmp_path: Path) -> None:
    with phone(engine, tmp_path / "profile", host.url) as before:
        _, frame, at = start_game(before)
        assert frame.evaluate(SEND, [at, "trump", {"trump": "S"}]) == 200
    with phone(engine, tmp_path / "profile", host.url) as after:
        host.stop()
        _, frame = after.open(at.lstrip("/"))
        expect(frame.get_by_role("heading", name="Meld", exact=True)).to_be_visible()


def test_a_worker_that_dies_in_the_middle_of_a_tap_loses_nothing(mine: StaticPhone) -> None:
    mine.context.add_init_script(KEEP_WORKERS)
    page, frame, _ = start_game(mine)
    page.evaluate("workers.at(-1).terminate()")
    frame.get_by_role("button", name="Spades").click()
    expect(frame.get_by_role("heading", name="Meld", exact=True)).to_be_visible()
    assert page.evaluate("workers.length") == 2
    mine.faults.clear()  # the page gives the tap up and sends it again


def test_a_tab_closed_in_the_middle_of_a_tap_leaves_a_whole_game(mine: StaticPhone) -> None:
    page, frame, at = start_game(mine)
    frame.get_by_role("button", name="Spades").click(no_wait_after=True)
    page.close()
    _, frame = mine.open(at.lstrip("/"))
    expect(frame.get_by_role("heading", name="Meld", exact=True)).to_be_visible()


def test_a_second_tab_is_answered_and_goes_on_when_the_first_is_closed(mine: StaticPhone) -> None:
    first, _, at = start_game(mine)
    _, frame = mine.open(at.lstrip("/"))
    frame.get_by_role("button", name="Spades").click()
    expect(frame.get_by_role("heading", name="Meld", exact=True)).to_be_visible()
    first.close()
    frame.get_by_role("button", name="Undo").first.click()
    expect(frame.get_by_role("button", name="Spades")).to_be_visible()


def test_where_storage_is_full_the_tap_is_kept_and_said_so(mine: StaticPhone) -> None:
    page, frame, at = start_game(mine)
    session = mine.context.new_cdp_session(page)
    origin = mine.url.rstrip("/")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    assert frame.evaluate(UNTIL_FULL, at) == 503
    frame.goto(frame.url)
    suits = frame.locator("form[action*='trump'] button")
    (suits if suits.count() else frame.locator("form[action*='undo'] button")).first.click()
    expect(frame.get_by_text("is kept on this phone; trying again")).to_be_visible()
    expect(frame.get_by_text("the disk is full")).to_be_visible()
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    expect(frame.get_by_text("is kept on this phone; trying again")).to_be_hidden()
    assert frame.evaluate(SEND, [at, "undo", {}]) == 200
    mine.faults.clear()  # each refusal is logged


def test_a_new_build_waits_until_the_game_is_closed(engine: BrowserType, built: Path, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    shutil.copytree(built, folder)
    host = StaticHost(folder)
    host.start()
    with phone(engine, tmp_path / "profile", host.url) as mine:
        page, frame, at = start_game(mine)
        rewrite(folder, "shell.css", (folder / "shell.css").read_bytes() + b"\n:root { --build: 2; }\n")
        page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
        page.wait_for_function("navigator.serviceWorker.getRegistration().then((found) => Boolean(found.waiting))")
        frame.get_by_role("button", name="Spades").click()
        expect(frame.get_by_role("heading", name="Meld", exact=True)).to_be_visible()
        assert page.evaluate(BUILD) == ""
        page.close()
        page, frame = mine.open(at.lstrip("/"))
        page.wait_for_function(f"{BUILD} === '2'")
        expect(shown(page).get_by_role("heading", name="Meld", exact=True)).to_be_visible()
        assert mine.faults == []
    host.stop()


def test_before_the_browser_may_delete_games_it_is_said_and_a_copy_offered(mine: StaticPhone) -> None:
    page, _, _ = start_game(mine)
    expect(page.locator("#bar")).to_contain_text("This browser may delete your games")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save a copy").click()
    assert '"companion-games"' in Path(saved.value.path()).read_text(encoding="utf-8")
    expect(page.locator("#bar")).to_be_hidden()


def test_a_game_is_saved_as_a_file(mine: StaticPhone) -> None:
    page, frame, at = start_game(mine)
    frame.goto(f"{mine.url.rstrip('/')}{at}sheet")
    with page.expect_download() as saved:
        frame.get_by_role("link", name="Whole game").click()
    assert saved.value.suggested_filename.endswith(".json")
    assert '"companion-game"' in Path(saved.value.path()).read_text(encoding="utf-8")


def test_a_folder_below_the_top_of_a_host_does_as_well(engine: BrowserType, built: Path, tmp_path: Path) -> None:
    (tmp_path / "top").mkdir()
    (tmp_path / "top" / "cards").symlink_to(built)
    host = StaticHost(tmp_path / "top", "/cards")
    host.start()
    with phone(engine, tmp_path / "profile", host.url) as mine:
        page, _ = mine.open()
        page.goto(f"{host.url}new/site")
        begin(shown(page), "site")
        assert "/cards/game/" in shown(page).url
        assert mine.faults == []
    host.stop()
