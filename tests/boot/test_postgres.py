"""Where PostgreSQL is looked for, and what is said where there is none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from boot import postgres
from boot.console import SetUpError
from boot.machine import Machine
from boot.postgres import NEEDED, OVERRIDE, ensure_postgres, find_postgres

GUEST = Machine(manager="apt-get", is_root=False, may_ask=False, is_ubuntu=False)
ROOT = Machine(manager="apt-get", is_root=True, may_ask=False, is_ubuntu=False)


def put_programs(folder: Path) -> Path:
    """A folder with all that the tests start."""
    folder.mkdir(parents=True)
    for name in NEEDED:
        program = folder / (f"{name}.exe" if os.name == "nt" else name)
        program.write_text("")
        program.chmod(0o755)
    return folder


def test_the_environment_variable_goes_before_all(tmp_path: Path) -> None:
    mine, other = put_programs(tmp_path / "mine"), put_programs(tmp_path / "other")

    assert find_postgres({OVERRIDE: str(mine), "PATH": str(other)}, tmp_path) == mine
    with pytest.raises(SetUpError, match="does not hold initdb and pg_ctl"):
        find_postgres({OVERRIDE: str(tmp_path)}, tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="Debian's folders")
def test_of_debians_versions_the_newest_is_taken(tmp_path: Path) -> None:
    put_programs(tmp_path / "usr/lib/postgresql/9/bin")
    newest = put_programs(tmp_path / "usr/lib/postgresql/15/bin")
    (tmp_path / "usr/lib/postgresql/17/bin").mkdir(parents=True)

    assert find_postgres({"PATH": ""}, tmp_path) == newest


def test_a_machine_without_any_has_none(tmp_path: Path) -> None:
    assert find_postgres({"PATH": str(tmp_path)}, tmp_path) is None


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A machine on which none is found; what was installed."""
    installed: list[str] = []
    monkeypatch.setattr(postgres, "find_postgres", lambda: None)
    monkeypatch.setattr(postgres, "install", lambda machine, things: installed.extend(things))
    return installed


def test_whoever_may_not_install_is_told_what_to_type_and_the_other_tests_run(
    without: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert ensure_postgres(GUEST, {}) is None

    assert without == []
    assert "sudo apt-get install -y postgresql" in capsys.readouterr().out


def test_where_ci_runs_nothing_is_left_out(without: list[str]) -> None:
    with pytest.raises(SetUpError, match="apt-get install -y postgresql"):
        ensure_postgres(ROOT, {"CI": "true"})

    assert without == ["postgresql"]
