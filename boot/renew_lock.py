"""Renews the lock in ``requirements/``: ``python3 bootstrap.py renew`` runs this, then the tests on what is newest.

The newest versions that pyproject.toml allows are chosen once, for every Python and system together, and written out
as one file for each extra, so that players and testers never fetch training's libraries.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import tomli

from boot.install import BUILD, LOCK, LOCKED, ROOT, USE

# Each file of the lock, and how uv is asked for it.
# A checkout always reads photos.
PHOTOS = ("--extra", "photos")
FILES = {
    USE: PHOTOS,
    LOCK / "dev.txt": (*PHOTOS, "--extra", "dev"),
    LOCK / "postgres.txt": (*PHOTOS, "--extra", "postgres"),
    LOCK / "server.txt": (*PHOTOS, "--extra", "server"),
    LOCK / "train.txt": ("--extra", "train"),
    # Only scripts are taken out of django-htmx (hatch_build.py): Django itself is not needed.
    BUILD: ("--only-group", "build", "--prune", "django", "--prune", "asgiref"),
}
# Hatchling asks for it when an editable checkout is installed; it tells the installer so, not pyproject.toml.
EDITABLE = "editables"
PYTHONS = ("3.10", "3.11", "3.12", "3.13", "3.14")
# Windows on ARM takes the x64 Python (boot/install.py).
PLATFORMS = (
    "x86_64-manylinux_2_28",
    "aarch64-manylinux_2_28",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
)
# PyTorch is no longer built for Macs with an Intel processor: nothing can be trained there.
UNTRAINED = "x86_64-apple-darwin"
# The macOS for which OpenCV and PyTorch are built; uv would look for builds for an older one.
MACOS = {"MACOSX_DEPLOYMENT_TARGET": "14.0"}
HEADER = "# Written by `python3 bootstrap.py renew`; see docs/releasing.md. For: {}\n"


def main() -> int:
    """Write the lock from scratch, and print the changes; nothing is written unless all of it installs everywhere."""
    with TemporaryDirectory() as folder:
        uv = fetch_uv(Path(folder))
        texts = resolve(uv, Path(folder))
        lacking = without_wheels(uv, texts, Path(folder))
    if lacking:
        print("Not renewed. There is no wheel for:", *lacking, sep="\n    ", file=sys.stderr)
        return 1
    before = pins(path.read_text(encoding="utf-8") for path in FILES if path.exists())
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8", newline="\n")
    after = pins(texts.values())
    print("Gone:", ", ".join(sorted(before - after)) or "nothing")
    print("New: ", ", ".join(sorted(after - before)) or "nothing")
    return 0


def fetch_uv(folder: Path) -> Path:
    """Uv, put into ``folder`` by pip: it alone resolves for all systems at once, and is needed for nothing else."""
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--target", folder / "uv", "uv"], check=True)
    return folder / "uv" / "bin" / ("uv.exe" if os.name == "nt" else "uv")


def resolve(uv: Path, folder: Path) -> dict[Path, str]:
    """The text of each file of the lock, from one resolution of the newest versions that are allowed."""
    (folder / "pyproject.toml").write_text(project(), encoding="utf-8")
    subprocess.run([uv, "lock", "--quiet", "--no-config", "--project", folder], check=True)
    return {path: HEADER.format(path.stem) + export(uv, folder, asked) for path, asked in FILES.items()}


def project() -> str:
    """This project's pyproject.toml as uv is to read it: what builds it is a group, and there is nothing to build."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    needed = [*tomli.loads(text)["build-system"]["requires"], EDITABLE]
    static = text.replace('dynamic = ["version"]', 'version = "0"')
    return f"{static}\n[dependency-groups]\nbuild = {needed}\n"


def export(uv: Path, folder: Path, asked: tuple[str, ...]) -> str:
    """One file of hashed requirements out of uv's lock; it names no address of any registry."""
    plain = ("--frozen", "--quiet", "--no-config", "--no-header", "--no-annotate", "--no-emit-project")
    argv: list[str | Path] = [uv, "export", *plain, "--no-default-groups", "--project", folder, *asked]
    return str(subprocess.run(argv, check=True, capture_output=True, text=True).stdout)


def without_wheels(uv: Path, texts: dict[Path, str], folder: Path) -> list[str]:
    """The Pythons and systems on which some file of the lock could not be installed, with uv's reason."""
    lacking = []
    for (path, text), python, platform in product(texts.items(), PYTHONS, PLATFORMS):
        if path.stem == "train" and platform == UNTRAINED:
            continue
        (folder / path.name).write_text(text, encoding="utf-8")
        aim = ("--target", folder / "target", "--python-version", python, "--python-platform", platform)
        argv: list[str | Path] = [
            uv,
            "pip",
            "install",
            "--quiet",
            "--no-config",
            "--dry-run",
            *aim,
            *LOCKED,
            "-r",
            folder / path.name,
        ]
        tried = subprocess.run(argv, capture_output=True, text=True, env={**os.environ, **MACOS}, check=False)
        if tried.returncode:
            lacking.append(f"{path.stem}, Python {python}, {platform}: {tried.stderr.strip()}")
    return lacking


def pins(texts: Iterable[str]) -> set[str]:
    """Every ``name==version`` in files of the lock."""
    return {pin for text in texts for pin in re.findall(r"^[\w.-]+==[^ ;\\]+", text, re.MULTILINE)}


if __name__ == "__main__":
    sys.exit(main())
