"""Whole games offline, on a phone by itself; a server answers the same beside it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Frame, expect
from typing_extensions import override
from werkzeug.test import TestResponse

from tests.browser.alone.games import SEND, alike, begin, text_of
from tests.browser.alone.host import StaticHost, StaticPhone, shown
from tests.web.conftest import browser
from tests.web.games import GAMES, Told, by_side, sit_down
from tests.web.table_player import Player

pytestmark = pytest.mark.thorough


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
        table.do("turn", turned="AS")
    else:
        table.do("take", seat=deal.seat, amount=deal.bid)
        table.do("trump", trump="S")
    table.do("meld/close", **by_side(sides, deal.meld, "meld"))
    if deal.taken is None:
        table.do("end", end="thrown-in")
    else:
        table.do("count", **by_side(sides[:-1], deal.taken), **{f"empty_{side}": "1" for side in deal.empty})


@pytest.mark.parametrize("key", ["site", "three-handed", "two-handed"])
def test_a_whole_game_offline_shows_at_each_step_what_a_server_shows(
    mine: StaticPhone, host: StaticHost, app: Flask, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.jinja_env.globals, "draws_pictures", False)  # as on the phone, which has no Pillow
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


def test_a_link_into_it_opens_its_page_on_a_phone_that_was_never_there(mine: StaticPhone) -> None:
    page, frame = mine.open("rules/?q=misdeal")
    expect(frame.get_by_role("heading", level=1)).to_have_text("Rulebook")
    assert page.url == f"{mine.url}rules/?q=misdeal"
    assert all("404" in fault for fault in mine.faults)
    mine.faults.clear()


@pytest.mark.engines
def test_somebody_new_looks_around_and_practices_offline(mine: StaticPhone, host: StaticHost) -> None:
    page, frame = mine.open()
    host.stop()
    frame.get_by_role("button", name="Look around in a sample game").click()
    expect(frame.get_by_text("Cleo bid 200")).to_be_visible()
    page.goto(f"{host.url}practice/play/site/a")
    frame = shown(page)
    frame.locator(".held label").first.click()
    frame.get_by_role("button", name="These I may play").click()
    expect(frame.get_by_role("link", name="Next question")).to_be_visible()
    page.goto(f"{host.url}practice/bid/site/a")
    frame = shown(page)
    frame.get_by_role("button", name="Pass").click()
    expect(frame.get_by_text("That is how often the bid is made")).to_be_visible()
