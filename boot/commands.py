"""The commands of ``bootstrap.py``: serve, test, setup, renew, audit."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TextIO

from boot import environment
from boot.browser import OVERRIDE, ensure_chromium, missing
from boot.caddy import ensure_caddy
from boot.console import SetUpError
from boot.engines import ensure_engines
from boot.install import ROOT
from boot.machine import this_machine
from boot.node import ensure_node
from boot.postgres import ensure_postgres

USAGE = """usage: python3 bootstrap.py serve [ARGUMENTS]   set up, then run `companion serve ARGUMENTS`
       python3 bootstrap.py test                set up, then check the code and run its tests
       python3 bootstrap.py test --thorough     the same with the tests that take long, as CI does
       python3 bootstrap.py test ARGUMENTS      set up, then run pytest with these ARGUMENTS and nothing else
       python3 bootstrap.py setup [server] [postgres]
                                                set up only: .venv/ holds the companion afterwards, and what it needs
                                                on a server of one's own, and for PostgreSQL
       python3 bootstrap.py renew [ARGUMENTS]   lock the newest libraries, then do as `test` does
       python3 bootstrap.py audit               look for holes in the code, and for known ones in the libraries"""

# What runs beside pytest, in this order; each is also a line that a person can type.
CHECKS: tuple[tuple[str, ...], ...] = (
    ("ruff", "check"),
    ("ruff", "format", "--check"),
    ("mypy",),
    ("lint-imports", "--no-logo"),
)

# What is asked of the code and of the libraries before a release, and when a hole becomes known.
AUDIT: tuple[tuple[str, ...], ...] = (
    ("bandit", "-q", "-c", "pyproject.toml", "-r", "companion", "boot", "bench", "bootstrap.py", "hatch_build.py"),
    ("python", "-m", "boot.audit"),
)

# What can be set up besides.
EXTRAS = ("server", "postgres")

# Where the address of a database may stand, and where the name of a file with one.
DATABASE = ("COMPANION_DATABASE_URL", "COMPANION_DATABASE_URL_FILE")

THOROUGH = "--thorough"
"""Runs the tests that are marked ``thorough``, too (tests/conftest.py)."""

# All tests at once take every processor. A module stays with one worker, which keeps what it has set up, and modules go
# in their order: the browser's, which take long, come early. The slowest are listed, for each must earn its seconds.
EVERYTHING = ("-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder", "--durations", "25")


def main(arguments: Sequence[str]) -> int:
    """Carry out one command of the command line; return the exit status."""
    commands = {"serve": serve, "test": test, "setup": set_up, "renew": renew, "audit": audit}
    name, *rest = arguments or ["--help"]
    if name not in commands:
        print(USAGE)
        return 0 if name in ("-h", "--help") else 2
    try:
        return commands[name](rest)
    except SetUpError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. The same command takes it up again.", file=sys.stderr)
        return 130


def set_up(arguments: Sequence[str]) -> int:
    """Set up what ``serve`` needs; return 2 for a word other than an extra."""
    if unknown := [word for word in arguments if word not in EXTRAS]:
        print(f"setup knows no {unknown[0]!r}; it takes {' and '.join(EXTRAS)}, or nothing.", file=sys.stderr)
        return 2
    environment.prepare(this_machine(), extras=extras_for(arguments, os.environ))
    print(f"Ready: {environment.program('companion')}")
    return 0


def serve(arguments: Sequence[str]) -> int:
    """Set up, then become ``companion serve``."""
    environment.prepare(this_machine(), extras=extras_for(arguments, os.environ))
    return become([environment.program("companion"), "serve", *arguments])


def extras_for(arguments: Sequence[str], environ: Mapping[str, str]) -> tuple[str, ...]:
    """Return the extras to install: for the chosen database, and for a server if the words ask for it."""
    asked = " ".join([*arguments, *(environ.get(name, "") for name in DATABASE)])
    database = ("postgres",) if re.search(r"\bpostgres(ql)?\b", asked) or environ.get(DATABASE[1]) else ()
    return (*(("server",) if "server" in arguments else ()), *database)


def test(arguments: Sequence[str]) -> int:
    """Set up with the tools, browsers and two servers, then run every check and test, or what ``arguments`` name."""
    machine = this_machine()
    environment.prepare(machine, extras=("dev",), also=missing())
    ensure_postgres(machine)
    ensure_caddy(machine)
    ensure_node(machine)
    if THOROUGH in arguments:
        ensure_engines(machine)
    env = {**os.environ, OVERRIDE: str(ensure_chromium(machine))}
    if set(arguments) - {THOROUGH}:
        return 1 if run_check(("pytest", *arguments), env) else 0
    failed = run_everything(("pytest", *EVERYTHING, *arguments), env)
    if failed:
        print(f"Failed: {', '.join(' '.join(argv) for argv in failed)}", flush=True)
    return 1 if failed else 0


def renew(arguments: Sequence[str]) -> int:
    """Write the lock from scratch with the newest libraries, then test with them."""
    environment.prepare(this_machine(), extras=("dev",))
    return run_check(("python", "-m", "boot.renew_lock"), os.environ) or test(arguments)


def audit(arguments: Sequence[str]) -> int:
    """Look for holes in the code and the libraries: 1 if there are, 3 if nobody could be asked about the latter."""
    environment.prepare(this_machine(), extras=("dev",))
    found = [run_check(argv, os.environ) for argv in AUDIT]
    return 1 if 1 in found else max(found)


def run_everything(tests: Sequence[str], env: Mapping[str, str]) -> list[Sequence[str]]:
    """Run the tests and beside them every check, whose output follows; return the commands that failed."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as said, ThreadPoolExecutor(1) as beside:
        checks = beside.submit(lambda: [argv for argv in CHECKS if run_check(argv, env, said)])
        failed: list[Sequence[str]] = [tests] if run_check(tests, env) else []
        failed = [*checks.result(), *failed]
        said.seek(0)
        print(said.read(), flush=True)
    return failed


def run_check(argv: Sequence[str], env: Mapping[str, str], said: TextIO | None = None) -> int:
    """Run one of the environment's programs in the checkout; return its exit status.

    :param said: where its output goes, if it is not shown at once.
    """
    print(f"\n$ {' '.join(argv)}", flush=True, file=said)
    name, *arguments = argv
    return subprocess.call([environment.program(name), *arguments], env=env, cwd=ROOT, stdout=said, stderr=said)


def become(argv: Sequence[str | Path]) -> int:
    """Hand this process over to a program, or, on Windows, wait for it; return its exit status."""
    words = [str(word) for word in argv]
    if os.name != "nt":
        # The first word stays the full path: by it the program's Python knows its environment.
        os.execv(words[0], words)
    process = subprocess.Popen(words)
    while process.poll() is None:
        # A Ctrl-C at the terminal reaches the program too, which stops in its own time.
        with contextlib.suppress(KeyboardInterrupt):
            process.wait()
    return process.returncode
