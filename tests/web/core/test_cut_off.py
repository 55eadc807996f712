"""The network between the companion and PostgreSQL is cut: that is said, nothing is lost, and it mends by itself."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep

import pytest
from flask import Flask

from companion.rules.variants.partnership import SITE
from tests.cluster import Cluster
from tests.conftest import PATIENCE_SECONDS
from tests.forwarder import Forwarder
from tests.web.conftest import browser
from tests.web.table_player import Player, begin, words

AWAY = "the database does not answer"


@pytest.fixture
def postgres(cluster: Cluster, network: Forwarder) -> str:
    """The address of a database beyond the network."""
    return cluster.over_tcp(cluster.new_address(), network.port)


@pytest.fixture
def player(make_far: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch) -> Player:
    monkeypatch.setattr("companion.store.postgres.WAIT_FOR_A_CONNECTION_S", 0.2)
    app = make_far()
    return Player(app, browser(app), begin(app, SITE))


def _until_written(player: Player, form: dict[str, str]) -> None:
    """Send a form again, as a phone does, until it is taken."""
    give_up = monotonic() + PATIENCE_SECONDS
    while player.client.post(f"/game/{player.game}/take", data=form).status_code != 303:
        assert monotonic() < give_up
        sleep(0.05)


def test_what_the_network_cuts_off_is_said_and_written_once_when_it_is_back(player: Player, network: Forwarder) -> None:
    form = {"key": "tap", "seen": str(player.version), "seat": "1", "amount": "300"}
    network.cut()
    for path in (f"/game/{player.game}/", f"/game/{player.game}/sheet", "/"):
        answer = player.client.get(path)
        assert (answer.status_code, AWAY in words(answer), "Retry-After" in answer.headers) == (503, True, True), path
    answer = player.client.post(f"/game/{player.game}/take", data=form)
    assert (answer.status_code, f"Nothing was written: {AWAY}" in words(answer)) == (503, True)
    assert [player.client.get(path).status_code for path in ("/healthz", "/readyz")] == [200, 503]
    network.mend()
    _until_written(player, form)
    version = player.version
    assert player.client.post(f"/game/{player.game}/take", data=form).status_code == 303
    assert player.version == version > int(form["seen"])
    assert player.client.get("/readyz").status_code == 200


def test_after_a_long_cut_it_is_there_again_as_soon_as_after_a_short_one(
    player: Player, network: Forwarder, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = {"key": "tap", "seen": str(player.version), "seat": "1", "amount": "300"}
    # As after a cut so long that the pool of psycopg, which waits twice as long after each failure, waits for an hour.
    monkeypatch.setattr("psycopg_pool.base.AttemptWithBackoff.INITIAL_DELAY", 3600.0)
    network.cut()
    for _ in range(2):
        assert player.client.get("/readyz").status_code == 503
    network.mend()
    _until_written(player, form)
