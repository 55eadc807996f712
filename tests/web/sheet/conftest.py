"""The table whose deals are put right."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variants.partnership import SITE
from tests.web.played_game import Told, seat_game
from tests.web.table_player import Player


@pytest.fixture
def table(app: Flask, client: FlaskClient) -> Player:
    """Ann has made 300 in spades three times: 990 to 330."""
    return seat_game(app, client, SITE, [Told(0, 300, (150, 40), 180)] * 3)
