"""Finds ``../shared``, which holds the rulebook and the recorded cases of other programs.

A newcomer's clone stands alone: the tests marked ``shared`` are then left out, and the summary says so.
In CI the folder has to be there.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[3] / "shared"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "shared: needs ../shared, the rulebook and the recorded cases")
    if not SHARED.is_dir() and os.environ.get("CI") == "true":
        raise pytest.UsageError(f"CI keeps the rulebook in {SHARED}, and there is no such folder")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if SHARED.is_dir():
        return
    left_out = [item for item in items if item.get_closest_marker("shared")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not SHARED.is_dir():
        terminalreporter.write_line(f"note: {SHARED} is not here, so the tests that read it were left out")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The shared folder."""
    return SHARED
