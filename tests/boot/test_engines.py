"""Where Firefox and WebKit are looked for, and what is said where there is none."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from boot import engines
from boot.console import SetUpError
from boot.engines import OLDEST_FIREFOX, OVERRIDE, ensure_engines, find_firefox, lacks_webkit
from boot.machine import Machine

GUEST = Machine(manager="apt-get", is_root=False, may_ask=False, is_ubuntu=False)
NOTHING = {"PATH": ""}


def put_firefox(folder: Path, name: str, version: int) -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\necho Mozilla Firefox {version}.0esr\n")
    path.chmod(0o755)
    return path


@pytest.mark.skipif(os.name == "nt", reason="a program of one line is a shell script")
def test_a_firefox_that_is_new_enough_is_found_and_the_chosen_one_goes_before_all(tmp_path: Path) -> None:
    environ = {"PATH": str(tmp_path)}
    put_firefox(tmp_path, "firefox-esr", OLDEST_FIREFOX - 1)
    assert find_firefox(environ) is None
    newer = put_firefox(tmp_path, "firefox", OLDEST_FIREFOX)
    assert find_firefox(environ) == newer
    mine = put_firefox(tmp_path, "mine", 1)
    assert find_firefox({**environ, OVERRIDE: str(mine)}) == mine
    with pytest.raises(SetUpError, match="there is no such file"):
        find_firefox({**environ, OVERRIDE: "/nowhere"})


def test_webkit_is_there_only_with_its_driver() -> None:
    assert lacks_webkit(NOTHING) == engines.WHY_WEBKIT


def test_an_engine_that_cannot_be_had_is_left_out_with_the_way_to_get_it(capsys: pytest.CaptureFixture[str]) -> None:
    ensure_engines(GUEST, {**NOTHING, "CI": "true"})
    said = capsys.readouterr().out
    assert "sudo apt-get install -y firefox-esr\n" in said
    assert "sudo apt-get install -y webkit2gtk-driver gir1.2-webkit2-4.1 python3-gi xvfb\n" in said
    assert said.count("Until then they are left out.") == 2


def test_what_apt_refuses_fails_only_in_ci(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[list[str]] = []

    def refuse(machine: Machine, things: Iterable[str]) -> None:
        asked.append(machine.packages(things))
        raise SetUpError("apt says no.")

    monkeypatch.setattr(engines, "install", refuse)
    root = replace(GUEST, is_root=True)
    ensure_engines(root, NOTHING)
    assert asked == [["firefox-esr"], ["webkit2gtk-driver", "gir1.2-webkit2-4.1", "python3-gi", "xvfb"]]
    assert "apt says no." in capsys.readouterr().out
    with pytest.raises(SetUpError, match="apt says no"):
        ensure_engines(root, {**NOTHING, "CI": "true"})
