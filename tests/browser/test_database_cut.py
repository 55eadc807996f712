"""The database is away while a phone taps: the tap is kept on the phone, and counts once when the database is back."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from companion.game.events import MeldShown
from companion.rules.variants.partnership import SITE
from companion.web.core.game import open_game
from tests.browser.conftest import Phone, Server
from tests.browser.cuts import save
from tests.browser.logged import LOST_LINE, refused
from tests.cluster import Cluster
from tests.forwarder import Forwarder
from tests.web.conftest import browser
from tests.web.table_player import Player, begin

pytestmark = pytest.mark.thorough

AWAY = "the database does not answer"


@pytest.fixture
def server(
    serve: Callable[..., Server], cluster: Cluster, network: Forwarder, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Server]:
    """A server whose database lies beyond the network."""
    monkeypatch.setattr("companion.store.postgres.WAIT_FOR_A_CONNECTION_S", 0.2)
    yield serve(database=cluster.over_tcp(cluster.new_address(), network.port))
    network.cut()


def test_a_tap_waits_on_the_phone_while_the_database_is_cut_off(
    server: Server, network: Forwarder, make_phone: Callable[..., Phone]
) -> None:
    table = Player(server.app, browser(server.app), begin(server.app, SITE))
    table.do("take", seat="0", amount="300")
    table.do("trump", trump="S")
    phone = make_phone(server=server)
    page = phone.open(f"/game/{table.game}/")
    network.cut()
    save(page, "Ann & Cy", 120)
    waits = page.locator(".outbox p").first
    expect(waits).to_contain_text("is kept on this phone; trying again (since")
    expect(waits).to_contain_text(f"Nothing was written: {AWAY}.")
    network.mend()
    expect(page.locator(".outbox")).to_be_empty()
    expect(page.locator("#name-A output")).to_contain_text("120")
    with server.app.test_request_context():
        history = open_game(table.game).history
    told = [each.event for each in history if isinstance(each.event, MeldShown)]
    assert [(each.side, each.points) for each in told] == [("A", 120)]
    phone.forgive(*LOST_LINE, *refused(503))
