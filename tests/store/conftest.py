"""Stores to test with, each in a folder or a database of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.store import Journal, Store, open_store

BACK_ENDS = ("sqlite", "postgres")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store in SQLite."""
    opened = open_store(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Store]:
    """The store of another house, to carry games to."""
    opened = open_store(tmp_path / "elsewhere")
    yield opened
    opened.close()


@pytest.fixture(params=BACK_ENDS)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of each back end."""
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'companion.db'}"
    address: str = request.getfixturevalue("postgres")
    return address


@pytest.fixture
def open_again(address: str) -> Iterator[Callable[[], Store]]:
    """Opens the same database once more, as another process does; all are closed afterwards."""
    opened: list[Store] = []

    def open_it() -> Store:
        opened.append(open_store(database=address))
        return opened[-1]

    yield open_it
    for each in opened:
        each.close()


@pytest.fixture
def each_store(open_again: Callable[[], Store]) -> Store:
    """A store of each back end: what is promised of stores holds for both."""
    return open_again()


@pytest.fixture
def journal(each_store: Store) -> Journal:
    """A journal of each back end."""
    return each_store.journal
