"""Runs a command under a line with its name and its duration."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

TAIL = 30
REPAINT_SECONDS = 0.2
# What pip, uv and apt print where there is no network, but not where it is there and refuses.
OFFLINE = re.compile(
    r"name resolution|NameResolutionError|getaddrinfo|failure resolving|NewConnectionError|network is unreachable"
    r"|ConnectTimeout|dns error",
    re.IGNORECASE,
)
NO_INTERNET = "The internet can't be reached. Connect this computer, then type the same command again."


class SetUpError(Exception):
    """Set-up can't go on; the message is for the person at the terminal and says what to do."""


def run_step(label: str, argv: Sequence[str | Path], env: Mapping[str, str] | None = None) -> None:
    """Run a command to its end, showing ``label``, the time taken and, at a terminal, its latest line.

    :raises SetUpError: if it fails or can't be started; the message carries the end of what it printed.
    """
    started = time.monotonic()
    lines: deque[str] = deque(maxlen=TAIL)
    announce(label)
    try:
        status = follow(argv, env, lines, lambda: paint(label, started, lines))
    except OSError as error:
        raise SetUpError(f"{label}: {argv[0]} can't be started ({error}).") from error
    if status and OFFLINE.search("\n".join(lines)):
        raise SetUpError(f"{label}: failed. {NO_INTERNET}")
    if status:
        output = "\n".join(f"    {line}" for line in lines)
        raise SetUpError(f"{label}: failed.\n{output}")
    finish(label, time.monotonic() - started)


def follow(
    argv: Sequence[str | Path], env: Mapping[str, str] | None, lines: deque[str], repaint: Callable[[], None]
) -> int:
    """Run a command, gathering its last lines and calling ``repaint`` as it goes; return its exit status."""
    with subprocess.Popen(
        [str(word) for word in argv],
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        reader = threading.Thread(target=gather, args=(process, lines), daemon=True)
        reader.start()
        try:
            while reader.is_alive():
                repaint()
                reader.join(REPAINT_SECONDS)
            return process.wait()
        except KeyboardInterrupt:
            process.terminate()
            raise


def gather(process: subprocess.Popen[str], lines: deque[str]) -> None:
    """Keep the last lines that a process prints, until it closes its output."""
    if process.stdout is not None:
        lines.extend(line.rstrip() for line in process.stdout if line.strip())


def announce(label: str) -> None:
    """Say that a step begins; a terminal is repainted instead."""
    if not sys.stdout.isatty():
        print(f"{label} ...", flush=True)


def paint(label: str, started: float, lines: deque[str]) -> None:
    """Show a running step on one terminal line: its name, its duration, and its last output."""
    if sys.stdout.isatty():
        latest = lines[-1].strip() if lines else ""
        show(f"{label} ... {time.monotonic() - started:.0f} s  {latest}")


def finish(label: str, seconds: float) -> None:
    """Say that a step is done and how long it took."""
    if sys.stdout.isatty():
        show(f"{label}: done in {seconds:.0f} s")
        print(flush=True)
    else:
        print(f"    done in {seconds:.0f} s", flush=True)


def show(text: str) -> None:
    """Overwrite the terminal's current line, cut to its width."""
    width = max(20, shutil.get_terminal_size().columns - 1)
    print("\r" + text[:width].ljust(width), end="", flush=True)
