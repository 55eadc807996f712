"""The order in which a Chromium is looked for."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from boot import browser
from boot.browser import OVERRIDE, ensure_chromium, find_chromium, shells_beside
from boot.console import SetUpError
from boot.machine import Machine

PROGRAM_FILES = "C:/Program Files"


def only(*there: Path) -> Callable[[Path], bool]:
    """A disk that holds these files alone."""
    return lambda path: path in there


def put_program(folder: Path, name: str) -> Path:
    """A program of this name that can be found on PATH."""
    path = folder / (f"{name}.exe" if os.name == "nt" else name)
    path.write_text("")
    path.chmod(0o755)
    return path


def test_the_environment_variable_goes_before_all(tmp_path: Path) -> None:
    put_program(tmp_path, "chromium")
    mine = tmp_path / "mine"
    mine.write_text("")

    assert find_chromium("linux", {OVERRIDE: str(mine), "PATH": str(tmp_path)}) == mine


def test_a_variable_that_names_no_file_is_an_error_and_not_passed_over(tmp_path: Path) -> None:
    put_program(tmp_path, "chromium")

    with pytest.raises(SetUpError, match=r"COMPANION_CHROMIUM names /nowhere, and there is no such file"):
        find_chromium("linux", {OVERRIDE: "/nowhere", "PATH": str(tmp_path)})


def test_chromium_goes_before_chrome_and_chrome_before_edge(tmp_path: Path) -> None:
    for name in ("microsoft-edge", "google-chrome", "chromium", "chromium-headless-shell"):
        newest = put_program(tmp_path, name)

        assert find_chromium("linux", {"PATH": str(tmp_path)}) == newest


@pytest.mark.parametrize(
    "inside", ["chrome-headless-shell-linux64/chrome-headless-shell", "chrome-win/headless_shell.exe"]
)
def test_of_what_was_downloaded_the_chromium_without_a_window_is_found(tmp_path: Path, inside: str) -> None:
    shell = tmp_path / "chromium_headless_shell-7" / inside
    shell.parent.mkdir(parents=True)
    shell.write_text("")
    shell.with_name("headless_lib_data.pak").write_text("")

    assert shells_beside(tmp_path / "chromium-7" / "chrome-linux64" / "chrome") == [shell]
    assert shells_beside(tmp_path / "chromium-8" / "chrome-linux64" / "chrome") == []
    assert shells_beside(Path("elsewhere")) == []


def test_a_snap_is_passed_over(tmp_path: Path) -> None:
    snap = put_program(tmp_path, "snap")
    (tmp_path / "chromium").symlink_to(snap)

    assert find_chromium("linux", {"PATH": str(tmp_path)}) is None


def test_on_a_mac_the_applications_folder_is_searched(tmp_path: Path) -> None:
    chrome = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
    edge = Path("/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge")
    environ = {"PATH": str(tmp_path)}

    assert find_chromium("darwin", environ, only(edge)) == edge
    assert find_chromium("darwin", environ, only(edge, chrome)) == chrome


def test_on_windows_the_program_folders_are_searched(tmp_path: Path) -> None:
    chrome = Path(PROGRAM_FILES, "Google/Chrome/Application/chrome.exe")
    edge = Path("C:/Program Files (x86)", "Microsoft/Edge/Application/msedge.exe")
    environ = {"PATH": str(tmp_path), "ProgramFiles": PROGRAM_FILES, "ProgramFiles(x86)": "C:/Program Files (x86)"}

    assert find_chromium("win32", environ, only(edge)) == edge
    assert find_chromium("win32", environ, only(edge, chrome)) == chrome


def test_a_machine_without_any_has_none(tmp_path: Path) -> None:
    assert find_chromium("linux", {"PATH": str(tmp_path)}) is None


def test_a_chromium_that_cannot_be_had_is_asked_for_and_never_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = Machine(manager="apt-get", is_root=False, may_ask=False, is_ubuntu=False)
    monkeypatch.setattr(browser, "find_chromium", lambda: None)
    monkeypatch.setattr(browser, "downloaded_chromium", lambda: None)
    monkeypatch.setattr(browser, "driver_can_start", lambda: False)

    with pytest.raises(SetUpError, match="sudo apt-get install -y chromium-headless-shell libatomic1"):
        ensure_chromium(visitor)
