"""Where Caddy is looked for, and what is said where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from boot import caddy
from boot.caddy import OVERRIDE, ensure_caddy, find_caddy
from boot.console import SetUpError
from boot.machine import Machine

GUEST = Machine(manager="apt-get", is_root=False, may_ask=False, is_ubuntu=False)
NOTHING = {"PATH": ""}


def put_program(path: Path) -> Path:
    path.parent.mkdir(parents=True)
    path.write_text("")
    path.chmod(0o755)
    return path


def test_the_environment_variable_goes_before_all_and_a_fetched_one_comes_last(tmp_path: Path) -> None:
    mine, fetched = put_program(tmp_path / "mine" / "caddy"), put_program(tmp_path / "fetched/usr/bin/caddy")

    assert find_caddy({OVERRIDE: str(mine), "PATH": ""}, tmp_path / "fetched") == mine
    assert find_caddy(NOTHING, tmp_path / "fetched") == fetched
    assert find_caddy(NOTHING, tmp_path) is None
    with pytest.raises(SetUpError, match="there is no such file"):
        find_caddy({OVERRIDE: str(tmp_path / "nowhere")}, tmp_path)


def test_a_package_is_unpacked_by_whoever_may_install_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caddy, "UNPACK", 'mkdir -p "$0/usr/bin" && touch "$0/usr/bin/caddy"')
    caddy.fetch(GUEST, tmp_path)
    assert find_caddy(NOTHING, tmp_path) == tmp_path / "usr/bin/caddy"


def test_where_none_can_be_fetched_the_other_tests_run_but_not_in_ci(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(caddy, "UNPACK", "exit 1")
    monkeypatch.setattr(caddy, "find_caddy", lambda environ: None)
    monkeypatch.setattr(caddy, "FETCHED", tmp_path)

    assert ensure_caddy(GUEST, NOTHING) is None
    assert "sudo apt-get install -y caddy" in capsys.readouterr().out
    with pytest.raises(SetUpError, match="apt-get install -y caddy"):
        ensure_caddy(GUEST, {**NOTHING, "CI": "true"})
