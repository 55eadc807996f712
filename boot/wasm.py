"""Builds the card reader's WebAssembly: ``python -m boot.wasm``, with the compiler that :data:`COMPILER` names.

``border.wasm`` takes vectors, ``border-plain.wasm`` serves browsers without them. ``border.sums`` holds the sums of
both and of what they are built from.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

FILES = Path(__file__).parents[1] / "companion" / "browser" / "files"
SOURCE, SUMS = "border.c", "border.sums"
PROCESSORS = {"border.wasm": "generic+simd128+bulk_memory", "border-plain.wasm": "generic"}
COMPILER, VERSION = "ziglang", "0.17.1"
TARGET = ("-target", "wasm32-freestanding", "-O3", "-ffast-math", "-nostdlib")
# What is stripped differs from build to build.
LINKED = ("-Wl,--no-entry", "-Wl,--export-dynamic", "-Wl,--export=__heap_base", "-s", "-g0", "-Wl,--strip-all")


def lacks() -> str:
    """The reason that it can't be built here; empty if it can."""
    try:
        found = version(COMPILER)
    except PackageNotFoundError:
        found = "no"
    return (
        "" if found == VERSION else f"{COMPILER} {VERSION} is needed: pip install {COMPILER}=={VERSION} (here: {found})"
    )


def compiled(processor: str) -> bytes:
    """The code of ``border.c`` for such a processor."""
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder, "built.wasm")
        caches = dict.fromkeys(("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"), folder)
        command = [
            sys.executable,
            "-m",
            COMPILER,
            "cc",
            *TARGET,
            f"-mcpu={processor}",
            *LINKED,
            SOURCE,
            "-o",
            str(built),
        ]
        subprocess.run(command, cwd=FILES, env={**os.environ, **caches}, check=True)
        return built.read_bytes()


def sums() -> str:
    """The sums of the source and its neighbors, a line each, as ``sha256sum`` writes them."""
    names = (SOURCE, *PROCESSORS)
    return "".join(f"{hashlib.sha256((FILES / name).read_bytes()).hexdigest()}  {name}\n" for name in names)


def main() -> None:
    """Build both, and write the sums."""
    if why := lacks():
        raise SystemExit(why)
    for name, processor in PROCESSORS.items():
        (FILES / name).write_bytes(compiled(processor))
    (FILES / SUMS).write_text(sums(), encoding="utf-8")


if __name__ == "__main__":
    main()
