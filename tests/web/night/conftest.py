"""A night with a game at one of its tables."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store import Office
from tests.web.club.people import come_in
from tests.web.conftest import browser
from tests.web.night.phones import begin, door_of, drawn, id_of

Tabled = tuple[str, FlaskClient, FlaskClient, str, str]
"""A night, its director's phone, a phone at a table, the door by which it came, and the game there."""


@pytest.fixture
def tabled() -> Callable[[Flask], Tabled]:
    """A night in an application, of which the first entrant's table plays on a phone."""

    def make(app: Flask) -> Tabled:
        club = app.config["HOME"] == "club"
        director, phone = come_in(app, Office.DIRECTOR, "Dora") if club else browser(app), browser(app)
        night = drawn(director)
        door = door_of(app, night)
        return night, director, phone, door, id_of(begin(phone, door, 1))

    return make
