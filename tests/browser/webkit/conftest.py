"""Phones with WebKit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.browser.webkit.driver import WebKitPhone, started


@pytest.fixture
def start(display: str, tmp_path: Path) -> Iterator[Callable[..., WebKitPhone]]:
    """Starts phones: ``start(before="delete AbortSignal.timeout")`` one that lacks something."""
    with ExitStack() as phones:

        def start_one(before: str = "", dark: bool = False) -> WebKitPhone:
            return phones.enter_context(started(display, tmp_path / "phone", before, dark))

        yield start_one


@pytest.fixture
def phone(start: Callable[..., WebKitPhone]) -> WebKitPhone:
    return start()
