"""A house in which nobody sees a game without an invitation."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.conftest import browser
from tests.web.new_game import begin
from tests.web.table_player import Player


@pytest.fixture
def house(make_app: Callable[..., Flask]) -> Flask:
    """A house in which nobody sees a game without an invitation."""
    return make_app(HOME="invited")


@pytest.fixture
def owner(house: Flask) -> Player:
    """The phone that began a game of Ann, Bob, Cy and Di."""
    phone = browser(house)
    phone.get("/")
    return Player(house, phone, begin(phone, dealer="3"))


def newcomer(app: Flask) -> FlaskClient:
    phone = browser(app)
    phone.get("/")
    return phone


def link_for(owner: Player, place: str) -> str:
    """The path of a new link for a place."""
    page = owner.client.post(f"/game/{owner.game}/share/link", data={"key": "k", "place": place}).text
    return str(re.findall(r"/link/[\w-]{20,}", page)[0])


def invited(owner: Player, place: str) -> Player:
    """A phone that has used a link for a place."""
    phone = newcomer(owner.app)
    answer = phone.post(link_for(owner, place), data={"key": "k"})
    assert (answer.status_code, answer.location) == (303, f"/game/{owner.game}/")
    return Player(owner.app, phone, owner.game)
