"""The start page, the QR code, and the manifest."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
import segno
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variants import VARIANTS
from companion.web.core.assets import HERE_ONLY, shared_address
from companion.web.home import GAMES_SHOWN
from tests.web.conftest import browser
from tests.web.table_player import begin, words

DOCUMENT = Path(__file__).parents[3] / "docs" / "first-game.md"


def test_the_start_page_lists_the_games_so_far(client: FlaskClient, game: str) -> None:
    page = client.get("/").text
    assert "Ann &amp; Cy – Bob &amp; Di" in page
    assert game in page
    assert "New game" in page


def test_a_game_too_old_for_the_start_page_is_one_tap_away(app: Flask, client: FlaskClient) -> None:
    games = [begin(app, VARIANTS[0]) for _ in range(GAMES_SHOWN + 2)]
    page = client.get("/").text
    assert [f'href="/game/{game}/"' in page for game in games] == [False] * 2 + [True] * GAMES_SHOWN
    assert "All games, and search" in page
    assert all(f'href="/game/{game}/"' in client.get("/games/").text for game in games)


@pytest.mark.parametrize(
    ("path", "leads_to"),
    [("/g/abc", "/g/abc"), ("//evil.example", "/"), ("http://evil.example", "/"), ("/\\evil.example", "/")],
)
def test_a_qr_code_leads_only_to_this_server(client: FlaskClient, path: str, leads_to: str) -> None:
    with client.application.test_request_context("/", base_url="http://192.168.1.7:8700"):
        assert shared_address(path) == f"http://192.168.1.7:8700{leads_to}"


def test_the_qr_code_can_be_read_back(client: FlaskClient) -> None:
    with client.application.test_request_context("/", base_url="http://192.168.1.7:8700"):
        address = shared_address("/g/abc")
    assert client.get("/qr.svg?path=/g/abc").mimetype == "image/svg+xml"
    modules = np.array([list(row) for row in segno.make(address, error="m").matrix_iter(scale=8, border=4)])
    read, _, _ = cv2.QRCodeDetector().detectAndDecode(np.where(modules, 0, 255).astype(np.uint8))
    assert read == address


@pytest.mark.parametrize(("host", "codes"), [("localhost:8700", 0), ("[::1]:8700", 0), ("192.168.1.7:8700", 1)])
def test_where_no_phone_can_open_the_address_the_page_says_what_to_do(
    make_app: Callable[..., Flask], host: str, codes: int
) -> None:
    page = browser(make_app(HERE_ONLY=True)).get("/", base_url=f"http://{host}").text
    assert page.count("/qr.svg") == codes
    assert (HERE_ONLY in page) is not bool(codes)


def test_the_manifest_names_icons_that_are_there(client: FlaskClient) -> None:
    manifest = client.get("/manifest.webmanifest")
    icons = json.loads(manifest.text)["icons"]
    assert manifest.mimetype == "application/manifest+json"
    assert {client.get(icon["src"], buffered=True).status_code for icon in icons} == {200}


def test_the_first_load_is_light(client: FlaskClient) -> None:
    page = client.get("/").text
    parts = re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css|svg)[^"]*)"', page)
    answers = [page.encode(), *(client.get(part, buffered=True).data for part in parts)]
    assert len(answers) >= 5
    assert sum(len(gzip.compress(answer)) for answer in answers) < 60_000


def test_your_first_game_is_the_page_of_the_documents_with_its_four_pictures(client: FlaskClient) -> None:
    page = client.get("/first-game")
    document = DOCUMENT.read_text(encoding="utf-8")
    pictures = re.findall(r"^!\[(.+)\]\(\.\./(static/first-game/\w+\.png)\)$", document, flags=re.MULTILINE)
    assert len(pictures) == 4
    for alt, path in pictures:
        assert f'alt="{alt}"' in page.text
        assert client.get(f"/{path}", buffered=True).mimetype == "image/png"
    texts = [line.lstrip("# ") for line in document.splitlines()[4:] if line and not line.startswith("!")]
    assert [text for text in texts if text not in words(page)] == [], "python -m docs.take_screenshots writes it"
    assert 'action="/sample"' in page.text
