"""The mark in the bar says whether the companion is there."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.shipped import shipped
from tests.browser.beginning import start_game, watch_path
from tests.browser.conftest import Phone, Server
from tests.browser.logged import LOST_LINE
from tests.conftest import also

SOON = 5_000
"""So many milliseconds after the line is cut everybody must see it."""
FIGURES = re.compile(r"\b(?:QUIET|PATIENCE|LOOK) = (\d+)")


def stands(page: Page, state: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-line", state)


def test_the_quiet_the_look_and_the_answer_that_are_waited_for_are_over_soon() -> None:
    quiet, answer, look = map(int, FIGURES.findall((shipped("static") / "js" / "line.js").read_text(encoding="utf-8")))
    assert quiet + answer + look <= SOON


@pytest.mark.parametrize("watches", [False, also(True)], ids=["at the table", "watching"])
def test_the_mark_turns_when_the_server_is_lost_and_back_when_it_answers(
    serve: Callable[..., Server], make_phone: Callable[..., Phone], watches: bool
) -> None:
    server = serve()
    phone = make_phone(server=server)
    game = start_game(phone)
    page = phone.open(watch_path(phone.open(f"{game}share")) if watches else game)
    stands(page, "there")
    server.stop()
    stands(page, "lost")
    expect(page.get_by_text("No connection to the companion")).to_be_visible()
    phone.check()
    serve(port=server.port)
    stands(page, "there")
    expect(page.locator(".line")).to_be_hidden()
    phone.forgive(*LOST_LINE)


def test_the_mark_turns_when_the_line_is_dead_and_nobody_says_so(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.streams.HEARTBEAT_SECONDS", 3600)
    page = phone.open(start_game(phone))
    stands(page, "there")
    page.route("**since=*", lambda route: None)  # as in a radio hole: no answer, and no refusal
    stands(page, "lost")
    page.unroute("**since=*")
    stands(page, "there")
    phone.forgive(*LOST_LINE)


def test_the_mark_turns_when_the_phone_goes_offline_though_its_stream_stays_open(phone: Phone) -> None:
    page = phone.open(start_game(phone))
    stands(page, "there")
    phone.context.set_offline(True)  # which leaves a stream that is open as it is
    stands(page, "lost")
    phone.context.set_offline(False)
    stands(page, "there")
    phone.forgive(*LOST_LINE)


@pytest.mark.thorough
def test_a_page_that_follows_nothing_has_no_mark(phone: Phone) -> None:
    page = phone.open("/rules/")
    expect(page.get_by_role("heading", name="Rulebook")).to_be_visible()
    assert page.locator("html").get_attribute("data-line") is None
