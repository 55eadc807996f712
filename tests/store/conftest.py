"""Stores to test with, each in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store import Journal, Store, open_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Store]:
    """The store of another house, to carry games to."""
    opened = open_store(tmp_path / "elsewhere")
    yield opened
    opened.close()


@pytest.fixture(params=["sqlite"])
def journal(request: pytest.FixtureRequest) -> Journal:
    """A journal of each back end; a new one joins the list, and the whole contract holds for it too."""
    back_ends = {"sqlite": "store"}
    store: Store = request.getfixturevalue(back_ends[request.param])
    return store.journal
