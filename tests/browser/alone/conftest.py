"""The folder as ``companion static`` builds it, on a file server, and a phone there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from platformdirs import user_cache_path
from playwright.sync_api import Browser, BrowserType

from boot import node
from boot.postgres import in_ci
from companion.browser.bridge import ALONE
from companion.browser.build import build
from companion.web import create_app
from tests.browser.alone.host import StaticHost, StaticPhone, host_of, phone


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder as the command builds it."""
    if why := node.lacks():
        (pytest.fail if in_ci(os.environ) else pytest.skip)(why)
    folder = tmp_path_factory.mktemp("static") / "site"
    build(folder, user_cache_path("pinochle-companion"))
    return folder


@pytest.fixture
def host(request: pytest.FixtureRequest, built: Path, tmp_path: Path) -> Iterator[StaticHost]:
    """A host with the folder at its top, or below it where a test names a path (``ANYWHERE``)."""
    host = host_of(built, tmp_path, getattr(request, "param", ""))
    host.start()
    yield host
    host.stop()


@pytest.fixture
def app(host: StaticHost, tmp_path: Path) -> Iterator[Flask]:
    """The same application on a server, set up as in a browser."""
    app = create_app(tmp_path / "server", URL=host.url.rstrip("/"), **ALONE)
    yield app
    app.extensions["store"].close()


@pytest.fixture
def engine(in_engine: Browser) -> BrowserType:
    return in_engine.browser_type


@pytest.fixture
def mine(engine: BrowserType, host: StaticHost, tmp_path: Path) -> Iterator[StaticPhone]:
    """A phone that has not been here before; it logs no fault."""
    with phone(engine, tmp_path / "profile", host.url) as found:
        yield found
        assert found.faults == []
