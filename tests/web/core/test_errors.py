"""Every error is a page that helps, whole or as a fragment."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient

from companion.web.core.access import ANYBODY, allow
from companion.web.core.errors import SENTENCES, TITLES


@pytest.mark.parametrize("code", sorted(TITLES))
def test_each_error_says_what_happened_and_leads_home(make_own_app: Callable[..., Flask], code: int) -> None:
    app = make_own_app()
    app.add_url_rule("/fails", view_func=allow(ANYBODY)(lambda: abort(code)))
    answer = app.test_client().get("/fails")
    assert answer.status_code == code
    assert TITLES[code] in answer.text
    assert SENTENCES[code] in answer.text
    assert 'href="/"' in answer.text


def test_a_page_that_is_not_there_leads_home(client: FlaskClient) -> None:
    answer = client.get("/g/nosuchgame99")
    assert answer.status_code == 404
    assert 'href="/"' in answer.text


def test_a_wrong_method_names_the_right_ones(client: FlaskClient) -> None:
    answer = client.post("/rules/", data={"q": "run"})
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]


def test_an_error_reaches_htmx_as_a_fragment_for_the_whole_page(client: FlaskClient) -> None:
    answer = client.get("/nothing-here", headers={"HX-Request": "true"})
    assert "<html" not in answer.text
    assert 'role="alert"' in answer.text
    assert answer.headers["HX-Retarget"] == "#main"


@pytest.mark.parametrize(
    ("sent", "referrer", "leads"),
    [
        (True, "http://localhost/photo/?kind=tricks&trump=S", True),
        (True, "http://elsewhere.example/photo/", False),
        (True, "http://localhost//elsewhere.example/", False),
        (True, "http://[", False),
        (True, "http://[::1/x", False),
        (True, None, False),
        (False, "http://localhost/photo/", False),
    ],
)
def test_who_sent_something_that_is_not_taken_is_led_back_to_where_it_was_sent_from(
    client: FlaskClient, sent: bool, referrer: str | None, leads: bool
) -> None:
    asked = {"Referer": referrer} if referrer else {}
    answer = client.open("/photo/none/add", method="POST" if sent else "GET", data={"card": "ZZ"}, headers=asked)
    assert answer.status_code == (422 if sent else 405)
    assert ('href="/photo/?kind=tricks&amp;trump=S">Back to the page before<' in answer.text) == leads
    assert ("Back to the page before" in answer.text) == leads


def test_nobody_is_led_back_to_what_is_gone(client: FlaskClient) -> None:
    answer = client.post("/photo/none/price", data={"trump": "S"}, headers={"Referer": "http://localhost/photo/none"})
    assert answer.status_code == 404
    assert "Back to the page before" not in answer.text


def test_a_fault_of_ours_shows_no_trace(make_own_app: Callable[..., Flask]) -> None:
    app = make_own_app()
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.add_url_rule("/fails", view_func=allow(ANYBODY)(lambda: str(1 // 0)))
    answer = app.test_client().get("/fails")
    assert answer.status_code == 500
    assert TITLES[500] in answer.text
    assert "ZeroDivisionError" not in answer.text
