"""What lies in deploy/ fits the program, and the unit is shut in as far as is promised."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.cli import main
from companion.settings import read_settings

DEPLOY = Path(__file__).parents[2] / "deploy"
FILES = sorted(path for path in DEPLOY.iterdir() if path.is_file())
MOST_EXPOSED = 20
"""In tenths, by systemd's own scale from 0 to 100."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_setting_that_a_file_names_is_one(path: Path) -> None:
    named = set(re.findall(r"\bCOMPANION_[A-Z_]+", path.read_text(encoding="utf-8")))
    read_settings(dict.fromkeys(named, ""))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_command_that_a_file_starts_is_one(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    started = set(re.findall(r'\["companion", "([a-z]+)"', text) + re.findall(r"bin/companion ([a-z]+)", text))
    assert started <= main.entrances.keys()


def test_what_the_image_is_made_of_is_there() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    named = re.findall(r"-r (requirements/\S+)", text)
    assert named
    assert all((DEPLOY.parent / name).is_file() for name in named)
    assert re.findall(r"^USER (\S+)", text, re.MULTILINE) == ["10001:10001"]


def test_what_was_killed_is_started_again() -> None:
    assert "\nRestart=always\n" in (DEPLOY / "companion.service").read_text(encoding="utf-8")
    assert "restart: unless-stopped" in (DEPLOY / "compose.yml").read_text(encoding="utf-8")


def test_the_unit_is_shut_in() -> None:
    analyze = shutil.which("systemd-analyze")
    if os.name == "nt" or analyze is None:
        pytest.skip("systemd-analyze comes with systemd, which is not here")
    argv: list[str | Path] = [
        analyze,
        "security",
        "--offline=true",
        f"--threshold={MOST_EXPOSED}",
        DEPLOY / "companion.service",
    ]
    asked = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert asked.returncode == 0, asked.stdout[-200:] + asked.stderr
