"""A PostgreSQL of the tests' own, in a folder of its own, that nobody else can reach."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from time import sleep
from typing import Any
from urllib.parse import quote

import psycopg

# It refuses to run as root.
_UNPRIVILEGED = ("postgres", "nobody")
_SETTINGS = "-c listen_addresses='' -c max_connections=200"
# What the tests write need not outlast the machine.
_CARELESS = "-c fsync=off -c full_page_writes=off -c autovacuum=off"
_MADE = ("-U", "companion", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
_NUMBERS = count(1)


@dataclass(frozen=True)
class Cluster:
    """A server that listens at a socket in its folder."""

    programs: Path
    folder: Path
    who: dict[str, Any]
    careful: bool = False
    """Whether it writes as a club's would, on disk before it answers."""

    @property
    def address(self) -> str:
        """The address of its first database."""
        return f"postgresql://companion@/postgres?host={quote(str(self.folder), safe='')}"

    def new_address(self) -> str:
        """The address of a schema that nothing is in."""
        name = f"test_{os.getpid()}_{next(_NUMBERS)}"
        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute(f"create schema {name}".encode())
        return f"{self.address}&options=-csearch_path%3D{name}"

    @property
    def postmaster(self) -> int:
        """The number of its first process."""
        return int((self.folder / "data" / "postmaster.pid").read_text(encoding="utf-8").split()[0])

    @property
    def socket(self) -> Path:
        """Where it listens."""
        return self.folder / ".s.PGSQL.5432"

    def over_tcp(self, address: str, port: int) -> str:
        """The same address, by a port of this machine that leads to the socket."""
        return address.replace("companion@/", f"companion@127.0.0.1:{port}/").replace(
            f"host={quote(str(self.folder), safe='')}", "sslmode=disable"
        )

    def control(self, *words: str) -> None:
        """Have pg_ctl start it, or stop it; it waits until that is done."""
        log = self.folder / "log"
        argv: list[str | Path] = [self.programs / "pg_ctl", *words, "-D", self.folder / "data", "-l", log, "-s", "-w"]
        subprocess.run(argv, check=True, stdout=subprocess.DEVNULL, **self.who)

    def start(self) -> None:
        """Start it with the tests' settings."""
        care = "" if self.careful else _CARELESS
        self.control("start", "-o", f"-k {self.folder} {_SETTINGS} {care}")

    def kill(self) -> None:
        """Kill all its processes at once; what they were at is cut short, and nothing is tidied up."""
        postmaster = self.postmaster
        os.kill(postmaster, signal.SIGSTOP)  # so that it starts no other while they are looked up
        doomed = [postmaster, *children_of(postmaster)]
        for pid in doomed:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        # One that nobody has asked after yet would be taken for a server that runs.
        while any(is_there(pid) for pid in doomed):
            sleep(0.01)


def children_of(pid: int) -> list[int]:
    """The processes that a process has started, from whichever of its threads, as Linux tells them."""
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(each) for thread in threads for each in thread.read_text(encoding="ascii").split()]


def is_there(pid: int) -> bool:
    """Whether there is such a process, be it one that has ended and whose end nobody has asked after."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@contextmanager
def started(programs: Path, *, careful: bool = False, within: Path | None = None) -> Iterator[Cluster]:
    """A server that has just been made, stopped and thrown away afterwards; ``within`` is a folder for its own."""
    # Not pytest's own folder, which only its owner may enter, and whose name is too long for a socket.
    folder = Path(tempfile.mkdtemp(prefix="companion-pg-", dir=within))
    cluster = Cluster(programs, folder, _unprivileged(folder), careful)
    try:
        init: list[str | Path] = [programs / "initdb", "-D", folder / "data", *_MADE]
        subprocess.run(init, check=True, stdout=subprocess.DEVNULL, **cluster.who)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.control("stop", "-m", "immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _unprivileged(folder: Path) -> dict[str, Any]:
    """As whom its programs run; the folder becomes theirs."""
    import pwd  # which Windows has not

    if os.geteuid() != 0:
        return {"cwd": folder}
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    user = next(known[name] for name in _UNPRIVILEGED if name in known)
    os.chown(folder, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": [], "cwd": folder}
