"""Whether Node.js is there, and what is said where it is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from boot import node
from boot.console import SetUpError
from boot.machine import Machine
from boot.node import ensure_node, lacks

GUEST = Machine(manager="apt-get", is_root=False, may_ask=False, is_ubuntu=False)
ROOT = Machine(manager="apt-get", is_root=True, may_ask=False, is_ubuntu=False)
NOTHING = {"PATH": ""}


def put_programs(folder: Path) -> dict[str, str]:
    for name in ("node", "npm"):
        (folder / name).write_text("")
        (folder / name).chmod(0o755)
    return {"PATH": str(folder)}


def test_both_programs_are_needed(tmp_path: Path) -> None:
    found = put_programs(tmp_path)
    assert lacks(found) == ""
    (tmp_path / "npm").unlink()
    assert "npm" in lacks(found)


def test_root_has_it_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[object] = []
    monkeypatch.setattr(node, "install", lambda _, things: asked.extend([*things, put_programs(tmp_path)]))
    ensure_node(ROOT, {"PATH": str(tmp_path)})
    assert asked[:2] == ["node", "npm"]


def test_where_it_can_not_be_installed_the_other_tests_run_but_not_in_ci(capsys: pytest.CaptureFixture[str]) -> None:
    ensure_node(GUEST, NOTHING)
    assert "sudo apt-get install -y nodejs npm" in capsys.readouterr().out
    with pytest.raises(SetUpError, match="apt-get install -y nodejs npm"):
        ensure_node(GUEST, {**NOTHING, "CI": "true"})
