"""A server, what it writes into, and how each of them is killed and started again; for ``bench.crash``."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tests.cluster import Cluster

SERVERS = {"serve": ("serve", "--host", "127.0.0.1", "--port", "0"), "host": ("host", "--listen", "127.0.0.1:0")}
VICTIMS = {
    "server": "all processes of the server",
    "database": "all processes of PostgreSQL, which is started again on the same folder",
    "everything": "both, server and PostgreSQL",
}


Victim = TypeVar("Victim")


@dataclass
class House:
    """A server over a database; ``cluster`` is the PostgreSQL that holds it, if it is one of ours."""

    database: str
    server_name: str = "serve"
    cluster: Cluster | None = None
    server: subprocess.Popen[str] | None = None
    address: str = ""
    """The server's address since its last start."""
    program: tuple[str, ...] = ("-m", "companion")
    """Python's arguments that start the server."""

    @contextmanager
    def running(self) -> Iterator[None]:
        """Have the server run while the block lasts."""
        self.start()
        try:
            yield
        finally:
            self._kill_server()

    def start(self) -> None:
        """Start the server; it has said where it listens."""
        command = [sys.executable, *self.program, *SERVERS[self.server_name], "--database", self.database]
        self.server = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
        )
        said = self.server.stdout.readline() if self.server.stdout else ""
        found = re.search(r"127\.0\.0\.1:\d+", said)
        if found is None:
            raise SystemExit(f"the server did not say where it listens, but {said!r}")
        self.address = found[0]

    def kill(self, victim: str) -> None:
        """Kill one of ``VICTIMS`` by SIGKILL, and start again what nobody else would.

        :raises SystemExit: if what is to be killed does not run.
        """
        if victim in ("server", "everything"):
            self._kill_server()
        if victim in ("database", "everything"):
            cluster = _running(self.cluster, "PostgreSQL")
            cluster.kill()
            cluster.start()
        if victim in ("server", "everything"):
            self.start()

    def _kill_server(self) -> None:
        server = _running(self.server, "server")
        if os.name == "nt":
            server.kill()
        else:
            os.killpg(server.pid, signal.SIGKILL)
        server.communicate()


def _running(victim: Victim | None, called: str) -> Victim:
    if victim is None:
        raise SystemExit(f"there is no {called} of the bench's own to kill")
    return victim


def sqlite_house(folder: Path, server_name: str = "serve") -> House:
    """A server over a fresh file in a folder."""
    return House(f"sqlite:{folder / 'companion.db'}", server_name)
