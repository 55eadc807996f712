"""A phone is known again by a cookie, and the server's key is its owner's alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask, g, session
from flask.testing import FlaskClient

from companion.store import Store
from companion.store.copying import KEPT
from companion.vision.serve.trial import Report
from tests.web.conftest import browser
from tests.web.new_game import begin
from tests.web.people.played import write_evenings
from tests.web.spelled_photos import read_what_it_says, send


def test_a_new_device_gets_an_id_that_no_script_can_read(client: FlaskClient) -> None:
    cookie = client.get("/").headers["Set-Cookie"]
    assert cookie.startswith("device=")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie


def test_a_known_device_keeps_its_id(app: Flask) -> None:
    client = app.test_client()
    client.get("/")
    with client:
        answer = client.get("/rules/")
        assert g.device == client.get_cookie("device").value  # type: ignore[union-attr]  # set by the first page
    assert "Set-Cookie" not in answer.headers


def test_a_made_up_id_is_replaced(app: Flask) -> None:
    client = app.test_client()
    client.set_cookie("device", "../../etc/passwd")
    assert "device=" in client.get("/").headers["Set-Cookie"]


def test_a_picture_sets_no_cookie(client: FlaskClient) -> None:
    assert "Set-Cookie" not in client.get("/static/icons/icon.svg", buffered=True).headers


def test_nothing_can_be_kept_in_a_session_besides(app: Flask) -> None:
    with app.test_request_context("/"), pytest.raises(RuntimeError):
        session["seat"] = 1


def test_the_key_survives_a_restart_and_only_its_owner_may_read_it(
    make_app: Callable[..., Flask], tmp_path: Path
) -> None:
    first, second = make_app(), make_app()
    assert first.config["SECRET_KEY"] == second.config["SECRET_KEY"]
    assert len(first.config["SECRET_KEY"]) > 40
    assert {file.stat().st_mode & 0o077 for file in tmp_path.iterdir()} == {0}


def test_nothing_that_is_kept_tells_a_phones_id(make_app: Callable[..., Flask]) -> None:
    app = make_app(READER=read_what_it_says, TEACHER=lambda _known: (b"deck", Report(2, 1, 2, 2, ())))
    write_evenings(app, 1)
    phone = browser(app)
    phone.get("/")
    begin(phone)
    phone.post("/who/ann", data={"say": "mine"})
    phone.post("/deck/agree", data={"agree": "1"})
    for cards in ("QS JD", "KS QS"):
        phone.post("/deck/keep", data={"photo": send(phone, cards).rpartition("/")[2]})
    lesson = phone.post("/deck/learn", data={"game": ""}).location
    phone.get(lesson)
    cookie = phone.get_cookie("device")
    assert cookie is not None
    store: Store = app.extensions["store"]
    with store.database.read() as rows:
        kept = {table: [dict(row) for row in rows.all(f'select * from "{table}"')] for table in KEPT}
    assert {table for table in kept if kept[table]} >= {
        "member",
        "remembered_name",
        "saying",
        "example",
        "agreement",
        "deck",
    }
    assert [table for table, found in kept.items() if cookie.value in repr(found)] == []
