"""The pages that say what an installation is made of, and on what terms."""

from __future__ import annotations

from flask.testing import FlaskClient

from companion.notices import carried


def test_the_first_page_leads_to_the_licenses_and_each_to_its_text(client: FlaskClient) -> None:
    assert 'href="/licenses"' in client.get("/").text
    page = client.get("/licenses").text
    for each in carried():
        assert f'href="/licenses/{each.name}"' in page and f"<small>{each.license}</small>" in page
    assert "Redistribution and use in source and binary forms" in client.get("/licenses/Flask").text
    assert client.get("/licenses/nothing").status_code == 404
