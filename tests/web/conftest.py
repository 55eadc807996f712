"""An application in a fresh folder, and a client that sends what a browser sends."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import web
from companion.settings import values
from companion.store import Store, open_store
from companion.store.entries import NewEntry, NewGame
from companion.store.store import FILE_NAME
from companion.web.core.current import current_store
from tests.conftest import PATIENCE_SECONDS

if TYPE_CHECKING:
    from tests.web.fuzz_world import World

# Whoever sends a photo gets its reading, however long it takes; the line of those who wait has tests of its own.
# What meld is usual is not simulated behind a test that does not ask for it.
PATIENT = {
    "READING_GRACE_SECONDS": PATIENCE_SECONDS,
    "GATHERING_GRACE_SECONDS": PATIENCE_SECONDS,
    "SIMULATED_DEALS": 0,
    "ENTERED": "each",  # most tests look at one step of a deal; those of the score pad ask for it
}
MOST_IDLE = 12
"""So many applications wait for a test with their configuration."""
NOW = "2026-11-20T19:00:00.000+00:00"


class Applications:
    """Applications that tests use one after the other: making one costs more than most tests."""

    def __init__(self) -> None:
        self._idle: list[tuple[dict[str, Any], Flask]] = []

    def open(self, data: Path, database: str = "", **config: Any) -> Flask:
        """An application with this configuration over these games: an idle one, or else a new one."""
        wanted = {**values(os.environ), "TESTING": True, **PATIENT, **config}
        place = next((place for place, (made, _) in enumerate(self._idle) if made == wanted), None)
        app = self.make(**wanted) if place is None else self._idle.pop(place)[1]
        app.extensions["as_made"] = (wanted, app.config.copy(), dict(app.extensions), _parts(app))
        if not database:
            bring_empty_games(data)
        web.open_games(app, data, database)
        return app

    def make(self, **config: Any) -> Flask:
        """An application without games that no test has had."""
        return web.make_app(**config)

    def take_back(self, app: Flask) -> None:
        """Close its games, and keep the application for the next test, unless this one has changed its parts."""
        close(app)
        config, settings, extensions, parts = app.extensions["as_made"]
        if _parts(app) == parts:
            app.config = settings
            app.extensions = extensions
            self._idle = [*self._idle[-MOST_IDLE:], (config, app)]


@cache
def _empty_games() -> bytes:
    with TemporaryDirectory() as made:
        open_store(Path(made)).close()
        return (Path(made) / FILE_NAME).read_bytes()


def bring_empty_games(folder: Path) -> None:
    """Put a file without games into a folder that has none: making its tables takes six times as long."""
    file = folder / FILE_NAME
    if folder.is_dir() and not file.exists():
        file.touch(0o600)
        file.write_bytes(_empty_games())


def _parts(app: Flask) -> tuple[object, ...]:
    hooks = (app.before_request_funcs, app.after_request_funcs)
    return (
        vars(app).get("wsgi_app"),
        *(sum(map(len, each.values())) for each in hooks),
        *(dict(each) for each in (app.view_functions, app.jinja_env.globals, app.jinja_env.filters)),
    )


@pytest.fixture(scope="session")
def applications() -> Applications:
    """The applications of this process."""
    return Applications()


@pytest.fixture
def make_app(tmp_path: Path, applications: Applications) -> Iterator[Callable[..., Flask]]:
    """Applications over one folder; a test only asks them."""
    yield from _opened(applications, tmp_path)


@pytest.fixture
def make_far(tmp_path: Path, postgres: str, applications: Applications) -> Iterator[Callable[..., Flask]]:
    """Applications over one database in PostgreSQL, each as a process of its own would be."""
    yield from _opened(applications, tmp_path, postgres)


def _opened(applications: Applications, folder: Path, database: str = "") -> Iterator[Callable[..., Flask]]:
    made: list[Flask] = []

    def make(**config: Any) -> Flask:
        made.append(applications.open(folder, database, **config))
        return made[-1]

    yield make
    for app in made:
        applications.take_back(app)


@pytest.fixture
def make_own_app(tmp_path: Path, applications: Applications) -> Iterator[Callable[..., Flask]]:
    """Applications over one folder that a test may add routes to, and change as it likes."""
    made: list[Flask] = []

    def make(**config: Any) -> Flask:
        made.append(applications.make(**{"TESTING": True, **PATIENT, **config}))
        bring_empty_games(tmp_path)
        web.open_games(made[-1], tmp_path)
        return made[-1]

    yield make
    for app in made:
        close(app)


def close(app: Flask) -> None:
    """Stop what works behind the pages of an application, and close its games."""
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


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Many games as far on as chance has played them, for tests that play none of them on."""
    from tests.web.fuzz_world import make_world  # it asks this file for a browser

    made = make_world(tmp_path_factory.mktemp("world"), Random(11))
    yield made
    made.close()


def browser(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
    return client
