"""What ``companion static`` says where it can't build the folder."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.browser import pyodide
from companion.browser.build import NO_NODE, snapshot
from companion.cli import main
from companion.cli.static import ONE_FILE


@pytest.mark.parametrize("has_pyodide", [False, True])
def test_without_node_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, has_pyodide: bool
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    if has_pyodide:  # as far as the snapshot it would go well
        monkeypatch.setattr("companion.browser.build.build", lambda *_: snapshot({}, b""))
    ran = CliRunner().invoke(main, ["static", str(tmp_path / "site"), "--pyodide", str(tmp_path)])
    says = ran.output.strip().removeprefix("Error: ")
    assert ran.exit_code != 0
    assert says == (NO_NODE if has_pyodide else pyodide.NO_NPM)
    assert says.startswith("Install Node.js") and says.count(". ") == 0
    assert not (tmp_path / "site").exists()


def test_the_one_file_program_does_not_offer_it_and_says_what_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert "static" in CliRunner().invoke(main, ["--help"]).output.split()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setitem(sys.modules, "companion.browser.build", None)  # the program leaves it out

    assert "static" not in CliRunner().invoke(main, ["--help"]).output.split()
    ran = CliRunner().invoke(main, ["static", str(tmp_path / "site")])
    assert (ran.exit_code, ran.output) == (2, f"Error: {ONE_FILE}\n")
