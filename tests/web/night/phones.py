"""Phones at the tables of a night."""

from __future__ import annotations

import re

from flask import Flask
from flask.testing import FlaskClient

from companion.store.moments import now
from companion.web.core.current import current_store
from companion.web.night.door import door_of as door_path
from tests.web.conftest import browser
from tests.web.night.desk import NAMES, draw, open_night, sign_in, state
from tests.web.table_player import Player


def door_of(app: Flask, path: str) -> str:
    with app.test_request_context():
        return door_path(path.rpartition("/")[2], state(app, path).door)


def drawn(client: FlaskClient, **told: str) -> str:
    path = open_night(client, rules="Single deck, partners", deals="1", **told)
    sign_in(client, path, *NAMES)
    assert draw(client, path, 1).status_code == 303
    return path


def begin(phone: FlaskClient, door: str, entrant: int) -> str:
    """The path of the game to which a phone comes."""
    answer = phone.post(f"{door}/{entrant}/play", data={"key": f"play {entrant}"})
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def id_of(game: str) -> str:
    return game.rstrip("/").rpartition("/")[2]


def another_director(app: Flask, path: str) -> FlaskClient:
    """A phone that the director has named; of the house's owner where ``path`` is of no night."""
    phone = browser(app)
    phone.get("/")
    cookie = phone.get_cookie("device")
    assert cookie
    with app.app_context():
        current_store().keepers.add(path.rpartition("/")[2], cookie.value, now())
    return phone


def screen_on(page: str) -> str:
    found = re.search(r'href="(/tv/[^"]+)"', page)
    assert found
    return found[1]


def play(at: Player, bid: str, ours: str) -> None:
    """One deal for which North's side has the bid: everybody melds 100, and it takes so many counters."""
    at.do("take", seat="0", amount=bid)
    at.do("trump", trump="S")
    at.do("meld/close", meld_A="100", meld_B="100")
    at.do("count", points_A=ours)
    at.do("confirm")
