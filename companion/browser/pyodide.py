"""Pyodide, which is Python for browsers: fetched once by npm, or taken from a folder, and only as it is pinned."""

from __future__ import annotations

import base64
import hashlib
import io
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

VERSION = "314.0.7"
SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""Of the archive, as npm names it."""
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
ARCHIVE = f"pyodide-{VERSION}.tgz"
NO_NPM = "Install Node.js with npm, which fetches Pyodide, or name a folder that holds it: --pyodide FOLDER"


class PyodideError(Exception):
    """It can't be had; the message says why, and what would do instead."""


def parts(folder: Path) -> dict[str, bytes]:
    """The files of Pyodide that a browser needs, by name, out of its archive, which is kept in ``folder``.

    :raises PyodideError: if it is not there and can't be fetched, or is not the one that is pinned.
    """
    archive = folder / ARCHIVE
    if not archive.exists():
        fetch(archive)
    content = archive.read_bytes()
    found = base64.b64encode(hashlib.sha512(content).digest()).decode()
    if found != SHA512:
        raise PyodideError(f"{archive} is not Pyodide {VERSION} as it was published; delete it, and try again")
    with tarfile.open(fileobj=io.BytesIO(content)) as packed:
        return {name: _read(packed, f"package/{name}") for name in PARTS}


def fetch(archive: Path) -> None:
    """Have npm fetch the archive."""
    npm = shutil.which("npm")
    if npm is None:
        raise PyodideError(NO_NPM)
    archive.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=archive.parent) as folder:
        ran = subprocess.run(
            [npm, "pack", "--silent", f"pyodide@{VERSION}"],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        packed = Path(folder, ARCHIVE)
        if ran.returncode or not packed.exists():
            raise PyodideError(f"npm could not fetch Pyodide: {(ran.stderr or ran.stdout).strip()[-300:]}")
        packed.replace(archive)


def _read(packed: tarfile.TarFile, name: str) -> bytes:
    member = packed.extractfile(name)
    if member is None:
        raise PyodideError(f"{name} is missing in Pyodide")
    return member.read()
