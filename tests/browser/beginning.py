"""Begins a game as a table does, and finds the way for those who watch it."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone

PEOPLE = ("Ann", "Bob", "Cy", "Di")


def start_game(phone: Phone) -> str:
    """Start a game dealt by Di, so that Ann bids first; the path of its table."""
    phone.page.goto(phone.begin("site", PEOPLE, dealer=3))
    expect(phone.page.get_by_role("heading", name="Ann to bid")).to_be_visible()
    return urlsplit(phone.page.url).path


def watch_path(page: Page) -> str:
    """Make a link to watch; its path."""
    page.get_by_role("button", name="Make a link to watch").tap()
    return urlsplit(page.locator("#watchers .address").inner_text()).path
