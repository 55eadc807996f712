"""The page that shows what reaches the companion: to whom it opens, and what it advises."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.settings import read_networks
from companion.web import setup
from companion.web.setup import Arrival, advise, make_token

URL = "https://pinochle.example"
FOR = {"HTTP_X_FORWARDED_FOR": "203.0.113.9"}
TOLD = {**FOR, "HTTP_X_FORWARDED_PROTO": "https", "HTTP_X_FORWARDED_HOST": "pinochle.example"}
PROXY = "172.18.0.2"

ADVICE: dict[str, tuple[Arrival, str, str, list[str]]] = {
    "at home": (Arrival("192.168.1.9", "192.168.1.7:8700", "http", {}, "http://192.168.1.7:8700"), "", "", []),
    "nothing set": (
        Arrival(PROXY, "pinochle.example", "http", TOLD, URL),
        "",
        "",
        [f"COMPANION_TRUSTED_PROXIES={PROXY}", f"COMPANION_URL={URL}"],
    ),
    "the host was replaced": (
        Arrival("127.0.0.1", "127.0.0.1:8700", "http", {}, URL),
        "",
        "",
        [f"COMPANION_URL={URL}"],
    ),
    "the proxy is trusted": (Arrival(PROXY, "pinochle.example", "http", TOLD), "", PROXY, [f"COMPANION_URL={URL}"]),
    "another name": (
        Arrival(PROXY, "x", "http", TOLD, "https://cards.example"),
        URL,
        PROXY,
        ["COMPANION_URL=https://cards.example"],
    ),
    "the proxy keeps the phones to itself": (Arrival(PROXY, "pinochle.example", "http", {}, URL), URL, PROXY, [""]),
    "all is set": (Arrival(PROXY, "pinochle.example", "http", TOLD, URL), URL, PROXY, []),
}


@pytest.mark.parametrize("case", ADVICE)
def test_what_is_still_to_be_set_is_said(case: str) -> None:
    arrival, url, proxies, lines = ADVICE[case]
    assert [each.line for each in advise(arrival, url, read_networks(proxies) if proxies else ())] == lines


@pytest.fixture
def address(app: Flask) -> str:
    return f"/setup/check/{make_token(app.config['SECRET_KEY'])}"


def test_what_arrived_is_shown_under_a_name_that_is_not_known_yet(client: FlaskClient, address: str) -> None:
    page = client.get(address, headers={"Host": "pinochle.example", "X-Forwarded-For": "203.0.113.9"})
    assert page.status_code == 200
    assert "COMPANION_TRUSTED_PROXIES=127.0.0.1" in page.text
    assert "203.0.113.9" in page.text
    assert client.get("/", headers={"Host": "pinochle.example"}).status_code == 400


def test_a_form_for_trial_tells_the_address_that_the_browser_is_at(app: Flask, address: str) -> None:
    client = app.test_client()
    client.set_cookie("device", "a" * 22)
    page = client.post(address, data={"trial": "1"}, headers={"Origin": URL, "Host": "127.0.0.1:8700"})
    assert page.status_code == 200
    assert "would be refused" in page.text
    assert f"COMPANION_URL={URL}" in page.text


def test_the_page_opens_to_nobody_without_the_token_nor_an_hour_later(
    app: Flask, client: FlaskClient, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    strange = f"/setup/check/{make_token('another key')}"
    assert client.get(strange).status_code == 404
    monkeypatch.setattr(setup, "GOOD_FOR_SECONDS", -1)
    assert client.get(address).status_code == 404
    assert "companion setup" in client.get(address).text


def test_all_is_well_where_all_is_set(make_app: Callable[..., Flask]) -> None:
    app = make_app(URL=URL, TRUSTED_PROXIES=read_networks("127.0.0.1"))
    headers = {"Origin": URL, "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
    address = f"/setup/check/{make_token(app.config['SECRET_KEY'])}"
    page = app.test_client().post(address, data={"trial": "1"}, headers=headers)
    assert "Everything fits." in page.text
    assert "A form from this browser is taken" in page.text
