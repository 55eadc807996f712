"""bootstrap.py and .ci/run: the two commands that the README gives."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import bootstrap

ROOT = Path(bootstrap.__file__).parent
NEWER_THAN_OLD_PYTHONS = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.Match, ast.AsyncFunctionDef)


@pytest.mark.parametrize(
    ("version", "platform", "says"),
    [
        ((3, 9, 6), "darwin", "this is Python 3.9. Get it with: brew install python"),
        ((3, 8, 10), "win32", "this is Python 3.8. Get it with: winget install Python.Python.3.13"),
        ((2, 7, 18), "linux", "this is Python 2.7. Get it with: your system's package"),
    ],
)
def test_an_old_python_is_told_what_it_is_and_how_to_get_a_newer_one(
    version: tuple[int, int, int], platform: str, says: str
) -> None:
    message = bootstrap.version_message(version, platform)

    assert message is not None
    assert "needs Python 3.10 or newer" in message
    assert says in message


@pytest.mark.parametrize("version", [(3, 10, 0), (3, 13, 1), (4, 0, 0)])
def test_a_new_enough_python_goes_on(version: tuple[int, int, int]) -> None:
    assert bootstrap.version_message(version, "linux") is None


def test_an_old_python_can_read_the_file_that_turns_it_away() -> None:
    tree = ast.parse((ROOT / "bootstrap.py").read_text(encoding="utf-8"), feature_version=(3, 4))

    assert [node for node in ast.walk(tree) if isinstance(node, NEWER_THAN_OLD_PYTHONS)] == []
    assert [node for node in ast.walk(tree) if isinstance(node, ast.arg) and node.annotation] == []


def test_ci_runs_what_the_readme_says_and_nothing_else() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    commands = [line for line in script if line and not line.startswith(("#", "set ", "cd "))]

    assert commands == ["exec python3 bootstrap.py test --thorough"]
    assert "python3 bootstrap.py test --thorough" in (ROOT / "README.md").read_text(encoding="utf-8")
