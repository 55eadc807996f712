"""Finds ``../shared``, which holds the rulebook and the recorded cases of other programs.

A newcomer's clone stands alone: the tests marked ``shared`` are then left out, and the summary says so.
In CI the folder has to be there.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(__file__).resolve().parents[3] / "shared"
NOT_EXPRESSIBLE: dict[str, str] = json.loads(
    (Path(__file__).parent / "cases" / "not_expressible.json").read_text(encoding="utf-8")
)
_VECTORS = {
    "meld_vector": "meld_cases.json",
    "legal_vector": "legal_play_cases.json",
    "trick_vector": "trick_winner_cases.json",
    "score_vector": "score_cases.json",
}
"""A test that takes ``meld_vector`` runs for every case that our options express, ``any_meld_vector`` for all."""


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
        return
    number = sum(len(_vectors(name)) for name in _VECTORS)
    terminalreporter.write_line(
        f"cases of other programs: {number}; {number - len(NOT_EXPRESSIBLE)} run in full, "
        f"{len(NOT_EXPRESSIBLE)} listed with the reason in tests/rules/cases/not_expressible.json"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    left_out = [pytest.param({}, id="left out", marks=pytest.mark.shared)]
    for name in _VECTORS:
        run = [case for case in _vectors(name) if case["id"] not in NOT_EXPRESSIBLE]
        for fixture, cases in ((name, run), (f"any_{name}", _vectors(name))):
            if fixture in metafunc.fixturenames:
                known = [pytest.param(case, id=case["id"]) for case in cases]
                metafunc.parametrize(fixture, known if SHARED.is_dir() else left_out)


def _vectors(name: str) -> list[dict[str, Any]]:
    path = SHARED / "vectors" / _VECTORS[name]
    cases: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return cases


@pytest.fixture(scope="session")
def shared() -> Path:
    """The shared folder."""
    return SHARED


@pytest.fixture(scope="session")
def not_expressible() -> dict[str, str]:
    """Cases of other programs that our options cannot express, each with the reason."""
    return NOT_EXPRESSIBLE
