"""A page or a part of it: which one htmx gets, and how it is sent elsewhere."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web.core.rendering import see_other

ASKED = [
    ({}, True),
    ({"HX-Request": "true"}, False),
    ({"HX-Request": "true", "HX-Boosted": "true"}, True),
    ({"HX-Request": "true", "HX-History-Restore-Request": "true"}, True),
]


@pytest.mark.parametrize(("headers", "whole"), ASKED)
def test_htmx_gets_a_fragment_unless_it_changes_the_page(
    client: FlaskClient, headers: dict[str, str], whole: bool
) -> None:
    answer = client.get("/rules/?q=throw", headers=headers)
    assert ("<html" in answer.text) is whole
    assert 'id="found"' in answer.text
    assert "HX-Request" in answer.vary


def test_a_reader_without_htmx_is_sent_on_by_303(app: Flask) -> None:
    with app.test_request_context("/"):
        answer = see_other("/rules/")
    assert (answer.status_code, answer.location) == (303, "/rules/")


def test_htmx_is_sent_on_by_its_own_header(app: Flask) -> None:
    with app.test_request_context("/", headers={"HX-Request": "true"}):
        answer = see_other("/rules/")
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (204, "/rules/")


def test_htmx_comes_from_this_server_and_may_not_evaluate_anything(client: FlaskClient) -> None:
    page = client.get("/").text
    assert "/static/vendor/htmx-2" in page
    assert "&#34;allowEval&#34;:false" in page
    assert "http://" not in page.replace("http://localhost", "").replace("http://192.", "").replace("http://127.", "")
