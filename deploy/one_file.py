"""Builds the companion as one program for the system that it runs on: python deploy/one_file.py DIR.

Takes PyInstaller and an environment with the companion and its photos: pip install '.[photos]' pyinstaller. What it
builds needs no Python where it runs: companion serve, companion read and every other command.
"""

from __future__ import annotations

import platform
import re
import subprocess
import sys
from collections.abc import Iterable
from importlib.metadata import distribution, distributions
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion import notices
from companion.shipped import FOLDERS, PACKAGE, shipped

START = "from companion.cli import main\n\nmain()\n"
LEFT_OUT = ("torch", "tkinter", "readline", "curses", "companion.browser")
"""Modules that the program does without; a phone edition is built from a checkout or the package."""
SPEC = """
import sys
from PyInstaller.utils.hooks import collect_submodules, copy_metadata

sys.path.insert(0, {root!r})
from deploy import one_file

modules = [name for name in collect_submodules("companion") if not name.startswith(one_file.LEFT_OUT)]
data = {data!r} + copy_metadata("flask") + copy_metadata("werkzeug")
found = Analysis([{script!r}], pathex=[{root!r}], datas=data, hiddenimports=modules, excludes=list(one_file.LEFT_OUT))
with open({notices!r}, "w", encoding="utf-8") as file:
    file.write(one_file.carried_notices(found.binaries, found.pure))
found.datas.append(("companion/notices.txt", {notices!r}, "DATA"))
EXE(PYZ(found.pure), found.scripts, found.binaries, found.datas, name="companion", console=True)
"""
"""What PyInstaller carries out: it looks what belongs to the program, whose notices then join it."""
SYSTEM = {
    "bz2": "bzip2",
    "lzma": "xz",
    "z": "zlib",
    "zstd": "zstd",
    "ffi": "libffi",
    "sqlite3": "sqlite",
    "expat": "expat",
    "crypto": "openssl",
    "ssl": "openssl",
    "mpdec": "libmpdec",
    "uuid": "libuuid",
    "gcc_s": "gcc",
    "stdc++": "gcc",
}
"""What a shared library of the system is, by its name."""
# Python for Windows brings Microsoft's runtime, under its own license.
_OF_PYTHON = re.compile(r"(lib)?python[\d.]*|vcruntime.*|ucrtbase|msvcp.*|api-ms-win-.*")
_LIBRARY = re.compile(r"\.(?:so|dylib|dll)\b")
Found = Iterable[tuple[str, str, str]]
"""PyInstaller's lists: the name inside the program, the file, its kind."""


def spec(script: Path, work: Path) -> str:
    """The words for PyInstaller: the package's modules are imported by name, and its texts and pictures come along."""
    data = [(str(shipped(name)), f"companion/{name}") for name in FOLDERS]
    inside = ("rules/data", "store", "vision/models")
    data += [(str(PACKAGE / name), f"companion/{name}") for name in inside]
    root = str(Path(__file__).parents[1])
    return SPEC.format(root=root, data=data, script=str(script), notices=str(work / notices.FILE))


def carried_notices(binaries: Found, modules: Found) -> str:
    """The notices of all that the program carries: PyInstaller puts Python and the start of a program of its own in.

    :raises ValueError: naming what has no license.
    """
    owners = {Path(str(file.locate())).resolve(): each for each in distributions() for file in each.files or ()}
    libraries: dict[str, Any] = {notices.OURS: distribution(notices.OURS), "pyinstaller": distribution("pyinstaller")}
    others = {"python"}
    for name, file, _ in (*binaries, *modules):
        if owner := owners.get(Path(file).resolve()):
            libraries[owner.metadata["Name"]] = owner
        elif (wrapped := notices.WRAPPED.get(Path(name).name.partition(".")[0])) is not None:
            others.add(wrapped)
        elif library := _system_library(file):
            others.add(library)
    kept = [notices.kept(name, platform.python_version() if name == "python" else "of-Python") for name in others]
    return notices.write_notices([*notices.scripts(), *kept, *map(notices.notice_of, libraries.values())])


def _system_library(file: str) -> str | None:
    """What a shared library is; Python's own modules and the folders of wheels' libraries belong to their packages."""
    path = Path(file)
    if not _LIBRARY.search(path.name.lower()) or "lib-dynload" in path.parts:
        return None
    if any(part.endswith(".libs") for part in path.parts):
        return None
    stem = _LIBRARY.split(path.name.lower())[0]
    plain = stem.removeprefix("lib").partition(".")[0].partition("-")[0]
    return "python" if _OF_PYTHON.fullmatch(stem) else SYSTEM.get(plain, path.name)


def main() -> int:
    """Build it into the folder that is named."""
    into = Path(sys.argv[1] if len(sys.argv) > 1 else "dist").resolve()
    with TemporaryDirectory() as name:
        work = Path(name)
        script, words = work / "companion_program.py", work / "companion.spec"
        script.write_text(START, encoding="utf-8")
        words.write_text(spec(script, work), encoding="utf-8")
        options = ["--noconfirm", "--log-level=WARN", f"--distpath={into}", f"--workpath={work}"]
        return subprocess.call([sys.executable, "-m", "PyInstaller", *options, words])


if __name__ == "__main__":
    sys.exit(main())
