"""An application in a fresh folder, and a client that sends what a browser sends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache

from companion.store import Store
from companion.store.entries import NewEntry, NewGame
from companion.web import create_app
from companion.web.core.current import current_store
from tests.conftest import PATIENCE_SECONDS

# Whoever sends a photo gets its reading, however long it takes; the line of those who wait has tests of its own.
# What meld is usual is not simulated behind a test that does not ask for it.
PATIENT = {
    "READING_GRACE_SECONDS": PATIENCE_SECONDS,
    "GATHERING_GRACE_SECONDS": PATIENCE_SECONDS,
    "SIMULATED_DEALS": 0,
    "ENTERED": "each",  # most tests look at one step of a deal; those of the score pad ask for it
}
NOW = "2026-11-20T19:00:00.000+00:00"


@pytest.fixture
def make_app(tmp_path: Path, compiled_templates: FileSystemBytecodeCache) -> Iterator[Callable[..., Flask]]:
    """Applications over one folder; their stores are closed afterwards."""
    made: list[Flask] = []

    def make(**config: Any) -> Flask:
        made.append(create_app(tmp_path, **{"TESTING": True, **PATIENT, **config}))
        made[-1].jinja_env.bytecode_cache = compiled_templates
        return made[-1]

    yield make
    for app in made:
        app.extensions["reading_queue"].close()
        app.extensions["lesson_queue"].close()
        with app.app_context():
            current_store().close()


@pytest.fixture
def make_far(
    tmp_path: Path, postgres: str, compiled_templates: FileSystemBytecodeCache
) -> Iterator[Callable[..., Flask]]:
    """Applications over one database in PostgreSQL, each as a process of its own would be."""
    made: list[Flask] = []

    def make(**config: Any) -> Flask:
        made.append(create_app(tmp_path, postgres, **{"TESTING": True, **PATIENT, **config}))
        made[-1].jinja_env.bytecode_cache = compiled_templates
        return made[-1]

    yield make
    for app in made:
        _stop(app)


def _stop(app: Flask) -> None:
    store: Store = app.extensions["store"]
    store.bell.close()
    for line in ("reading_line", "lesson_line"):
        app.extensions[line].close()
    store.close()


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    return make_app()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser at ``http://localhost``: its writes come from our own pages."""
    return browser(app)


@pytest.fixture
def game(app: Flask) -> str:
    """A game of one entry, at version 1."""
    with app.app_context():
        first = NewEntry("GameStarted", {}, "Ann", NOW)
        return current_store().journal.create_game(NewGame("Ann & Cy – Bob & Di", "site", NOW), [first]).game_id


def browser(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
    return client
