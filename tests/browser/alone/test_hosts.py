"""What hosts do to a folder: either the companion works, or it says what the host's owner has to change."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserType, Page, expect

from tests.browser.alone.games import begin
from tests.browser.alone.host import Habit, Sent, StaticHost, phone, shown

pytestmark = pytest.mark.thorough


def types(*names: str, as_: str) -> Habit:
    """Send these files as of this type, and have no browser guess."""

    def habit(sent: Sent) -> None:
        if sent.path in names:
            sent.headers |= {"Content-Type": as_, "X-Content-Type-Options": "nosniff"}

    return habit


def header(name: str, value: str) -> Habit:
    """Send a header with everything."""
    return lambda sent: sent.headers.update({name: value})


def encoded(sent: Sent) -> None:
    """What ends in gz is called encoded."""
    if sent.path.endswith(".gz"):
        sent.headers |= {"Content-Encoding": "gzip", "Content-Type": "text/plain"}


def page_for_snapshot(sent: Sent) -> None:
    """Answer with a page where a file is too large."""
    if "snapshot" in sent.path:
        sent.content, sent.headers["Content-Type"] = b"<!doctype html><title>Welcome</title>", "text/html"


def index_for_all(sent: Sent) -> None:
    """Answer everything with the companion's own index.html."""
    if not sent.path.endswith("index.html"):
        sent.status, sent.content, sent.headers["Content-Type"] = 200, INDEX[0], "text/html"


INDEX: list[bytes] = []


def windows_lines(sent: Sent) -> None:
    """Change line ends of texts."""
    if sent.path.endswith((".html", ".js", ".css", ".json")):
        sent.content = sent.content.replace(b"\n", b"\r\n")


def added_script(sent: Sent) -> None:
    """Add a script to pages."""
    if sent.path.endswith(".html"):
        sent.content = sent.content.replace(b"</body>", b"<script src='/count.js'></script></body>")


def lacks(name: str) -> Habit:
    """Have lost a file."""

    def habit(sent: Sent) -> None:
        if sent.path == name:
            sent.status, sent.content = 404, b"Not found"

    return habit


WORKS = {
    "gz is called encoded": encoded,
    "embedder policy": header("Cross-Origin-Embedder-Policy", "require-corp"),
    "no workers or frames by policy": header("Content-Security-Policy", "frame-src 'none'"),
    "everything for a year": header("Cache-Control", "public, max-age=31536000, immutable"),
    "nothing is cached": header("Cache-Control", "no-store"),
}
SAYS = {
    "service worker as text": (types("sw.js", as_="text/plain"), "“sw.js” is sent as “text/plain”"),
    "scripts as text": (types("sw.js", "shell.js", as_="text/plain"), "“shell.js” is sent as “text/plain”"),
    "index.html for all": (index_for_all, "every address is answered with a page"),
    "a page for a large file": (page_for_snapshot, "“app/snapshot.gz” is answered with a page"),
    "other line ends": (windows_lines, "arrives changed"),
    "a script is added": (added_script, "“index.html” arrives changed"),
    "a file is missing": (lacks("app/companion.gz"), "“app/companion.gz” can’t be had there (404)"),
    "no service worker": (lacks("sw.js"), "“sw.js” can’t be had there (404)"),
    "no shell": (lacks("shell.js"), "“shell.js” can’t be had there (404)"),
}
"""By habit, what the page says."""


def visit(host: StaticHost, engine: BrowserType, profile: Path, check: Callable[[Page], Any]) -> None:
    """Open the companion at a host once, on a phone that has not been there."""
    host.start()
    try:
        with phone(engine, profile, host.url) as mine:
            page = mine.context.new_page()
            page.goto(mine.url)
            check(page)
    finally:
        host.stop()


@pytest.mark.parametrize("habit", WORKS)
def test_with_such_a_host_the_companion_works(built: Path, engine: BrowserType, tmp_path: Path, habit: str) -> None:
    def check(page: Page) -> None:
        shown(page)
        page.goto(f"{host.url}new/site")
        begin(shown(page), "site")

    host = StaticHost(built, habit=WORKS[habit])
    visit(host, engine, tmp_path / "profile", check)


@pytest.mark.parametrize("habit", SAYS)
def test_with_such_a_host_the_page_says_what_is_wrong(
    built: Path, engine: BrowserType, tmp_path: Path, habit: str
) -> None:
    INDEX[:] = [(built / "index.html").read_bytes()]
    does, says = SAYS[habit]

    def check(page: Page) -> None:
        expect(page.locator("#says")).to_contain_text(says)
        expect(page.locator("#says")).to_contain_text("docs/phone.md")

    visit(StaticHost(built, habit=does), engine, tmp_path / "profile", check)


@pytest.mark.parametrize("gone", ["shell.js", "sw.js", "app/snapshot.gz"])
def test_a_host_that_goes_away_in_the_middle_is_said_so(
    built: Path, engine: BrowserType, tmp_path: Path, gone: str
) -> None:
    def goes(sent: Sent) -> None:
        if sent.path == gone or away:
            away.append(sent.path)
            sent.status = 0

    away: list[str] = []
    lost = "The connection was lost while the companion was loading."
    visit(
        StaticHost(built, habit=goes),
        engine,
        tmp_path / "profile",
        lambda page: expect(page.locator("#says")).to_contain_text(lost),
    )
