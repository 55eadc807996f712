"""Finds Caddy for the tests of a server behind it, or fetches it; nothing is installed, for that would start it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from boot.console import SetUpError, run_step
from boot.environment import VENV
from boot.machine import Machine, lacking
from boot.postgres import leave_out

OVERRIDE = "COMPANION_CADDY"
FETCHED = VENV / "caddy"
WHY = "The tests of a server behind a proxy need Caddy."
OTHERWISE = f"Install Caddy, or set {OVERRIDE} to its path."
UNPACK = 'cd "$0" && apt-get download caddy && dpkg-deb -x caddy_*.deb . && rm caddy_*.deb'


def ensure_caddy(machine: Machine, environ: Mapping[str, str] = os.environ) -> Path | None:
    """Caddy's program, out of Debian's package where there is one; else None, and its tests say what to do.

    :raises SetUpError: naming the one command to type, where CI runs the tests: nothing is left out there.
    """
    if find_caddy(environ) is None and machine.manager == "apt-get":
        fetch(machine, FETCHED)
    found = find_caddy(environ)
    if found is None:
        leave_out(lacking(machine, ["caddy"], WHY, OTHERWISE), environ)
    return found


def find_caddy(environ: Mapping[str, str] = os.environ, fetched: Path = FETCHED) -> Path | None:
    """Caddy on this machine, or the one that was fetched; the environment variable goes before all.

    :raises SetUpError: if the variable names a file that isn't there.
    """
    if chosen := environ.get(OVERRIDE):
        if not Path(chosen).is_file():
            raise SetUpError(f"{OVERRIDE} names {chosen}, and there is no such file.")
        return Path(chosen)
    on_path = shutil.which("caddy", path=environ.get("PATH"))
    unpacked = fetched / "usr/bin/caddy"
    return Path(on_path) if on_path else unpacked if unpacked.is_file() else None


def fetch(machine: Machine, folder: Path) -> None:
    """Unpack Debian's package into ``folder``; a failure is not the end, for the caller says what else would do."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        if machine.is_root:
            run_step("Fetching the system's list of packages", ["apt-get", "-o", "DPkg::Lock::Timeout=300", "update"])
        run_step("Fetching Caddy", ["sh", "-c", UNPACK, folder])
    except SetUpError as error:
        print(error, flush=True)
