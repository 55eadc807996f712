"""Phones with a place at a game."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from companion.store.membership import hashed
from tests.web.conftest import browser
from tests.web.table_player import Player


def phone(app: Flask, game: str, place: str) -> Player:
    """A phone that has taken a place at a game."""
    client = browser(app)
    client.get("/")
    client.post(f"/game/{game}/share/seat", data={"seat": place})
    return Player(app, client, game)


def member_of(client: FlaskClient) -> str:
    cookie = client.get_cookie("device")
    assert cookie is not None
    return hashed(cookie.value)
