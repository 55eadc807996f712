"""Finds Firefox and WebKit for the tests that run in three engines, or installs them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from boot.browser import is_snap
from boot.console import SetUpError
from boot.machine import Machine, install, lacking
from boot.postgres import leave_out

OVERRIDE = "COMPANION_FIREFOX"
OLDEST_FIREFOX = 153
"""Older ones lack commands without which Playwright makes no page."""
FIREFOXES = ("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox")
WEBKIT_THINGS = ("webkit", "webkit-window", "gi", "xvfb")
SYSTEM_PYTHON = "/usr/bin/python3"
"""The system's package of PyGObject is for this one, whichever Python runs the tests."""
WINDOW = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"

WHY_FIREFOX = f"The tests in Firefox need Firefox {OLDEST_FIREFOX} or newer."
WHY_WEBKIT = "The tests in WebKit need WebKitGTK with its driver, PyGObject and Xvfb."
OTHERWISE_FIREFOX = f"Install Firefox, or set {OVERRIDE} to its path."
OTHERWISE_WEBKIT = "Only Debian and Ubuntu have all of it."


def ensure_engines(machine: Machine, environ: Mapping[str, str] = os.environ) -> None:
    """Install what is missing if this user may; of an engine that can't be had, say that its tests are left out.

    :raises SetUpError: if apt refuses in CI.
    """
    for things, lacks, otherwise in (
        (["firefox"], lacks_firefox, OTHERWISE_FIREFOX),
        (WEBKIT_THINGS, lacks_webkit, OTHERWISE_WEBKIT),
    ):
        if lacks(environ) and machine.may_install:
            try:
                install(machine, things)
            except SetUpError as refused:
                leave_out(refused, environ)
        if why := lacks(environ):
            print(f"{lacking(machine, things, why, otherwise)} Until then they are left out.", flush=True)


def find_firefox(environ: Mapping[str, str] = os.environ) -> Path | None:
    """Return a Firefox that Playwright can drive; the environment variable goes before all.

    :raises SetUpError: if the variable names a file that isn't there.
    """
    if chosen := environ.get(OVERRIDE):
        if not Path(chosen).is_file():
            raise SetUpError(f"{OVERRIDE} names {chosen}, and there is no such file.")
        return Path(chosen)
    found = (shutil.which(name, path=environ.get("PATH")) for name in FIREFOXES)
    return next((Path(path) for path in found if path and not is_snap(path) and is_new_enough(path)), None)


def is_new_enough(firefox: str) -> bool:
    """Return True if a Firefox says that it is :data:`OLDEST_FIREFOX` or newer."""
    said = subprocess.run([firefox, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.search(r"\d+", said)
    return version is not None and int(version[0]) >= OLDEST_FIREFOX


def lacks_firefox(environ: Mapping[str, str] = os.environ) -> str:
    """Return the note for a missing Firefox; empty if it is there."""
    return "" if find_firefox(environ) else WHY_FIREFOX


def lacks_webkit(environ: Mapping[str, str] = os.environ) -> str:
    """Return the note for a missing WebKit; empty if all of it is there."""
    path = environ.get("PATH")
    programs = all(shutil.which(name, path=path) for name in ("WebKitWebDriver", "Xvfb", SYSTEM_PYTHON))
    if programs and not subprocess.run([SYSTEM_PYTHON, "-c", WINDOW], capture_output=True, check=False).returncode:
        return ""
    return WHY_WEBKIT
