"""What set-up may install, and the one command that it names when it may not."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from boot.machine import Machine, is_ubuntu, lacking

DEBIAN_ROOT = Machine(manager="apt-get", is_root=True, may_ask=False, is_ubuntu=False)
DEBIAN_USER = replace(DEBIAN_ROOT, is_root=False)
VENV_PACKAGE = f"python3.{sys.version_info[1]}-venv"


@pytest.mark.parametrize(
    ("machine", "things", "command"),
    [
        (DEBIAN_ROOT, ["venv"], f"apt-get install -y {VENV_PACKAGE}"),
        (DEBIAN_USER, ["venv"], f"sudo apt-get install -y {VENV_PACKAGE}"),
        (
            DEBIAN_USER,
            ["venv", "chromium", "atomic"],
            f"sudo apt-get install -y {VENV_PACKAGE} chromium-headless-shell libatomic1",
        ),
        (replace(DEBIAN_USER, is_ubuntu=True), ["chromium", "atomic"], "sudo apt-get install -y libatomic1"),
        (replace(DEBIAN_USER, is_ubuntu=True), ["chromium"], None),
        (replace(DEBIAN_USER, manager="dnf"), ["chromium", "atomic"], "sudo dnf install -y chromium libatomic"),
        (replace(DEBIAN_USER, manager="pacman"), ["chromium"], "sudo pacman -S --needed chromium"),
        (replace(DEBIAN_USER, manager="brew"), ["chromium"], "brew install google-chrome"),
        (replace(DEBIAN_USER, manager="winget"), ["chromium"], "winget install Google.Chrome"),
        (replace(DEBIAN_USER, manager="dnf"), ["venv"], None),
        (replace(DEBIAN_USER, manager=None), ["chromium"], None),
    ],
)
def test_what_is_lacking_is_named_in_one_exact_command(
    machine: Machine, things: list[str], command: str | None
) -> None:
    assert machine.command(things) == command


@pytest.mark.parametrize(
    ("machine", "may"),
    [
        (DEBIAN_ROOT, True),
        (DEBIAN_USER, False),
        (replace(DEBIAN_USER, may_ask=True), True),
        (replace(DEBIAN_ROOT, manager="dnf"), False),
    ],
)
def test_only_apt_is_run_unasked_and_only_by_root_or_by_sudo_at_a_terminal(machine: Machine, may: bool) -> None:
    assert machine.may_install is may


def test_a_person_is_told_why_and_what_to_type() -> None:
    message = str(lacking(DEBIAN_USER, ["chromium"], "The browser tests need Chromium.", "Install Chrome."))

    assert message.startswith("The browser tests need Chromium. Type this, then start again:")
    assert "\n    sudo apt-get install -y chromium-headless-shell\n" in message


def test_without_a_package_manager_the_advice_is_in_words() -> None:
    nobody = replace(DEBIAN_USER, manager=None)

    assert str(lacking(nobody, ["chromium"], "It needs Chromium.", "Install Chrome.")) == (
        "It needs Chromium. Install Chrome."
    )


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\n', True),
        ("ID=debian\n", False),
        ("ID=linuxmint\nID_LIKE=ubuntu\n", False),
    ],
)
def test_ubuntu_is_known_by_its_id(tmp_path: Path, content: str, expected: bool) -> None:
    (tmp_path / "os-release").write_text(content, encoding="utf-8")

    assert is_ubuntu(tmp_path / "os-release") is expected


def test_a_system_without_os_release_is_not_ubuntu(tmp_path: Path) -> None:
    assert not is_ubuntu(tmp_path / "os-release")
