"""The machine: its way to install a package, and set-up's right to do so."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from boot.console import SetUpError, run_step

# What set-up may lack, by the name each package manager gives it. Managers in the order in which they are looked for.
INSTALL = {
    "apt-get": "apt-get install -y",
    "dnf": "dnf install -y",
    "pacman": "pacman -S --needed",
    "brew": "brew install",
    "winget": "winget install",
}
PACKAGES = {
    "venv": {"apt-get": f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"},
    "chromium": {
        "apt-get": "chromium-headless-shell",
        "dnf": "chromium",
        "pacman": "chromium",
        "brew": "google-chrome",
        "winget": "Google.Chrome",
    },
    "postgresql": {
        "apt-get": "postgresql",
        "dnf": "postgresql-server",
        "pacman": "postgresql",
        "brew": "postgresql",
        "winget": "PostgreSQL.PostgreSQL.17",
    },
    "caddy": {
        "apt-get": "caddy",
        "dnf": "caddy",
        "pacman": "caddy",
        "brew": "caddy",
        "winget": "CaddyServer.Caddy",
    },
    "node": {
        "apt-get": "nodejs",
        "dnf": "nodejs",
        "pacman": "nodejs",
        "brew": "node",
        "winget": "OpenJS.NodeJS.LTS",
    },
    "npm": {"apt-get": "npm", "dnf": "npm", "pacman": "npm"},
    "atomic": {"apt-get": "libatomic1", "dnf": "libatomic"},
    "firefox": {
        "apt-get": "firefox-esr",
        "dnf": "firefox",
        "pacman": "firefox",
        "brew": "firefox",
        "winget": "Mozilla.Firefox",
    },
    "webkit": {"apt-get": "webkit2gtk-driver"},
    "webkit-window": {"apt-get": "gir1.2-webkit2-4.1"},
    "gi": {"apt-get": "python3-gi"},
    "xvfb": {"apt-get": "xvfb"},
}
WITHOUT_SUDO = ("brew", "winget")
# A snap is shut off from /tmp, where a test keeps the browser's profile.
SNAPS = ("chromium", "firefox")


@dataclass(frozen=True)
class Machine:
    """The facts about this machine that limit set-up."""

    manager: str | None
    is_root: bool
    may_ask: bool
    """True if sudo is there, with a person at the terminal to type its password."""
    is_ubuntu: bool

    @property
    def may_install(self) -> bool:
        """Return True if set-up installs missing packages itself; only apt is used without asking."""
        return self.manager == "apt-get" and (self.is_root or self.may_ask)

    def package(self, thing: str) -> str | None:
        """The package that brings ``thing``; None where there is none, or only a snap."""
        if self.is_ubuntu and thing in SNAPS:
            return None
        return PACKAGES[thing].get(self.manager or "")

    def packages(self, things: Iterable[str]) -> list[str]:
        """The packages that bring ``things``, as far as there are any."""
        return [name for thing in things if (name := self.package(thing))]

    def command(self, things: Iterable[str]) -> str | None:
        """The one command by which a person installs ``things``; None where there is no such command."""
        names = self.packages(things)
        if self.manager is None or not names:
            return None
        sudo = "" if self.is_root or self.manager in WITHOUT_SUDO else "sudo "
        return f"{sudo}{INSTALL[self.manager]} {' '.join(names)}"


def this_machine() -> Machine:
    """Look this machine over."""
    return Machine(
        manager=next((name for name in INSTALL if shutil.which(name)), None),
        is_root=hasattr(os, "geteuid") and os.geteuid() == 0,
        may_ask=shutil.which("sudo") is not None and sys.stdin.isatty(),
        is_ubuntu=is_ubuntu(Path("/etc/os-release")),
    )


def is_ubuntu(os_release: Path) -> bool:
    """Return True if the file about a Linux distribution names Ubuntu."""
    return os_release.is_file() and "ID=ubuntu" in os_release.read_text(encoding="utf-8").splitlines()


def install(machine: Machine, things: Iterable[str]) -> None:
    """Install the packages with ``things`` by apt, through sudo unless this user is root.

    :raises SetUpError: if apt refuses.
    """
    names = machine.packages(things)
    if not names:
        return
    sudo = [] if machine.is_root else ["sudo"]
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    # Another apt may be at work on a machine that has just started.
    apt = [*sudo, "apt-get", "-o", "DPkg::Lock::Timeout=300"]
    run_step("Fetching the system's list of packages", [*apt, "update"], env)
    run_step(f"Installing {' and '.join(names)}", [*apt, "install", "-y", "--no-install-recommends", *names], env)


def lacking(machine: Machine, things: Iterable[str], why: str, otherwise: str) -> SetUpError:
    """The error with the one command to type, or ``otherwise`` if there is none."""
    command = machine.command(things)
    advice = f"Type this, then start again:\n\n    {command}\n" if command else otherwise
    return SetUpError(f"{why} {advice}")
