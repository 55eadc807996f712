"""Phones with WebKit, on a screen that nobody sees."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from boot.engines import OTHERWISE_WEBKIT, lacks_webkit
from tests.browser.webkit.driver import WebKitPhone, started


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A screen; where WebKit can't be had, its tests are left out."""
    if why := lacks_webkit():
        pytest.skip(f"{why} {OTHERWISE_WEBKIT}")
    with screen() as name:
        yield name


@contextmanager
def screen() -> Iterator[str]:
    """The name of a screen of Xvfb."""
    says, said = os.pipe()
    argv = ["Xvfb", "-displayfd", str(said), "-screen", "0", "1000x1000x24", "-nolisten", "tcp"]
    with subprocess.Popen(argv, pass_fds=[said], stderr=subprocess.DEVNULL) as server:
        os.close(said)
        try:
            with os.fdopen(says) as number:
                yield f":{number.readline().strip()}"
        finally:
            server.terminate()


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
