"""Nights by rules that are not for two pairs: how many sit at a table, and in which sides."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.night.desk import PLAN, open_night, state


@pytest.mark.parametrize("rules", ["Binokel for three", "Two-handed", "Racehorse", "Five-handed"])
def test_rules_that_no_table_of_two_pairs_plays_are_refused_in_words(
    app: Flask, client: FlaskClient, rules: str
) -> None:
    answer = client.post("/nights/", data={**PLAN, "rules": rules, "deals": "9"})
    assert answer.status_code == 422 and f"and {rules} is not played so" in answer.text
    assert 'value="9"' in answer.text, "nothing typed is lost"
    path = open_night(client, rules="Single deck, partners")
    answer = client.post(f"{path}/plan", data={**PLAN, "rules": rules})
    assert answer.status_code == 422 and "Choose rules for four" in answer.text
    assert state(app, path).plan.rules == "Single deck, partners"
