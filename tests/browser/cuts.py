"""A table at which the meld is entered, a phone at it, and a line between that can be cut."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from flask import Flask, Response, request_finished
from playwright.sync_api import Page, Route, expect

from companion.game.events import MeldClosed, MeldShown
from companion.rules.variants.partnership import SITE
from companion.web.core.current import current_store
from companion.web.core.game import REPLAYED, open_game
from tests.browser.conftest import PLAIN_NAME, Phone, Server
from tests.browser.game_night import close_meld
from tests.store.stores import sqlite_of
from tests.web.conftest import browser
from tests.web.table_player import Player, begin

KEPT = "is kept on this phone; trying again (since"


WRITES = "**/meld/**"


@dataclass
class Cut:
    """A table where the meld is told, a phone at it, and what lies between."""

    server: Server
    serve: Callable[..., Server]
    table: Player
    phone: Phone
    folder: Path
    replays: int = 0

    @property
    def page(self) -> Page:
        return self.phone.page

    def count(self, _app: Flask, response: Response) -> None:
        """Count the answers that say that a form had been carried out before, whether they reach the phone or not."""
        self.replays += REPLAYED in response.headers

    def told(self) -> list[object]:
        """The melds in the journal, in order, and that they were closed."""
        app = self.server.app
        with app.test_request_context():
            events = [recorded.event for recorded in open_game(self.table.game).history]
        shown = [(each.side, each.points) for each in events if isinstance(each, MeldShown)]
        return [*shown, *("closed" for each in events if isinstance(each, MeldClosed))]

    def tap(self, taps: int) -> None:
        """Tell one thing, or three in a row."""
        save(self.page, "Ann & Cy", 120)
        if taps == 3:
            expect(self.page.locator(".outbox")).to_contain_text(KEPT)
            save(self.page, "Bob & Di", 60)
            close_meld(self.page)

    def mend(self) -> None:
        """What is written gets through again, and somebody looks at the phone, upon which it tries again at once."""
        self.page.unroute(WRITES)
        self.page.evaluate("dispatchEvent(new Event('focus'))")

    def restart(self) -> None:
        """The same server again, at the same port."""
        self.server = self.serve(port=self.server.port)
        self.table.app, self.table.client = self.server.app, browser(self.server.app)


def save(page: Page, side: str, points: int) -> None:
    typed = page.get_by_role("textbox", name=f"Meld of {side}")
    typed.fill(str(points))
    page.locator(".save", has=typed).get_by_role("button", name="Save").click()


@pytest.fixture
def cut(
    way: tuple[str, str, int], serve: Callable[..., Server], make_phone: Callable[..., Phone], tmp_path: Path
) -> Cut:
    server = serve()
    table = Player(server.app, browser(server.app), begin(server.app, SITE))
    table.do("take", seat="0", amount="300")
    with server.app.app_context():
        sqlite_of(current_store()).backup(tmp_path / "yesterday.db")
    table.do("trump", trump="S")
    host, *_ = way
    phone = make_phone(server=replace(server, url=server.url.replace("127.0.0.1", host)))
    made = Cut(server, serve, table, phone, tmp_path)
    request_finished.connect(made.count, server.app)
    phone.open(f"/game/{table.game}/")
    assert phone.page.evaluate("isSecureContext") is (host != PLAIN_NAME)
    return made


def waits(cut: Cut) -> None:
    expect(cut.page.locator(".outbox p").first).to_contain_text(KEPT)


def lose(route: Route) -> None:
    route.abort()


def swallow(_route: Route) -> None:
    """Neither an answer nor a refusal."""
