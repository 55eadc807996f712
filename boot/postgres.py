"""Finds PostgreSQL's programs for the tests of its store, or installs them."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from boot.console import SetUpError
from boot.machine import Machine, install, lacking

OVERRIDE = "COMPANION_POSTGRES"
NEEDED = ("initdb", "pg_ctl")
# Debian keeps each version's programs apart, and links none of these from PATH.
FOLDERS = (
    "usr/lib/postgresql/*/bin",
    "usr/pgsql-*/bin",
    "opt/homebrew/opt/postgresql*/bin",
    "usr/local/opt/postgresql*/bin",
)
DISK = Path(Path.cwd().anchor)
WINDOWS_FOLDERS = "PostgreSQL/*/bin"
WHY = "The tests of the PostgreSQL store need its programs initdb and pg_ctl."
OTHERWISE = f"Install PostgreSQL, or set {OVERRIDE} to the folder that holds them."


def ensure_postgres(machine: Machine, environ: Mapping[str, str] = os.environ) -> Path | None:
    """The folder of PostgreSQL's programs, installed where this user may; else None, and its tests say what to do.

    :raises SetUpError: naming the one command to type, where CI runs the tests: nothing is left out there.
    """
    if find_postgres() is None and machine.may_install:
        install(machine, ["postgresql"])
    found = find_postgres()
    if found is None:
        leave_out(lacking(machine, ["postgresql"], WHY, OTHERWISE), environ)
    return found


def find_postgres(environ: Mapping[str, str] = os.environ, root: Path = DISK) -> Path | None:
    """The folder of the newest PostgreSQL on this machine; the environment variable goes before all.

    :raises SetUpError: if the variable names a folder without them.
    """
    if chosen := environ.get(OVERRIDE):
        if not holds_all(Path(chosen)):
            raise SetUpError(f"{OVERRIDE} names {chosen}, which does not hold {' and '.join(NEEDED)}.")
        return Path(chosen)
    return next((folder for folder in candidates(environ, root) if holds_all(folder)), None)


def candidates(environ: Mapping[str, str], root: Path) -> Iterator[Path]:
    """The possible folders of its programs, likeliest first."""
    if on_path := shutil.which(NEEDED[0], path=environ.get("PATH")):
        yield Path(on_path).resolve().parent
    found = [folder for pattern in FOLDERS for folder in root.glob(pattern)]
    if sys.platform == "win32" and "ProgramFiles" in environ:
        found = list(Path(environ["ProgramFiles"]).glob(WINDOWS_FOLDERS))
    yield from sorted(found, key=_version, reverse=True)


def holds_all(folder: Path) -> bool:
    """Return True if a folder has the programs started by the tests."""
    return all(shutil.which(name, path=str(folder)) for name in NEEDED)


def in_ci(environ: Mapping[str, str]) -> bool:
    """Return True in CI, where no test may be left out."""
    return environ.get("CI", "").lower() in ("true", "1")


def leave_out(advice: SetUpError, environ: Mapping[str, str]) -> None:
    """Say that tests are left out until somebody follows the advice.

    :raises SetUpError: the advice, where CI runs the tests: nothing is left out there.
    """
    if in_ci(environ):
        raise advice
    print(f"{advice} Until then they are left out.", flush=True)


def _version(folder: Path) -> int:
    """The version that a folder is named after."""
    return max((int(number) for number in re.findall(r"\d+", str(folder.parent.name))), default=0)
