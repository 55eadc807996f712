"""The log tells each request in one line of JSON, and nobody's name, game or link."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from companion.rules.variants.partnership import SITE
from companion.store import Role
from companion.web.core.access import ANYBODY, allow
from companion.web.core.current import current_store
from companion.web.log import JsonLines
from tests.web.conftest import NOW, browser
from tests.web.table_player import begin

NAME = "Anneliese"


def told(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    return [json.loads(JsonLines().format(record)) for record in caplog.records]


@pytest.fixture
def app(make_own_app: Callable[..., Flask], caplog: pytest.LogCaptureFixture) -> Flask:
    caplog.set_level(logging.INFO)
    return make_own_app(LOG="json")


def test_a_request_is_one_line_without_names_tokens_or_the_games_id(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    game, client = begin(app, SITE), browser(app)
    with app.app_context():
        token = current_store().links.make_link(game, Role.WATCHER, NOW)
    answers = [
        client.get(f"/game/{game}/"),
        client.post(f"/game/{game}/names", data={"name-0": NAME, "key": "k"}),
        client.get(f"/watch/{token}"),
        client.get(f"/games/?q={NAME}"),
        client.get(f"/{NAME}"),
        client.get("/healthz"),
    ]
    lines = told(caplog)
    assert [(line["route"], line["status"]) for line in lines] == [
        ("/game/<game>/", 200),
        ("/game/<game>/names", answers[1].status_code),
        ("/watch/<token>", 200),
        ("/games/", 200),
        ("none", 404),
    ]
    assert {"time", "level", "event", "request_id", "route", "method", "status", "ms", "game"} == set(lines[0])
    assert lines[0]["game"] == lines[1]["game"] != ""
    assert lines[0]["request_id"] == answers[0].headers["X-Request-Id"]
    assert not any(secret in json.dumps(lines) for secret in (NAME, game, token))


def test_a_fault_is_told_by_its_kind_and_its_place_and_its_page_names_the_request(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(token: str) -> str:
        raise ValueError(f"no such name: {token}")

    app.testing = False
    app.add_url_rule("/fails/<token>", view_func=allow(ANYBODY)(fail))
    answer = app.test_client().get(f"/fails/{NAME}")
    fault, request = told(caplog)
    assert (fault["level"], fault["fault"], fault["route"]) == ("error", "ValueError", "/fails/<token>")
    assert fault["lines"][-1].endswith(" fail")
    assert fault["request_id"] == request["request_id"]
    assert request["request_id"] in answer.text
    assert NAME not in json.dumps([fault, request])


def test_the_id_that_a_proxy_gives_is_taken_where_it_is_trusted(app: Flask, make_app: Callable[..., Flask]) -> None:
    headers = {"X-Request-Id": "0123-abcd-4567", "X-Forwarded-For": "203.0.113.9"}
    assert app.test_client().get("/", headers=headers).headers["X-Request-Id"] != "0123-abcd-4567"
    from companion.settings import read_networks

    trusting = make_app(TRUSTED_PROXIES=read_networks("127.0.0.1"))
    assert trusting.test_client().get("/", headers=headers).headers["X-Request-Id"] == "0123-abcd-4567"
    strange = {**headers, "X-Request-Id": "<script>"}
    assert len(trusting.test_client().get("/", headers=strange).headers["X-Request-Id"]) == 16
