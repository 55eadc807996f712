"""The known tables beside the variants: a tile with who plays it, a card, and a game under its name."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.known import KNOWN_TABLES
from companion.web.core.game import open_game
from tests.game.table import EIGHT
from tests.web.table_player import words


@pytest.mark.parametrize("key", KNOWN_TABLES)
def test_a_known_table_has_a_tile_with_who_plays_it_and_when_that_was_read(client: FlaskClient, key: str) -> None:
    table, page = KNOWN_TABLES[key], client.get("/new")
    assert f'href="/new/{key}"' in page.text
    assert f"played by {table.played_by}, read {table.source.read_on}" in words(page)
    assert client.get(f"/rules/card/{key}").status_code == 200


def test_only_tables_for_so_many_are_shown(client: FlaskClient) -> None:
    page = client.get("/new?players=4").text
    assert "/new/firehouse?" in page
    assert "/new/widow?" not in page


@pytest.mark.parametrize("key", KNOWN_TABLES)
def test_a_game_of_a_known_table_keeps_its_rules_under_its_name(app: Flask, client: FlaskClient, key: str) -> None:
    table = KNOWN_TABLES[key]
    names = {f"name-{seat}": name for seat, name in enumerate(EIGHT[: table.variant.players[0]])}
    begun = client.post(f"/new/{key}", data={**names, "dealer": "0", "start": "1"})
    assert begun.status_code == 303, words(begun)
    with app.test_request_context():
        variant = open_game(begun.location.split("/")[2]).state.variant
    assert (variant.name, variant.key) == (table.house.name, table.house.base)
    assert variant.score_set is table.variant.score_set
    assert variant.bid_min == table.variant.bid_min
