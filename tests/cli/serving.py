"""``companion serve`` in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = "127.0.0.1"


@contextmanager
def served(data: Path, *words: str, database: str = "") -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """A server process, with the lines that it printed before it was ready."""
    where = ["--database", database] if database else ["--data", str(data)]
    command = [sys.executable, "-m", "companion", "serve", *where, *words]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", env=environment
    ) as process:
        assert process.stdout is not None
        lines: list[str] = []
        try:
            for line in process.stdout:
                lines.append(line.rstrip("\n"))
                if line.startswith("Ctrl-C"):
                    break
            yield process, lines
        finally:
            process.kill()


def _address(lines: list[str], which: str) -> str:
    return next(line.removeprefix(which) for line in lines if line.startswith(which))
