"""Two browsers at a companion behind Caddy, as ``deploy/Caddyfile`` sets it up, over https."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import BrowserContext, Page, expect

from companion.cli import main
from tests.browser.club import Club, club
from tests.conftest import PATIENCE_SECONDS, also

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(os.name == "nt", reason="companion host is not for Windows"),
]

SERVERS = {"one on a file": 1, "two on PostgreSQL": 2}
SEATS = "name-0=Ann&name-1=Bob&name-2=Cy&name-3=Di&dealer=0&start=1&key=begun"
BEFORE_IT_ASKS_BY_ITSELF_MS = 15_000
"""A page that hears no signal asks every 20 seconds."""


@pytest.fixture(params=[also("one on a file"), "two on PostgreSQL"])
def served(request: pytest.FixtureRequest, caddy: Path, tmp_path: Path) -> Iterator[Club]:
    hosts = SERVERS[request.param]
    with club(caddy, tmp_path, hosts, "" if hosts == 1 else request.getfixturevalue("postgres")) as made:
        yield made


def begin(served: Club) -> str:
    """A game in which the meld is told, begun by forms that went through Caddy."""
    table = served.ask("/new/site", SEATS).headers["location"]
    for path, form in (("take", "seat=0&amount=300&key=taken"), ("trump", "trump=S&key=named")):
        assert served.ask(table + path, form).status == 303
    return table


def save(page: Page, side: str, points: int) -> None:
    page.locator(f"#meld-{side}").fill(str(points))
    page.get_by_role("button", name="Write it down").click()


def test_two_browsers_play_behind_caddy_over_https(served: Club, browsers: list[BrowserContext]) -> None:
    table = begin(served)
    ann, ben = (context.new_page() for context in browsers)
    for page in (ann, ben):
        with page.expect_response(re.compile("/live/")):
            page.goto(served.url + table)
    save(ann, "A", 120)
    expect(ben.locator("#meld-A")).to_have_value("120", timeout=BEFORE_IT_ASKS_BY_ITSELF_MS)
    save(ben, "B", 60)
    expect(ann.locator("#meld-B")).to_have_value("60", timeout=BEFORE_IT_ASKS_BY_ITSELF_MS)

    assert ann.evaluate("isSecureContext")
    cookies = [cookie for context in browsers for cookie in context.cookies()]
    assert cookies
    assert all(cookie["secure"] for cookie in cookies)
    ann.goto(f"{served.url}{table}share")
    expect(ann.locator(".address").first).to_have_text(f"{served.url}{table}join")

    assert served.ask("/readyz").status == 404
    _sees_that_all_is_set(served, ann)
    _stop(served)
    _logged(served, table)


def _sees_that_all_is_set(served: Club, page: Page) -> None:
    printed = CliRunner().invoke(main, ["setup"], env=served.environ).output
    page.goto(printed.splitlines()[0])
    page.get_by_role("button", name="Test a form submission").click()
    expect(page.get_by_text("Everything fits.")).to_be_visible()
    expect(page.get_by_text("A form from this browser is taken.")).to_be_visible()


def _stop(served: Club) -> None:
    """Both phones follow, through Caddy, and keep no server from ending by itself."""
    for process in served.hosts:
        process.send_signal(signal.SIGTERM)
    assert [process.wait(PATIENCE_SECONDS) for process in served.hosts] == [0] * len(served.hosts)


def _logged(served: Club, table: str) -> None:
    """Each server had its part of the requests, under the numbers that Caddy gave them."""
    requests = [line for line in served.lines() if line["event"] == "request"]
    assert {"/live/<game>", "/game/<game>/take", "/setup/check/<token>"} <= {line["route"] for line in requests}
    assert all(re.fullmatch(r"[0-9a-f-]{36}", line["request_id"]) for line in requests if line["route"] != "/readyz")
    assert not any(table.split("/")[2] in log.read_text(encoding="utf-8") for log in served.logs)
    assert all("/game/<game>/" in log.read_text(encoding="utf-8") for log in served.logs)
