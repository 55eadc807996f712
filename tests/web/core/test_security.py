"""What no page sees: strange hosts, other sites' forms, bodies without end; and the headers of every answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.house import make_house
from companion.rules.variants.partnership import SITE
from companion.web.core.current import current_store
from companion.web.core.security import local_path
from tests.web.conftest import NOW
from tests.web.table_player import begin

PAGES = ["/", "/rules/", "/nothing-here", "/manifest.webmanifest", "/static/css/companion.css"]


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_carries_the_security_headers(client: FlaskClient, path: str) -> None:
    headers = client.get(path, buffered=True).headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "geolocation=()" in headers["Permissions-Policy"]


@pytest.mark.parametrize("path", ["/", "/rules/"])
def test_no_page_needs_an_inline_script_or_style(client: FlaskClient, path: str) -> None:
    page = client.get(path).text
    assert "<style" not in page
    assert " style=" not in page
    assert "<script>" not in page
    assert " onclick=" not in page


def test_no_other_site_may_read_an_answer(client: FlaskClient) -> None:
    for path in PAGES:
        headers = client.get(path, headers={"Origin": "http://evil.example"}, buffered=True).headers
        assert not [name for name, _ in headers if name.startswith("Access-Control-")], path


NASTY = "<script>1"


def test_a_name_is_text_on_every_page_whatever_it_holds(app: Flask, client: FlaskClient) -> None:
    game = begin(app, SITE, (NASTY, '"><i>', "{{ 7*7 }}", "&amp;"))
    for path in (
        "/",
        f"/game/{game}/",
        *(f"/game/{game}/{page}" for page in ("sheet", "log", "names", "share", "join")),
    ):
        page = client.get(path).text
        assert NASTY not in page, path
        assert "<i>" not in page, path
    shown = client.get(f"/game/{game}/names").text
    assert "&lt;script&gt;1" in shown
    assert "{{ 7*7 }}" in shown


def test_a_page_is_kept_in_no_cache(client: FlaskClient) -> None:
    assert client.get("/").headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["/game/{game}/export.json", "/game/{game}/export.csv", "/house/{house}/file"])
def test_what_a_table_takes_away_is_kept_in_no_cache(app: Flask, client: FlaskClient, path: str) -> None:
    with app.app_context():
        house = current_store().houses.add(make_house("Ours", "site", {"pass.count": 3}), NOW).id
    answer = client.get(path.format(game=begin(app, SITE), house=house), buffered=True)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Expires" not in answer.headers


@pytest.mark.parametrize("path", ["", "sheet", "tricks/", "log", "names"])
def test_a_page_of_a_game_is_there_for_back_and_for_nobody_else(app: Flask, client: FlaskClient, path: str) -> None:
    assert client.get(f"/game/{begin(app, SITE)}/{path}").headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("path", ["share", "join", "settle"])
def test_a_page_that_shows_links_is_kept_in_no_cache(app: Flask, client: FlaskClient, path: str) -> None:
    assert client.get(f"/game/{begin(app, SITE)}/{path}").headers["Cache-Control"] == "no-store"


def test_a_style_sheet_may_be_kept(client: FlaskClient) -> None:
    assert "max-age" in client.get("/static/css/companion.css", buffered=True).headers["Cache-Control"]


ORIGINS = [
    ({"Sec-Fetch-Site": "same-origin"}, True, True),
    ({"Sec-Fetch-Site": "none"}, True, True),
    ({"Sec-Fetch-Site": "cross-site"}, False, False),
    ({"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"}, True, False),
    ({"Origin": "http://localhost"}, True, True),
    ({"Origin": "http://localhost:99"}, True, False),
    ({"Origin": "http://evil.example"}, False, False),
    ({"Origin": "null"}, False, False),
    ({}, False, True),
    ({}, True, False),
]


@pytest.mark.parametrize(("headers", "cookie", "passes"), ORIGINS)
def test_only_our_own_pages_may_write(app: Flask, headers: dict[str, str], cookie: bool, passes: bool) -> None:
    client = app.test_client()
    if cookie:
        client.set_cookie("device", "a" * 22)
    answer = client.post("/nothing-here", data={"a": "b"}, headers=headers)
    assert answer.status_code == (404 if passes else 403)


HOSTS = [
    ("192.168.1.20:8700", 200),
    ("[fe80::1]:8700", 200),
    ("localhost:8700", 200),
    ("kitchen-pc", 200),
    ("kitchen-pc.local:8700", 200),
    ("evil.example", 400),
    ("192.168.1.20.evil.example", 400),
    ("local", 200),
    ("a" * 64, 400),
    ("a" * 300 + ".local", 400),
    ("a..local", 400),
]


@pytest.mark.parametrize(("host", "status"), HOSTS)
def test_only_names_of_this_network_are_answered(client: FlaskClient, host: str, status: int) -> None:
    assert client.get("/", headers={"Host": host}).status_code == status


def test_a_hosted_companion_answers_only_to_its_own_name(make_app: Callable[..., Flask]) -> None:
    client = make_app(URL="https://pinochle.example").test_client()
    assert client.get("/", headers={"Host": "pinochle.example"}).status_code == 200
    refused = client.get("/", headers={"Host": "evil.example"})
    assert refused.status_code == 400
    assert "address" in refused.text


def test_a_body_that_does_not_say_its_length_is_not_read(client: FlaskClient) -> None:
    answer = client.post("/photo/", headers={"Transfer-Encoding": "chunked"})
    assert answer.status_code == 411
    assert "how long" in answer.text.lower()


@pytest.mark.parametrize(("path", "size", "status"), [("/nothing", 70_000, 413), ("/photo/", 13_000_000, 413)])
def test_a_body_beyond_its_pages_limit_is_refused(client: FlaskClient, path: str, size: int, status: int) -> None:
    answer = client.post(path, data={"name": "x" * size})
    assert answer.status_code == status
    assert "too big" in answer.text


@pytest.mark.parametrize(
    "path",
    ["//evil.example", "http://evil.example", "/\\evil.example", "javascript:alert(1)", "/a\n", "/" + 1500 * "a"],
)
def test_no_link_sends_the_cards_to_another_place(path: str) -> None:
    assert local_path(path) == ""
