"""What a director does at a night, and what the pages show of it."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.night.state import Night
from companion.web.core.current import current_store

Told = dict[str, str]


Step = tuple[str, Told]
"""An address at a night, and what is sent there."""


def version(app: Flask, path: str) -> str:
    """What every form of a night's pages carries now."""
    with app.app_context():
        return str(current_store().nights.version(path.rpartition("/")[2]))


def swap(one: int, other: int) -> Step:
    return "/swap", {"one": str(one), "other": str(other)}


NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")


PLAN = {"name": "Thursday", "rules": "Single deck", "rounds": "2", "deals": "4"}


def open_night(client: FlaskClient, **told: str) -> str:
    """The path of a night that was opened by the form."""
    answer = client.post("/nights/", data={**PLAN, **told})
    assert answer.status_code == 303, answer.text
    return str(answer.location).removesuffix("/here")


def sign_in(client: FlaskClient, path: str, *names: str, **told: str) -> TestResponse:
    return client.post(f"{path}/here", data={"name": list(names), **told})


def state(app: Flask, path: str) -> Night:
    with app.app_context():
        read = current_store().nights.read(path.rpartition("/")[2])
    assert read is not None
    return read.night


def draw(client: FlaskClient, path: str, number: int) -> TestResponse:
    return client.post(f"{path}/draw", data={"number": str(number)})


def enter(client: FlaskClient, path: str, number: int, table: int, *points: int, **told: str) -> TestResponse:
    typed = {f"points-{side}": str(each) for side, each in enumerate(points)}
    return client.post(f"{path}/round/{number}/table/{table}", data={**typed, **told})
