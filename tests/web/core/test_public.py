"""Where a request was asked and by whom: what a proxy says counts from trusted networks only."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from flask import Flask, request

from companion.settings import read_networks
from companion.web.core.access import ANYBODY, allow
from companion.web.core.request import PublicAddress
from companion.web.core.security import is_same_origin
from tests.web.conftest import browser

PROXY, PHONE, OTHER = "172.18.0.2", "203.0.113.9", "198.51.100.7"
URL = "https://pinochle.example"

CADDY = {"X-Forwarded-For": PHONE, "X-Forwarded-Proto": "https", "X-Forwarded-Host": "pinochle.example"}
CASES: dict[str, tuple[str, str, str, dict[str, str], tuple[str, str]]] = {
    "nobody is trusted": ("", "", PROXY, CADDY, ("http://localhost/x", PROXY)),
    "a stranger is not believed": ("", "10.0.0.0/8", OTHER, CADDY, ("http://localhost/x", OTHER)),
    "a proxy is": ("", "172.16.0.0/12", PROXY, CADDY, ("https://pinochle.example/x", PHONE)),
    "what a phone claims lies before": (
        "",
        PROXY,
        PROXY,
        {**CADDY, "X-Forwarded-For": f"{OTHER}, {PHONE}"},
        ("https://pinochle.example/x", PHONE),
    ),
    "two proxies": (
        "",
        "172.16.0.0/12",
        PROXY,
        {**CADDY, "X-Forwarded-For": f"{PHONE}, 172.18.0.3"},
        ("https://pinochle.example/x", PHONE),
    ),
    "nonsense for an address": ("", PROXY, PROXY, {"X-Forwarded-For": "<b>"}, ("http://localhost/x", PROXY)),
    "the setting goes before the header": (
        URL,
        PROXY,
        PROXY,
        {**CADDY, "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http"},
        ("https://pinochle.example/x", PHONE),
    ),
    "a proxy that tells nothing": (URL, PROXY, PROXY, {}, ("https://pinochle.example/x", PROXY)),
    "an unknown proxy that hands the host on": (
        URL,
        "",
        OTHER,
        {"Host": "pinochle.example"},
        ("https://pinochle.example/x", OTHER),
    ),
    "at home beside the public address": (URL, PROXY, PHONE, {}, ("http://localhost/x", PHONE)),
    "a base path that is handed on": (f"{URL}/x", PROXY, PROXY, CADDY, ("https://pinochle.example/x/", PHONE)),
    "a base path that was taken off": (
        f"{URL}/cards",
        PROXY,
        PROXY,
        CADDY,
        ("https://pinochle.example/cards/x", PHONE),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_request_is_seen_as_it_was_asked(case: str) -> None:
    url, proxies, peer, headers, seen = CASES[case]
    app = Flask(__name__)
    app.wsgi_app = PublicAddress(  # type: ignore[method-assign]
        app.wsgi_app, url, read_networks(proxies) if proxies else ()
    )

    def show(**_: str) -> list[Any]:
        return [request.url, request.remote_addr]

    for rule in ("/x", "/"):
        app.add_url_rule(rule, rule, allow(ANYBODY)(show))
    answer = app.test_client().get("/x", headers=headers, environ_overrides={"REMOTE_ADDR": peer})
    assert answer.get_json() == list(seen)


@pytest.mark.parametrize(
    ("origin", "host", "passes"),
    [
        ("https://pinochle.example", "127.0.0.1:8700", True),
        ("https://pinochle.example", "pinochle.example", True),
        ("http://192.168.1.7:8700", "192.168.1.7:8700", True),
        ("https://evil.example", "127.0.0.1:8700", False),
        ("null", "127.0.0.1:8700", False),
    ],
)
def test_a_form_passes_behind_a_proxy_that_puts_its_own_name_for_the_host(
    make_app: Callable[..., Flask], origin: str, host: str, passes: bool
) -> None:
    app = make_app(URL=URL)
    with app.test_request_context("/", method="POST", headers={"Origin": origin, "Host": host}):
        assert is_same_origin() is passes


def test_cookies_of_the_public_address_travel_by_https_alone(make_app: Callable[..., Flask]) -> None:
    client = make_app(URL=URL).test_client()
    cookies: Iterable[str] = client.get("/", headers={"Host": "pinochle.example"}).headers.getlist("Set-Cookie")
    assert all("; Secure" in cookie for cookie in cookies)
    assert all("; Secure" not in cookie for cookie in client.get("/").headers.getlist("Set-Cookie"))


def test_codes_lead_to_the_public_address_wherever_they_are_asked_for(make_app: Callable[..., Flask]) -> None:
    page = make_app(URL=URL).test_client().get("/").text
    assert ">https://pinochle.example/<" in page
    assert "qr.svg" in page


def test_the_first_page_s_code_leads_below_the_base_path(make_app: Callable[..., Flask]) -> None:
    page = make_app(URL=f"{URL}/cards").test_client().get("/cards/", headers={"Host": "pinochle.example"}).text
    assert 'data-share="https://pinochle.example/cards/"' in page
    assert "qr.svg?path=/cards/" in page


@pytest.mark.parametrize("host", ["pinochle.example", "192.168.1.7:8700"])
@pytest.mark.parametrize("base", ["", "/cards"])
def test_what_is_handed_on_leads_to_the_public_address_wherever_it_was_asked_for(
    make_app: Callable[..., Flask], host: str, base: str
) -> None:
    app = make_app(URL=f"{URL}{base}")
    page = browser(app).get(f"{base if host in URL else ''}/", headers={"Host": host}).text
    assert f'data-share="{URL}{base}/"' in page
