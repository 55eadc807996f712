"""Builds the companion as one program for the system that it runs on: python deploy/one_file.py DIR.

Takes PyInstaller and an environment with the companion and its photos: pip install '.[photos]' pyinstaller. What it
builds needs no Python where it runs: companion serve, companion read and every other command.
"""

from __future__ import annotations

import platform
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path
from tempfile import TemporaryDirectory

from companion import notices
from companion.shipped import FOLDERS, PACKAGE, shipped

START = "from companion.cli import main\n\nmain()\n"


def arguments(script: Path, work: Path, into: Path) -> list[str]:
    """The words for PyInstaller: the package's modules are imported by name, and its texts and pictures come along."""
    data = [(shipped(name), f"companion/{name}") for name in FOLDERS]
    data += [(PACKAGE / "rules" / "data", "companion/rules/data"), (PACKAGE / "store", "companion/store")]
    data += [(PACKAGE / "vision" / "models", "companion/vision/models"), (work / notices.FILE, "companion")]
    words = ["--onefile", "--name", "companion", "--noconfirm", "--log-level", "WARN"]
    words += [f"--add-data={source}:{target}" for source, target in data]
    words += ["--collect-submodules=companion", "--copy-metadata=flask", "--copy-metadata=werkzeug"]
    words += ["--exclude-module=torch", "--exclude-module=tkinter"]
    return [*words, f"--distpath={into}", f"--workpath={work}", f"--specpath={work}", str(script)]


def carried_notices() -> str:
    """The notices of all that the program carries: PyInstaller puts Python and the start of a program of its own in."""
    libraries = (*notices.libraries(), distribution("pyinstaller"))
    found = (*notices.scripts(), notices.kept("python", platform.python_version()), *map(notices.notice_of, libraries))
    return notices.write_notices(found)


def main() -> int:
    """Build it into the folder that is named."""
    into = Path(sys.argv[1] if len(sys.argv) > 1 else "dist").resolve()
    with TemporaryDirectory() as name:
        work = Path(name)
        script = work / "companion_program.py"
        script.write_text(START, encoding="utf-8")
        (work / notices.FILE).write_text(carried_notices(), encoding="utf-8")
        return subprocess.call([sys.executable, "-m", "PyInstaller", *arguments(script, work, into)])


if __name__ == "__main__":
    sys.exit(main())
