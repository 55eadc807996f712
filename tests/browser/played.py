"""Games that were played before a phone looks at them."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from companion.rules.variants.partnership import SITE
from tests.browser.conftest import Server
from tests.web.conftest import browser
from tests.web.played_game import Told, seat_game
from tests.web.table_player import Player


def over(app: Flask, names: tuple[str, ...]) -> str:
    """A game that side A has won in one deal."""
    return seat_game(app, browser(app), SITE, [Told(0, 300, (1300, 0), 200)], names).game


DEALS = [
    Told(0, 300, (150, 40), 180),
    Told(1, 330, (20, 120), 90),
    Told(2, 300, (40, 60), 200),
    Told(3, 250, (20, 110), 60),
]


def played(server: Server, deals: list[Told] = DEALS, names: tuple[str, ...] = ("Ann", "Bob", "Cy", "Di")) -> Player:
    client: FlaskClient = browser(server.app)
    return seat_game(server.app, client, SITE, deals, names)
