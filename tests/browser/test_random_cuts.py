"""Two phones, cuts at random: each tap is in the journal once, or in sight on the phone that made it.

``COMPANION_CUTS=50 .venv/bin/pytest --thorough tests/browser/test_random_cuts.py`` plays more than the tests do.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from companion.game.events import PlayerRenamed
from companion.rules.variants.partnership import SITE
from companion.web.core.game import REPLAYED, open_game
from tests.browser.conftest import PHONES, Phone, Server
from tests.browser.logged import LOST_LINE, refused
from tests.web.conftest import browser
from tests.web.table_player import Player, begin

pytestmark = pytest.mark.thorough

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

TAPS_EACH = 6
SEATS = (0, 1, 2)
"""Both phones rename these players; so they meet now and then."""


SETTLED = "() => document.querySelector('.outbox p, .alert.bad') || !location.pathname.endsWith('/names')"
"""Whether the page says something of the tap, or has gone on because it was written."""

IN_SIGHT = """() => " " + [
    ...[...document.querySelectorAll(".outbox, .alert")].map((each) => each.innerText),
    ...[...document.querySelectorAll("main input:not([type=hidden])")].map((each) => each.value),
].join(" ")"""


class Cuts:
    """A proxy that loses requests and answers by chance, and says 502."""

    def __init__(self, app: Flask, chance: Random) -> None:
        self.inner, self.chance, self.mended, self.replays = app.wsgi_app, chance, False, 0
        app.wsgi_app = self  # type: ignore[method-assign]  # as Flask says that a server is wrapped

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if self.mended or environ["REQUEST_METHOD"] != "POST" or (cut := self.chance.choice(CUTS)) == "through":
            return self.inner(environ, self._counting(start_response))
        if cut == "answer":
            list(self.inner(environ, self._counting(lambda *_: lambda _: None)))
        start_response("502 Bad Gateway", [("Content-Length", "0")])
        return [b""]

    def _counting(self, start_response: StartResponse) -> StartResponse:
        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            self.replays += any(name == REPLAYED for name, _ in headers)
            return start_response(status, headers, *rest)

        return start


CUTS = ("through", "request", "answer", "answer")


class Model:
    """What a person expects who knows nothing of keys: each name that was told is written, or seen not to be."""

    def __init__(self, table: Player, phones: list[Phone], chance: Random) -> None:
        self.table, self.phones, self.chance = table, phones, chance
        self.told: list[set[str]] = [set() for _ in phones]
        self.cuts = Cuts(table.app, chance)

    def tap(self, who: int) -> None:
        """Give somebody a name that nobody had, and wait until the phone has something to say of it."""
        page, name = self.phones[who].page, f"N{who}{len(self.told[who])}"
        page.goto(f"{self.phones[who].url}/game/{self.table.game}/names")
        page.locator(f"#name-{self.chance.choice(SEATS)}").fill(name)
        page.get_by_role("button", name="Change the names").click(force=True)
        self.told[who].add(name)
        page.wait_for_function(SETTLED)

    def mend(self) -> None:
        """Let everything through again, and wait until nothing waits."""
        self.cuts.mended = True
        for phone in self.phones:
            phone.page.evaluate("dispatchEvent(new Event('focus'))")
            expect(phone.page.locator(".outbox").get_by_text("trying again")).to_have_count(0)

    def written(self) -> Counter[str]:
        """How often each name stands in the journal."""
        with self.table.app.test_request_context():
            history = open_game(self.table.game).history
        return Counter(each.event.name for each in history if isinstance(each.event, PlayerRenamed))


def play(table: Player, phones: list[Phone], seed: int) -> Model:
    """Tell names on both phones while chance cuts the line; the model says what came of it."""
    chance = Random(seed)
    model = Model(table, phones, chance)
    seen: list[str] = []
    for _ in range(TAPS_EACH * len(phones)):
        who = chance.randrange(len(phones))
        model.tap(who)
        seen.append(_in_sight(phones[who].page))
    model.mend()
    seen += [_in_sight(phone.page) for phone in phones]
    written, told = model.written(), set().union(*model.told)
    assert not [name for name, times in written.items() if times > 1], f"seed {seed}: written twice"
    assert set(written) <= told
    lost = [name for name in told - set(written) if not any(name in page for page in seen)]
    assert not lost, f"seed {seed}: {lost} are neither written nor in sight"
    return model


def _in_sight(page: Page) -> str:
    """What the page says of things that were not written; a page that goes on meanwhile is asked again."""
    return str(page.wait_for_function(IN_SIGHT).json_value())


@pytest.mark.parametrize("seed", range(int(os.environ.get("COMPANION_CUTS", "2"))))
def test_each_tap_counts_once_or_is_in_sight(
    serve: Callable[..., Server], make_phone: Callable[..., Phone], seed: int
) -> None:
    server = serve()
    table = Player(server.app, browser(server.app), begin(server.app, SITE))
    phones = [make_phone(name, server=server) for name in PHONES]
    assert play(table, phones, seed).cuts.replays > 0
    for phone in phones:
        phone.forgive(*LOST_LINE, *refused(409, 502))
