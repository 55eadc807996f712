"""Finds a Chromium for the browser tests, or fetches one."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from boot.console import SetUpError, run_step
from boot.environment import program
from boot.machine import Machine, install, lacking

OVERRIDE = "COMPANION_CHROMIUM"
SHELL = "chromium-headless-shell"
"""Chromium without a window and what draws one: the pages come out the same for half the processor time."""
ON_PATH = (SHELL, "chromium", "google-chrome", "google-chrome-stable", "microsoft-edge", "chromium-browser")
MAC_APPS = ("Google Chrome", "Chromium", "Microsoft Edge")
WINDOWS_FOLDERS = ("ProgramFiles", "ProgramFiles(x86)", "LocalAppData")
WINDOWS_PROGRAMS = (
    Path("Google/Chrome/Application/chrome.exe"),
    Path("Chromium/Application/chrome.exe"),
    Path("Microsoft/Edge/Application/msedge.exe"),
)
ASK_PLAYWRIGHT = (
    "from playwright.sync_api import sync_playwright as start\n"
    "with start() as playwright: print(playwright.chromium.executable_path)"
)


def ensure_chromium(machine: Machine) -> Path:
    """Return a Chromium for Playwright, installing or downloading one if there is none.

    :raises SetUpError: naming the one command to type, if all that fails; tests are never left out for want of it.
    """
    lacks = missing()
    if lacks:
        supply(machine, lacks)
        lacks = missing()
    browser = find_chromium() or downloaded_chromium()
    if lacks or browser is None:
        why = "The browser tests need Chromium." if browser is None else "Playwright's driver does not start."
        raise lacking(machine, lacks, why, f"Install Chrome or Chromium, or set {OVERRIDE} to its path.")
    return browser


def missing() -> list[str]:
    """Return the things missing for the browser tests, by their names in :data:`boot.machine.PACKAGES`."""
    lacks = [] if find_chromium() or downloaded_chromium() else ["chromium"]
    return lacks if driver_can_start() else [*lacks, "atomic"]


def supply(machine: Machine, lacks: list[str]) -> None:
    """Install what apt may install, then fall back to Playwright's own download for the browser."""
    if machine.may_install:
        install(machine, lacks)
    if "chromium" in lacks and find_chromium() is None and driver_can_start():
        download_chromium(with_libraries=machine.may_install and machine.is_root)


def find_chromium(
    platform: str = sys.platform, environ: Mapping[str, str] = os.environ, exists: Callable[[Path], bool] = Path.is_file
) -> Path | None:
    """The first Chromium, Chrome or Edge on this machine; the environment variable goes before all.

    :raises SetUpError: if the variable names a file that isn't there.
    """
    if chosen := environ.get(OVERRIDE):
        if not exists(Path(chosen)):
            raise SetUpError(f"{OVERRIDE} names {chosen}, and there is no such file.")
        return Path(chosen)
    return next((path for path in candidates(platform, environ) if exists(path)), None)


def candidates(platform: str, environ: Mapping[str, str]) -> Iterator[Path]:
    """The possible paths of a Chromium, likeliest first."""
    if platform == "darwin":
        yield from (Path(f"/Applications/{app}.app/Contents/MacOS/{app}") for app in MAC_APPS)
    elif platform == "win32":
        folders = [Path(environ[name]) for name in WINDOWS_FOLDERS if name in environ]
        yield from (folder / inside for inside in WINDOWS_PROGRAMS for folder in folders)
    found = (shutil.which(name, path=environ.get("PATH")) for name in ON_PATH)
    yield from (Path(path) for path in found if path and not is_snap(path))


def is_snap(path: str) -> bool:
    """Return True if a program is one of Ubuntu's snaps, which can't be driven (see :data:`boot.machine.SNAPS`)."""
    return path.startswith("/snap/") or Path(path).resolve().name == "snap"


def driver_can_start() -> bool:
    """Return True if Playwright's driver finds its node's library, which a bare Debian lacks."""
    if not sys.platform.startswith("linux"):
        return True
    try:
        ctypes.CDLL("libatomic.so.1")
    except OSError:
        return False
    return True


def downloaded_chromium() -> Path | None:
    """The Chromium that Playwright downloaded earlier, if any."""
    if not program("python").exists():
        return None
    result = subprocess.run([program("python"), "-c", ASK_PLAYWRIGHT], capture_output=True, text=True, check=False)
    if result.returncode:
        return None
    whole = Path(result.stdout.strip())
    return next((path for path in (*shells_beside(whole), whole) if path.is_file()), None)


def shells_beside(whole: Path) -> list[Path]:
    """The windowless version of a Chromium, in Playwright's folder: ``chromium_headless_shell-N``."""
    revision = next((folder for folder in whole.parents if folder.name.startswith("chromium-")), None)
    if revision is None:
        return []
    folder = revision.with_name(revision.name.replace("chromium-", "chromium_headless_shell-", 1))
    named = ("chrome-headless-shell", "headless_shell")
    return sorted(path for path in folder.glob("*/*") if path.stem in named and path.suffix in ("", ".exe"))


def download_chromium(with_libraries: bool) -> None:
    """Try Playwright's own download; its failure is not the end, for the caller names what else would do."""
    libraries = ["--with-deps"] if with_libraries else []
    try:
        run_step("Downloading Chromium", [program("playwright"), "install", *libraries, "--only-shell", "chromium"])
    except SetUpError as error:
        print(error, flush=True)
