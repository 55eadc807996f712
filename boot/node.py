"""Finds Node.js for the tests of the folder for phones, or installs it; npm fetches Pyodide."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping

from boot.machine import Machine, install, lacking
from boot.postgres import leave_out

NEEDED = ("node", "npm")
WHY = "The tests of the folder for phones need Node.js and npm."
OTHERWISE = "Install Node.js."


def ensure_node(machine: Machine, environ: Mapping[str, str] = os.environ) -> None:
    """Install it if this user may; otherwise print the way to do so, and that its tests are left out.

    :raises SetUpError: naming the one command to type, where CI runs the tests: nothing is left out there.
    """
    if lacks(environ) and machine.may_install:
        install(machine, NEEDED)
    if lacks(environ):
        leave_out(lacking(machine, NEEDED, WHY, OTHERWISE), environ)


def lacks(environ: Mapping[str, str] = os.environ) -> str:
    """Return the note for a missing node; empty if it is there."""
    path = environ.get("PATH")
    return "" if all(shutil.which(name, path=path) for name in NEEDED) else f"{WHY} {OTHERWISE}"
