"""What is counted is what happened, and it is given away at an address of its own alone."""

from __future__ import annotations

import socket
import urllib.request
from collections.abc import Callable
from datetime import datetime, timezone
from functools import partial
from pathlib import Path

import pytest
from flask import Flask
from prometheus_client.parser import text_string_to_metric_families

from companion.rules.variants.partnership import SITE
from companion.settings import SettingError
from companion.store import Office
from companion.store.backup import back_up_into
from companion.web.measures import listen
from tests.conftest import PATIENCE_SECONDS
from tests.ports import free_port
from tests.web.club.people import come_in
from tests.web.conftest import browser
from tests.web.follower import Follower
from tests.web.table_player import Player, begin

Figures = Callable[..., float | None]


@pytest.fixture
def app(make_app: Callable[..., Flask], tmp_path: Path) -> Flask:
    return make_app(METRICS=("127.0.0.1", free_port()), WATCHERS=1, BACKUP_DIR=tmp_path / "backups")


@pytest.fixture
def figure(app: Flask) -> Figures:
    """A figure as Prometheus would find it."""

    def ask(name: str, **labels: str) -> float | None:
        stop = listen(app)
        try:
            address = "http://{}:{}/metrics".format(*app.config["METRICS"])
            with urllib.request.urlopen(address, timeout=PATIENCE_SECONDS) as answer:
                families = list(text_string_to_metric_families(answer.read().decode()))
        finally:
            stop()
        found = [sample for family in families for sample in family.samples if sample.name == name]
        return next((each.value for each in found if each.labels == labels), None)

    return ask


def test_commands_are_counted_by_what_came_of_them(app: Flask, figure: Figures) -> None:
    player = Player(app, browser(app), begin(app, SITE))
    player.do("take", seat="0", amount="300", key="taken")
    player.send("take", seat="0", amount="300", key="taken", seen="1")
    player.send("take", seat="1", amount="310", seen="1")
    player.send("trump", trump="X")
    told = {outcome: figure("companion_commands_total", command="TakeBid", outcome=outcome) for outcome in OUTCOMES}
    assert told == {"written": 1.0, "replayed": 1.0, "stale": 1.0, "refused": None}
    assert figure("companion_command_duration_seconds_count") == 3.0
    assert (figure("companion_database_write_wait_seconds_count") or 0) >= 2


OUTCOMES = ("written", "replayed", "stale", "refused")


def test_requests_are_counted_by_route_and_never_by_address(app: Flask, figure: Figures) -> None:
    client = browser(app)
    client.get("/rules/")
    client.get("/rules/")
    client.open("/nobody-knows", method="BREW")
    assert figure("companion_http_requests_total", route="/rules/", method="GET", status="200") == 2.0
    assert figure("companion_http_requests_total", route="none", method="other", status="411") == 1.0
    assert figure("companion_http_request_duration_seconds_count", route="/rules/") == 2.0


def test_those_who_follow_are_counted_and_how_late_they_are_told(app: Flask, figure: Figures) -> None:
    player = Player(app, browser(app), begin(app, SITE))
    stream = Follower(browser(app), f"/live/{player.game}")
    next(stream)
    assert browser(app).get(f"/live/{player.game}").status_code == 503
    player.do("take", seat="0", amount="300")
    next(stream.news())
    assert [figure("companion_live_streams"), figure("companion_live_places")] == [1.0, 1.0]
    assert figure("companion_live_refused_total") == 1.0
    assert figure("companion_signal_delay_seconds_count") == 1.0
    stream.close()


def test_who_signs_in_to_a_club_is_counted_by_the_way_and_not_by_name(make_app: Callable[..., Flask]) -> None:
    club = make_app(HOME="club", METRICS=("127.0.0.1", free_port()))
    come_in(club, Office.OWNER, "Ann")
    browser(club).post("/in/wrong", data={"key": "k"})
    browser(club).post("/sign-in", data={"key": "k", "answer": "{}"})
    counted = partial(club.extensions["measures"].get_sample_value, "companion_sign_ins_total")
    for way, outcome in (("link", "ok"), ("link", "refused"), ("passkey", "refused")):
        assert counted({"way": way, "outcome": outcome}) == 1.0


def test_games_backups_and_the_database_are_looked_up(app: Flask, figure: Figures) -> None:
    begin(app, SITE)
    assert figure("companion_games", state="open") == 1.0
    assert (figure("companion_database_bytes") or 0) > 10_000
    assert figure("companion_photo_queue_length") == 0.0
    assert figure("companion_backup_age_seconds") is None
    back_up_into(app.extensions["store"], app.config["BACKUP_DIR"], 3, datetime.now(timezone.utc))
    age = figure("companion_backup_age_seconds")
    assert age is not None
    assert age < PATIENCE_SECONDS


def test_photos_are_counted_and_those_that_could_not_be_read(app: Flask, figure: Figures) -> None:
    line = app.extensions["reading_line"]
    turn = line.hand_in(b"no picture", {"key": "k", "purpose": {"variant": "site"}, "pack": {}, "owners": []})
    turn.wait(PATIENCE_SECONDS)
    assert figure("companion_photo_failures_total", why="unreadable") == 1.0
    assert figure("companion_photo_read_seconds_count") == 1.0


def test_the_figures_are_not_to_be_had_where_the_pages_are(app: Flask) -> None:
    assert browser(app).get("/metrics").status_code == 404


def test_an_address_that_is_taken_is_said(app: Flask) -> None:
    with socket.create_server(app.config["METRICS"]), pytest.raises(SettingError, match="COMPANION_METRICS: nothing"):
        listen(app)
