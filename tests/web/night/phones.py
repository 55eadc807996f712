"""Phones at the tables of a night."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from companion.web.night.door import door_of as door_path
from tests.web.night.desk import NAMES, draw, open_night, sign_in, state


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
