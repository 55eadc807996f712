"""The service worker's script, the page for when the companion is away, and for whom each page of a game was made."""

from __future__ import annotations

import gzip
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variants.partnership import SITE
from companion.shipped import shipped
from companion.web.core.seat import FOR
from tests.web.conftest import browser
from tests.web.table_player import begin


@pytest.fixture
def game(app: Flask) -> str:
    """A game that has begun."""
    return begin(app, SITE)


def test_the_script_is_at_the_top_and_kept_in_no_cache(client: FlaskClient) -> None:
    script = client.get("/sw.js", buffered=True)
    assert script.mimetype == "text/javascript"
    assert script.headers["Cache-Control"] == "no-store"


def test_the_page_for_when_the_companion_is_away_says_nothing_of_anybody(client: FlaskClient, game: str) -> None:
    page = client.get("/away")
    assert "<!-- kept -->" in page.text
    assert game not in page.text
    assert FOR not in page.headers


def test_a_game_s_page_says_for_whom_it_is_and_to_the_same_phone_the_same(app: Flask, game: str) -> None:
    phone, other = browser(app), browser(app)
    phone.get("/")
    first = phone.get(f"/game/{game}/").headers[FOR]
    assert phone.get(f"/game/{game}/sheet").headers[FOR] == first
    assert phone.get(f"/game/{game}/", headers={"HX-Request": "true"}).headers[FOR] == first
    assert other.get(f"/game/{game}/").headers[FOR] != first


def test_it_says_something_else_once_the_phone_is_somebody_else(client: FlaskClient, game: str) -> None:
    client.get("/")
    before = client.get(f"/game/{game}/").headers[FOR]
    client.post(f"/game/{game}/share/seat", data={"seat": "watcher", "key": "k"})
    assert client.get(f"/game/{game}/").headers[FOR] != before


def test_what_is_no_page_of_a_game_says_nothing(client: FlaskClient, game: str) -> None:
    for path in ("/", "/rules/", f"/game/{game}/export.csv", "/game/nobody-has-this/", f"/live/{game}/poll"):
        assert FOR not in client.get(path, buffered=True).headers, path


def test_a_page_without_forms_is_compressed_once_for_everybody(app: Flask, game: str) -> None:
    client = browser(app)
    made = client.post(f"/game/{game}/share/watch", data={"key": "k"}, headers={"HX-Request": "true"}).text
    link = made.partition("path=/watch/")[2].partition('"')[0]
    packed = client.get(f"/watch/{link}", headers={"Accept-Encoding": "gzip"})
    plain = client.get(f"/watch/{link}")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data).decode() == plain.text
    assert "Accept-Encoding" in plain.headers["Vary"]


def test_a_file_is_sent_whole_where_a_part_is_asked_for(client: FlaskClient) -> None:
    headers = {"Accept-Encoding": "gzip", "Range": "bytes=0-99"}
    answer = client.get("/static/css/companion.css", headers=headers, buffered=True)
    assert (answer.status_code, answer.headers["Content-Encoding"]) == (200, "gzip")
    whole = shipped("static").joinpath("css", "companion.css").read_text()
    assert gzip.decompress(answer.data).decode() == re.sub(r"/\*.*?\*/\s*", "", whole, flags=re.DOTALL) != whole
