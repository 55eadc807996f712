"""The virtual environment ``.venv`` in the checkout: what it must hold, and how it comes about."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path

from boot.console import SetUpError, run_step
from boot.install import LOCK, ROOT, install_locked
from boot.machine import Machine, install, lacking

VENV = ROOT / ".venv"
VENDOR = ROOT / "static" / "vendor"
STAMP = VENV / "companion-stamp.json"
# A change in any of these asks for a new installation.
INPUTS = (ROOT / "pyproject.toml", ROOT / "hatch_build.py", *sorted(LOCK.glob("*.txt")))


class Plan(Enum):
    """The work to do on an environment."""

    KEEP = "nothing"
    UPDATE = "install what has changed"
    BUILD = "make it anew"


@dataclass(frozen=True)
class Stamp:
    """The inputs of an environment; written last, so that an interrupted set-up leaves none."""

    home: str
    """The Python and the folder that it is bound to."""
    inputs: str
    """A hash of the files that list the libraries to install."""
    extras: tuple[str, ...]

    def satisfies(self, wanted: Stamp) -> bool:
        """Return True if an environment with this stamp serves for ``wanted``; more extras do no harm."""
        return self.inputs == wanted.inputs and set(self.extras) >= set(wanted.extras)


def plan(found: Stamp | None, wanted: Stamp, is_whole: bool) -> Plan:
    """Decide what an environment needs.

    One without a stamp was cut short: pip takes a half-copied package for a whole one, so it is built again.
    """
    if found is None or found.home != wanted.home or not is_whole:
        return Plan.BUILD
    return Plan.KEEP if found.satisfies(wanted) else Plan.UPDATE


def wanted_stamp(extras: Iterable[str], inputs: Iterable[Path] = INPUTS) -> Stamp:
    """The stamp of an environment made now, here, by this Python, from ``inputs``."""
    digest = hashlib.sha256()
    for path in inputs:
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    version = ".".join(str(part) for part in sys.version_info[:3])
    return Stamp(f"{sys.implementation.name} {version} in {ROOT}", digest.hexdigest(), tuple(sorted(extras)))


def read_stamp(path: Path) -> Stamp | None:
    """The stamp of the environment that is there; None if there is none that can be read."""
    try:
        fields = json.loads(path.read_text(encoding="utf-8"))
        return Stamp(fields["home"], fields["inputs"], tuple(fields["extras"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_stamp(stamp: Stamp, path: Path) -> None:
    """Vouch for the environment that has just been made."""
    path.write_text(json.dumps(asdict(stamp), indent=1), encoding="utf-8")


def program(name: str) -> Path:
    """The path of a program in the environment: ``python``, ``companion``."""
    return VENV / "Scripts" / f"{name}.exe" if os.name == "nt" else VENV / "bin" / name


def is_whole() -> bool:
    """Return True if all parts made by set-up are still there, and this user can read them."""
    return os.path.exists(program("python")) and os.path.exists(program("companion")) and any(VENDOR.glob("*.js"))


def require_writable(*folders: Path) -> None:
    """Turn away somebody else's checkout before anything in it is changed.

    :raises SetUpError: with the way out, if this user may not write to one of ``folders``, or make it.
    """
    for folder in folders:
        if not os.access(folder if os.path.exists(folder) else folder.parent, os.W_OK):
            raise SetUpError(
                f"You may not write to {folder}: copy {ROOT}, without .venv, into a folder of your own, "
                "and type the same command there."
            )


def prepare(machine: Machine, extras: tuple[str, ...] = (), also: Sequence[str] = ()) -> None:
    """Leave ``.venv`` holding the companion, its libraries and ``extras``; does nothing when it already does.

    If a package of the system is needed for it, those of ``also`` are asked for in the same breath.

    :raises SetUpError: with advice, where the machine lacks something, the checkout is another user's, or a step fails.
    """
    found, wanted = read_stamp(STAMP), wanted_stamp(extras)
    to_do = plan(found, wanted, is_whole())
    if to_do is Plan.KEEP:
        return
    require_writable(VENV, VENDOR)
    match to_do:
        case Plan.BUILD:
            STAMP.unlink(missing_ok=True)
            create(machine, also)
        case Plan.UPDATE:
            STAMP.unlink(missing_ok=True)
            # What was asked for once stays asked for, or `serve` and `test` would undo each other.
            wanted = wanted_stamp({*extras, *(found.extras if found else ())})
    install_locked(program("python"), wanted.extras)
    write_stamp(wanted, STAMP)


def create(machine: Machine, also: Sequence[str] = ()) -> None:
    """Make an empty environment in place of whatever is there, by uv if it is installed, else by Python's own venv.

    :raises SetUpError: if Python came without the means and they may not be installed from here.
    """
    if VENV.exists():
        shutil.rmtree(VENV)
    uv = shutil.which("uv")
    if uv:
        run_step("Making the environment .venv", [uv, "venv", "--seed", "--python", base_python(), VENV])
        return
    require_venv(machine, also)
    run_step("Making the environment .venv", [base_python(), "-m", "venv", VENV])


def base_python() -> str:
    """The Python under any environment that is active: an environment must not be rebuilt by its own Python."""
    return str(getattr(sys, "_base_executable", sys.executable))


def require_venv(machine: Machine, also: Sequence[str]) -> None:
    """See to it that Python can make environments; Debian's can't until a package is added.

    :raises SetUpError: naming the one command to type, where this user may not install it.
    """
    if has_venv():
        return
    if machine.may_install:
        install(machine, ["venv", *also])
    if not has_venv():
        why = "This Python can't make environments."
        raise lacking(machine, ["venv", *also], why, "Install Python from python.org.")


def has_venv() -> bool:
    """Return True if both modules are there; Debian takes ensurepip out."""
    importlib.invalidate_caches()
    return all(importlib.util.find_spec(name) for name in ("venv", "ensurepip"))
