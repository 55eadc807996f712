"""Pyodide, which is Python for browsers: fetched once by npm, or taken from a folder, and only as it is pinned."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path

from companion import notices

VERSION = "314.0.7"
SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The checksum of the archive, as npm gives it."""
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
ARCHIVE = f"pyodide-{VERSION}.tgz"
RUNTIME = {
    "emscripten": rb"emscripten",
    "llvm": rb"_ZNSt3__2|COMPILER=clang",
    "mimalloc": rb"mimalloc: ",
    "musl": rb"musl|__errno_location",
    "stackframe": rb"StackFrame",
}
"""The libraries that a program of Emscripten has beside Python, and their traces in it."""
VERSIONS = {
    "bzip2": rb"\x00(\d+\.\d+\.\d+), \d+-\w+-\d{4}",
    "expat": rb"expat_(\d+\.\d+\.\d+)",
    "zlib": rb" inflate (\d+\.\d+\.\d+)\S* Copyright",
}
"""The place of a library's version; the others have Pyodide's."""
_MODULE = re.compile(rb"PyInit_(\w+)")
NO_NPM = "Install Node.js with npm, which fetches Pyodide, or name a folder that holds it: --pyodide FOLDER"


class PyodideError(Exception):
    """Pyodide is missing; the message says why, and what would help."""


def parts(folder: Path) -> dict[str, bytes]:
    """The files of Pyodide for a browser, by name, from its archive, which is kept in ``folder``.

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


def inside(files: Mapping[str, bytes]) -> list[notices.Notice]:
    """Return the notices of what is compiled into Pyodide: itself, its Python, its runtime and the libraries it wraps.

    :param files: as :func:`parts` gives them.
    """
    code = files["pyodide.asm.wasm"] + files["pyodide.asm.mjs"]
    modules = {name.decode() for name in _MODULE.findall(code)}
    found = {notices.WRAPPED[name] for name in modules & notices.WRAPPED.keys()}
    found |= {name for name, mark in RUNTIME.items() if re.search(mark, code)}
    said = {name: re.search(mark, code) for name, mark in VERSIONS.items() if name in found}
    versions = {name: match[1].decode() for name, match in said.items() if match}
    python = json.loads(files["pyodide-lock.json"])["info"]["python"]
    base = [notices.kept("pyodide", VERSION), notices.kept("python", python)]
    return [*base, *(notices.kept(name, versions.get(name, f"pyodide-{VERSION}")) for name in sorted(found))]


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
