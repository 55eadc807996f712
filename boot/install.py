"""Puts the companion and its locked libraries into ``.venv``."""

from __future__ import annotations

import os
import shutil
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from boot.console import SetUpError, run_step

ROOT = Path(__file__).resolve().parent.parent
# One file for each extra, complete in itself, all written from one resolution by boot/renew_lock.py.
LOCK = ROOT / "requirements"
USE = LOCK / "use.txt"
BUILD = LOCK / "build.txt"
# What is locked is a wheel with its hash: no stranger's code runs while it is installed, and nothing is compiled.
LOCKED = ("--no-deps", "--require-hashes", "--only-binary", ":all:")


def lock_files(extras: Sequence[str]) -> list[Path]:
    """The lock's files for an environment with ``extras``."""
    return [LOCK / f"{extra}.txt" for extra in extras] or [USE]


def install_locked(python: Path, extras: Sequence[str]) -> None:
    """Install this checkout, editable, with the locked libraries of ``extras``, into the environment of ``python``.

    :raises SetUpError: if a library can't be had.
    """
    require_wheels(sysconfig.get_platform())
    install = installer(python)
    files = [word for path in lock_files(extras) for word in ("-r", path)]
    run_step("Installing the libraries", [*install, *LOCKED, *files])
    # What builds it is kept beside the environment and thrown away: django-htmx would otherwise ask for Django there.
    with TemporaryDirectory() as tools:
        run_step("Fetching what the companion is built with", [*install, *LOCKED, "--target", tools, "-r", BUILD])
        env = {**os.environ, "PYTHONPATH": tools}
        run_step("Installing the companion", [*install, "--no-deps", "--no-build-isolation", "-e", ROOT], env)


def installer(python: Path) -> list[str | Path]:
    """The start of a command that installs into the environment of ``python``, by uv if it is there, else by pip."""
    if uv := shutil.which("uv"):
        return [uv, "pip", "install", "--python", python]
    return [python, "-m", "pip", "--disable-pip-version-check", "install"]


def require_wheels(platform: str) -> None:
    """Turn away the one kind of Python for which OpenCV is not built.

    :raises SetUpError: saying which Python to take there.
    """
    if platform == "win-arm64":
        raise SetUpError(
            "OpenCV has no build for the ARM64 Python of Windows. Install its 64-bit (x64) Python instead."
        )
