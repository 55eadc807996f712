"""A club, and the phone of its first owner."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store import Office
from tests.web.club.people import come_in


@pytest.fixture
def club(make_app: Callable[..., Flask]) -> Flask:
    return make_app(HOME="club")


@pytest.fixture
def ann(club: Flask) -> FlaskClient:
    return come_in(club, Office.OWNER, "Ann")
